import Model

enum PolicyOptions {
    static let giveUpAfter = Option(
        "give_up_after", .number(1...86_400), unit: Sentence("config.unit.seconds"), fallback: 300,
        "How long `pay` and `demo` look for the truth after a disturbance before they exit 5.")
    static let reader = Option(
        "reader", .text(upTo: 300), unset: "the first of `[[readers]]`, else the last used",
        "The card terminal to use where `--reader` names none: a name from `[[readers]]`, or an address.")
    static let printer = Option(
        "printer", .text(upTo: 300), unset: "the first of `[[printers]]`, else the last used",
        "The printer to use where `--printer` names none: a name from `[[printers]]`, or an address.")

    static let unlinkedRefundLimit = Option(
        "unlinked_refund_limit", .number(0...1_000_000), unit: Sentence("config.unit.currencyUnits"), fallback: 0,
        "The most that `till refund --unlinked` gives back at once, for no payment of this till. 0: nothing.")

    static let largestPayment = Option(
        "largest_payment", .number(1...9_999_999_999), unit: Sentence("config.unit.currencyUnits"),
        unset: "10000 of EUR, CHF, GBP and USD, 1000000 of other currencies",
        "The most that a payment or a reservation may come to: more is taken for a typing mistake, and refused. An amount in "
            + "another currency than `shop.currency` is held against the default.")

    static let endOfDay = Option(
        "end_of_day",
        Takes<String>.oneOf(EndOfDayPolicy.allCases.map(\.rawValue)).mapped(
            to: { EndOfDayPolicy(rawValue: $0) }, from: { $0.rawValue }),
        fallback: .manual,
        "What is done when a terminal takes no payment before its end of day: `manual`, a person runs `till end-of-day`; "
            + "`when-demanded`, it is done at once and the payment goes on, for a kiosk at which nobody is.")

    static let offlineOrders = Option(
        "offline_orders",
        Takes<String>.oneOf(OfflineOrderPolicy.allCases.map(\.rawValue)).mapped(
            to: { OfflineOrderPolicy(rawValue: $0) }, from: { $0.rawValue }),
        fallback: .refuse,
        "What is paid while the shop cannot be asked: `refuse`, only orders that were made at this till meanwhile; `pay-known`, "
            + "also orders as the shop had them when it was asked last. If such an order was paid or changed elsewhere, "
            + "`till outbox list` shows it, and a person decides.")

    static let shopPatience = Option(
        "shop_patience", .number(1...60), unit: Sentence("config.unit.seconds"), fallback: 10,
        "How long a payment waits for the shop to tell its order, and an end of day for each answer. Then the shop counts as "
            + "away; `offline_orders` decides what a payment does.")

    static let notificationsEvery = Option(
        "notifications_every", .number(0...86_400), unit: Sentence("config.unit.seconds"), fallback: 300,
        "How often the service asks the shop what has happened there, for `till notifications`; 0: never. A shop that tells it by "
            + "itself (`till notifications register`) is asked once an hour at most.")

    static let cardPhase = Option(
        "card_phase", .number(1...3600), unit: Sentence("config.unit.seconds"), fallback: 240,
        "How long after its line broke a terminal may still book the payment that it was in the middle of. Nothing is taken "
            + "for not charged before. Set less only where the terminal's maker or acquirer says so.")

    static let all = [
        giveUpAfter.description, cardPhase.description, reader.description, printer.description,
        unlinkedRefundLimit.description, largestPayment.description, endOfDay.description,
        offlineOrders.description, shopPatience.description, notificationsEvery.description,
    ]
}
