print("till-sim")
