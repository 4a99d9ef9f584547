import Model

/// What a kiosk shows, with everything that is on it. It is the kiosk's place in its navigation: there is no other.
package enum KioskScreen: Hashable, Codable, Sendable {
    /// Nobody uses the kiosk.
    case attract
    case home
    case find(KioskFinding)
    case orders(KioskOrders)
    case catalogue(KioskCatalogue)
    case product(KioskProduct)
    case review(KioskReview)
    /// The shop's order is another one by now than the customer has seen.
    case orderChanged(KioskAttempt, before: Money)
    case printerEmpty(KioskAttempt, code: String)
    /// The terminal takes no payment now. Nothing was charged.
    case terminalAway(KioskAttempt, code: String)
    case tip(KioskTip)
    /// A payment that runs, is in doubt, or whose goods are given: `KioskPaying.stage` says which.
    case paying(KioskPaying)
    case declined(KioskEnd, reason: String)
    case cancelled(KioskEnd, by: KioskEnd.Canceller)
    case partial(KioskPaid)
    case receipt(KioskPaid)
    case printing(KioskPrinting)
    case email(KioskEmail)
    case show(KioskPaid)
    case thanks(isShopTold: Bool, isPrinted: Bool)
    case outOfService(code: String)
    case staff(KioskStaffScreen)

    /// The screen's name in the document.
    package var name: String {
        switch self {
        case .attract: "attract"
        case .home: "home"
        case .find: "find"
        case .orders: "orders"
        case .catalogue: "catalogue"
        case .product: "product"
        case .review: "review"
        case .orderChanged: "order_changed"
        case .printerEmpty: "printer_empty"
        case .terminalAway: "terminal_away"
        case .tip: "tip"
        case .paying(let paying): paying.stage.name
        case .declined: "declined"
        case .cancelled: "cancelled"
        case .partial: "partial"
        case .receipt: "receipt"
        case .printing: "printing"
        case .email: "email"
        case .show: "qr"
        case .thanks: "thanks"
        case .outOfService: "out_of_service"
        case .staff(let screen): screen.name
        }
    }

    /// Whether money may be moving: such a screen is left only when the outcome is known.
    package var isMoneyInMotion: Bool { if case .paying = self { true } else { false } }

    /// Whether the screen offers to begin a payment.
    package var offersPaying: Bool {
        switch self {
        case .review, .orderChanged, .printerEmpty, .tip: true
        case .declined(let end, _), .cancelled(let end, _): end.canTryAgain
        case .attract, .home, .find, .orders, .catalogue, .product, .terminalAway, .paying, .partial, .receipt,
            .printing, .email, .show, .thanks, .outOfService, .staff:
            false
        }
    }
}

/// Whether something is still being loaded.
package enum KioskLoading: Hashable, Codable, Sendable {
    case loading
    case ready
    case failed(code: String)
}

/// The screen on which a customer names an order.
package struct KioskFinding: Hashable, Codable, Sendable {
    package enum Stage: Hashable, Codable, Sendable {
        case typing
        /// - Parameter text: what was typed or scanned.
        case looking(text: String, round: Int)
        case notFound
        case failed(code: String)
        /// The order is paid already.
        case paid
        /// The order is not to be paid any more: cancelled or refunded.
        case ended
    }

    package var digits = ""
    package var stage = Stage.typing

    package init() {}
}

/// The list of the orders that wait for their payment.
package struct KioskOrders: Hashable, Codable, Sendable {
    package struct Row: Hashable, Codable, Sendable {
        package let id: OrderID
        package let number: String
        /// The customer, shortened: others read it too.
        package let name: String
        package let total: Money
    }

    package var round: Int
    package var loading = KioskLoading.loading
    package var rows: [Row] = []
    /// Whether these are all orders, as the shop has them now.
    package var isWhole = false
    /// The row that is being opened.
    package var chosen: OrderID?
    /// Which request opens it.
    package var choice = 0
}

/// The catalogue: a page of one category's products.
package struct KioskCatalogue: Hashable, Codable, Sendable {
    package struct Category: Hashable, Codable, Sendable {
        package let id: Int64
        package let name: String

        package init(id: Int64, name: String) { (self.id, self.name) = (id, name) }
    }

    package struct Tile: Hashable, Codable, Sendable {
        package let id: Int64
        package let name: String
        package let price: Money
        /// Whether the price is the lowest of several.
        package let isFrom: Bool
        package let hasPicture: Bool
        package let isAvailable: Bool

        package init(id: Int64, name: String, price: Money, isFrom: Bool, hasPicture: Bool, isAvailable: Bool) {
            self.id = id
            self.name = name
            self.price = price
            self.isFrom = isFrom
            self.hasPicture = hasPicture
            self.isAvailable = isAvailable
        }
    }

    /// The number of products on a page.
    package static let pageSize = 12

    package var round: Int
    package var loading = KioskLoading.loading
    package var categories: [Category] = []
    /// The open category; nil for all products.
    package var category: Int64?
    package var tiles: [Tile] = []
    package var page = 1
    package var pages = 1
    package var isWhole = false

    init(round: Int) { self.round = round }
}

/// One product, with what can be chosen of it.
package struct KioskProduct: Hashable, Codable, Sendable {
    package struct Variant: Hashable, Codable, Sendable {
        package let id: Int64
        /// The value of each option, by the option's name.
        package let values: [String: String]
        package let price: Money
        package let isAvailable: Bool

        package init(id: Int64, values: [String: String], price: Money, isAvailable: Bool) {
            self.id = id
            self.values = values
            self.price = price
            self.isAvailable = isAvailable
        }
    }

    package struct Choice: Hashable, Codable, Sendable {
        package let name: String
        package let values: [String]

        package init(name: String, values: [String]) { (self.name, self.values) = (name, values) }
    }

    /// A product as the shop has it.
    package struct Facts: Hashable, Codable, Sendable {
        package let name: String
        package let description: String
        package let price: Money
        package let hasPicture: Bool
        package let isAvailable: Bool
        package let choices: [Choice]
        package let variants: [Variant]
        /// The most that can be bought at once.
        package let most: Int

        package init(
            name: String, description: String, price: Money, hasPicture: Bool, isAvailable: Bool,
            choices: [Choice] = [], variants: [Variant] = [], most: Int = KioskSettings.mostQuantity
        ) {
            self.name = name
            self.description = description
            self.price = price
            self.hasPicture = hasPicture
            self.isAvailable = isAvailable
            self.choices = choices
            self.variants = variants
            self.most = most
        }
    }

    package let id: Int64
    package var round: Int
    package var loading = KioskLoading.loading
    package var facts: Facts?
    package var chosen: [String: String] = [:]
    package var quantity = 1
    /// Where the customer came from.
    let catalogue: KioskCatalogue

    /// The variants that what was chosen so far leaves.
    package func variants(with chosen: [String: String]) -> [Variant] {
        (facts?.variants ?? []).filter { variant in
            // A variant without a value for an option has them all.
            chosen.allSatisfy { name, value in variant.values[name].map { $0 == value } ?? true }
        }
    }

    /// Whether a value can still be chosen, whatever was chosen of the same option.
    package func isAvailable(_ value: String, of choice: String) -> Bool {
        var wanted = chosen
        wanted[choice] = value
        return variants(with: wanted).contains(where: \.isAvailable)
    }

    /// The only variant that is left once everything is chosen.
    package var variant: Variant? {
        guard let facts, facts.choices.allSatisfy({ chosen[$0.name] != nil }) else { return nil }
        return variants(with: chosen).first { $0.isAvailable }
    }

    /// Whether the product can be put into the cart as it is chosen.
    package var isComplete: Bool {
        guard let facts, facts.isAvailable else { return false }
        return facts.choices.isEmpty && facts.variants.isEmpty || variant != nil
    }

    package var price: Money? { variant?.price ?? facts?.price }
    package var most: Int { max(1, min(facts?.most ?? 1, KioskSettings.mostQuantity)) }

    /// What was chosen, in one line.
    var detail: String {
        (facts?.choices ?? []).compactMap { choice in chosen[choice.name].map { "\(choice.name): \($0)" } }
            .joined(separator: ", ")
    }
}
