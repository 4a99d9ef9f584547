print("coffee")
