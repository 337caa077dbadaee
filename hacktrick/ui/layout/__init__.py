"""From a window size to rectangles: the zones of the table and the arithmetic behind them. Draws
nothing.
"""
