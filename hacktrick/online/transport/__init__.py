"""How bytes travel: encrypted channels over TCP or an MQTT broker, and finding tables."""
