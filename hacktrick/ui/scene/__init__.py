"""What every screen stands on: the context it is given, the stack of scenes, ways to other
screens, animation.
"""
