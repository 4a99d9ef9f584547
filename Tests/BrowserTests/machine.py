"""A kiosk from the first touch to the receipt, small enough to read: what the page is played against without a service.

Each screen takes the acts of its method; any other is refused, as the service does. `trace` keeps every edge that was taken.
"""
import copy
import random

from stage import Refused


def euros(minor):
    return {"minor": minor, "currency": "EUR", "exponent": 2}


PRODUCTS = [
    {"id": f"p{number}", "name": f"Product {number}", "price": euros(100 + number * 35), "from": False, "picture": number % 3 == 0, "available": number % 7 != 6}
    for number in range(5000)
]
EACH_PAGE = 24
MONEY_MOVES = {"pay", "goods", "doubt"}


class Machine:
    """Its outcomes are drawn by a seed; `outcomes` given, they come in that order."""

    def __init__(self, seed=1, outcomes=None):
        self.random = random.Random(seed)
        self.outcomes = list(outcomes or [])
        self.trace = []
        self.paid = 0

    def attach(self, stage):
        self.stage = stage
        self.new_customer()
        self.go("attract")

    def new_customer(self):
        self.cart, self.page, self.category = [], 1, "0"
        self.total, self.email = 0, ""

    def go(self, name, **fields):
        document = self.stage.document
        self.stage.put(document | {"screen": {"id": document["screen"]["id"] + 1, "name": name} | fields})

    def stay(self, **fields):
        document = self.stage.document
        self.stage.put(document | {"screen": document["screen"] | fields})

    @property
    def screen(self):
        return self.stage.document["screen"]

    def act(self, name, value):
        here = self.screen["name"]
        if name == "staff":
            self.came_from = copy.deepcopy(self.screen)
            self.go("operator_pin", names=["Ada"], chosen="Ada", entered=0, state="typing")
        elif name == "start" and here not in MONEY_MOVES | {"attract"}:
            self.new_customer()
            self.go("attract")
        else:
            method = getattr(self, f"at_{here}", None)
            if method is None:
                raise Refused
            method(name, value)
        self.trace.append((here, name, self.screen["name"]))

    def take(self, name, acts):
        """Calls the act's function; an act that is not among them is refused."""
        if name not in acts:
            raise Refused
        return acts[name]()

    def at_attract(self, name, _):
        self.take(name, {"begin": self.go_home})

    at_thanks = at_attract

    def go_home(self):
        self.new_customer()
        self.go("home", can_find=True, can_compose=True)

    def at_home(self, name, _):
        self.take(name, {"find": lambda: self.go("find", digits="", state="typing"), "compose": self.go_catalogue})

    def at_find(self, name, value):
        digits = self.screen["digits"]
        self.take(name, {
            "digit": lambda: self.stay(digits=(digits + str(value))[:12], state="typing"),
            "erase": lambda: self.stay(digits=digits[:-1], state="typing"), "clear": lambda: self.stay(digits="", state="typing"),
            "submit": lambda: self.find(digits), "scan": lambda: self.find("".join(filter(str.isdigit, str(value)))),
            "list": lambda: self.go("orders", state="ready", whole=True, rows=[
                {"id": str(n), "number": str(1040 + n), "name": f"Customer {n}", "total": euros(500 + n), "when": "2026-11-27T17:12:00Z"} for n in range(30)]),
            "back": self.go_home,
        })

    def find(self, digits):
        if digits.startswith("10"):
            self.review_of_shop(digits)
        else:
            self.stay(digits=digits, state="not_found")

    def review_of_shop(self, number):
        self.total = 1359
        self.go("review", source="shop", number=number, lines=[{"id": "1", "name": "Flat white", "detail": "", "quantity": 3, "amount": euros(1359)}],
                adjustments=[], total=euros(1359), can_change=False, state="ready")

    def at_orders(self, name, value):
        self.take(name, {"choose": lambda: self.review_of_shop(str(1040 + int(value))), "back": lambda: self.go("find", digits="", state="typing")})

    def go_catalogue(self):
        start = (self.page - 1) * EACH_PAGE
        self.go("catalogue", state="ready", categories=[{"id": str(n), "name": f"Category {n}"} for n in range(12)], category=self.category,
                products=PRODUCTS[start:start + EACH_PAGE], page=self.page, pages=-(-len(PRODUCTS) // EACH_PAGE), whole=True,
                cart={"count": len(self.cart), "total": euros(self.cart_total())})

    def cart_total(self):
        return sum(line["amount"]["minor"] for line in self.cart)

    def at_catalogue(self, name, value):
        def turn(page):
            if not 1 <= page <= self.screen["pages"]:
                raise Refused
            self.page = page
            self.go_catalogue()

        def choose(category):
            self.category, self.page = str(category), 1
            self.go_catalogue()

        def review():
            if not self.cart:
                raise Refused
            self.go_review()

        self.take(name, {"page": lambda: turn(value), "category": lambda: choose(value), "product": lambda: self.go_product(value), "review": review, "back": self.go_home})

    def go_product(self, product):
        chosen = next((one for one in PRODUCTS if one["id"] == product), None)
        if chosen is None:
            raise Refused
        self.go("product", product=product, title=chosen["name"], description="", price=chosen["price"], picture=chosen["picture"],
                available=chosen["available"], options=[{"name": "Size", "values": [{"value": "S", "available": True}, {"value": "L", "available": True}], "chosen": "S"}],
                quantity=1, most=9, complete=True)

    def at_product(self, name, value):
        def add():
            screen = self.screen
            if not screen["available"]:
                raise Refused
            self.cart.append({"id": f"l{len(self.cart)}", "name": screen["title"], "detail": "", "quantity": screen["quantity"],
                              "amount": euros(screen["price"]["minor"] * screen["quantity"])})
            self.go_catalogue()

        def count():
            if not 1 <= value <= 9:
                raise Refused
            self.stay(quantity=value)

        self.take(name, {"option": lambda: self.stay(options=[self.screen["options"][0] | {"chosen": value["value"]}]), "quantity": count, "add": add, "back": self.go_catalogue})

    def go_review(self):
        self.total = self.cart_total()
        self.go("review", source="composed", number=None, lines=copy.deepcopy(self.cart), adjustments=[], total=euros(self.total), can_change=True, state="ready")

    def at_review(self, name, value):
        shop = self.screen["source"] == "shop"

        def remove():
            self.cart = [line for line in self.cart if line["id"] != value]
            self.go_review() if self.cart else self.go_catalogue()

        def pay():
            if self.total <= 0:
                raise Refused
            self.go_tip()

        acts = {"pay": pay, "back": self.go_home if shop else self.go_catalogue}
        if not shop:
            acts |= {"remove": remove, "more": self.go_catalogue, "quantity": lambda: self.recount(value)}
        self.take(name, acts)

    def recount(self, value):
        for line in self.cart:
            if line["id"] == value["line"] and value["n"] >= 1:
                each = line["amount"]["minor"] // line["quantity"]
                line |= {"quantity": value["n"], "amount": euros(each * value["n"])}
        self.total = self.cart_total()
        self.stay(lines=copy.deepcopy(self.cart), total=euros(self.total))

    def go_tip(self):
        self.go("tip", base=euros(self.total), digits="", suggestions=[{"percent": n, "amount": euros(self.total * n // 100)} for n in (5, 10, 15)])

    def at_tip(self, name, value):
        digits = self.screen["digits"]
        self.take(name, {
            "tip": lambda: self.pay(self.total * value // 100), "amount": lambda: self.pay(value), "none": lambda: self.pay(0),
            "submit": lambda: self.pay(int(digits or 0)), "digit": lambda: self.stay(digits=(digits + str(value))[:6]),
            "erase": lambda: self.stay(digits=digits[:-1]), "clear": lambda: self.stay(digits=""), "back": self.go_home,
        })

    def pay(self, tip):
        self.tip = tip
        self.go("pay", phase="authorising", picture="insert_or_tap", text="BITTE KARTE", due=euros(self.total + tip), since_ms=0, waiting_for="card", can_cancel=True)

    def happen(self):
        """What the terminal does next: called by whoever plays, as time would."""
        name = self.screen["name"]
        if name == "pay":
            self.end_payment(self.outcomes.pop(0) if self.outcomes else self.random.choice(["approved", "approved", "declined", "doubt", "cancelled"]))
        elif name == "doubt":
            self.end_payment(self.random.choice(["approved", "declined"]))
        elif name == "goods":
            self.go_receipt()
        elif name == "printing" and self.screen["state"] == "printing":
            self.stay(state=self.random.choice(["printed", "unconfirmed", "failed", "waiting"]), code="printer.paperOut")

    def end_payment(self, outcome):
        before = self.screen["name"]
        due = euros(self.total + self.tip)
        if outcome == "approved":
            self.paid += 1
            self.go_receipt()
        elif outcome == "declined":
            self.go("declined", reason="declined", can_again=True)
        elif outcome == "cancelled":
            self.go("cancelled", by="customer", can_again=True)
        else:
            self.go("doubt", due=due, since_ms=0, reference="7F3K-21")
        self.trace.append((before, "happen", self.screen["name"]))

    def go_receipt(self):
        total = euros(self.total + self.tip)
        self.go("receipt", paid=total, total=total, tip=euros(self.tip) if self.tip else None, choices=["print", "email", "show", "none"], unavailable=[], shop_told=True)

    def at_pay(self, name, _):
        self.take(name, {"cancel": lambda: self.end_payment("cancelled")})

    def at_declined(self, name, _):
        self.take(name, {"again": lambda: self.pay(self.tip)})

    at_cancelled = at_declined

    def receipt_ways(self):
        return {
            "print": lambda: self.go("printing", state="printing"), "email": lambda: self.go("email", text="", state="typing"),
            "show": lambda: self.go("qr", svg_path="/kiosk/qr.svg", text="Receipt"), "none": lambda: self.go("thanks", shop_told=True, printed=False),
        }

    def at_receipt(self, name, _):
        self.take(name, self.receipt_ways())

    def at_printing(self, name, value):
        ways = self.receipt_ways()
        self.take(name, {
            "show": ways["show"], "email": ways["email"], "done": lambda: self.go("thanks", shop_told=True, printed=True),
            "came_out": lambda: self.go("thanks", shop_told=True, printed=True) if value else self.stay(state="printing"),
        })

    def at_email(self, name, value):
        def send():
            if "@" in self.screen["text"]:
                self.go("thanks", shop_told=True, printed=False)
            else:
                self.stay(state="problem", code="mail.badAddress")
        self.take(name, {"type": lambda: self.stay(text=str(value)[:254], state="typing"), "send": send, "back": self.go_receipt})

    def at_qr(self, name, _):
        self.take(name, {"done": lambda: self.go("thanks", shop_told=True, printed=False)})

    def at_operator_pin(self, name, value):
        entered = self.screen["entered"]

        def back():
            screen = self.came_from
            self.go(screen["name"], **{key: field for key, field in screen.items() if key not in ("id", "name")})
        self.take(name, {
            "digit": lambda: self.stay(entered=min(8, entered + 1), state="typing"), "erase": lambda: self.stay(entered=max(0, entered - 1)),
            "clear": lambda: self.stay(entered=0), "submit": lambda: self.stay(entered=0, state="wrong"), "name": lambda: self.stay(chosen=value), "back": back,
        })
