"""The transport: encrypted channels over TCP or an MQTT broker, and the discovery of tables."""
