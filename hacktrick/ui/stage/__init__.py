"""What every scene is given and stands on: context, stack, input, sound, time."""
