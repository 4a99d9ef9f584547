import Flow

/// A page for the staff. What is on it is made where the till's devices, payments and messages are known; the state knows
/// which page it is.
package struct KioskStaffPage: Hashable, Codable, Sendable {
    package enum Place: Hashable, Codable, Sendable {
        case home, devices, payments, day, doubts, deliveries, receipts, figures, settings
        case payment(String)
        case doubt(String)
        case delivery(String)
        /// What a person said of a payment, and whether it is withdrawn.
        case settlement(String)

        /// The pages that the first one leads to.
        static let tiles: [String: Place] = [
            "devices": .devices, "payments": .payments, "day": .day, "doubts": .doubts, "deliveries": .deliveries,
            "receipts": .receipts, "figures": .figures, "settings": .settings,
        ]

        package var name: String {
            switch self {
            case .home: "home"
            case .devices: "devices"
            case .payments: "payments"
            case .day: "day"
            case .doubts: "doubts"
            case .deliveries: "deliveries"
            case .receipts: "receipts"
            case .figures: "figures"
            case .settings: "settings"
            case .payment: "payment"
            case .doubt: "doubt"
            case .delivery: "delivery"
            case .settlement: "settlement"
            }
        }

        /// The answers that lead from what is known to what is said, or done.
        var ways: [String] {
            switch self {
            case .doubt: ["ask", "paper"]
            case .delivery: ["done"]
            case .settlement: ["withdraw"]
            case .home, .devices, .payments, .day, .doubts, .deliveries, .receipts, .figures, .settings, .payment: []
            }
        }

        /// The page above; nil for the first one.
        var above: Place? {
            switch self {
            case .home: nil
            case .payment: .payments
            case .doubt: .doubts
            case .delivery: .deliveries
            case .settlement(let payment): .payment(payment)
            case .devices, .payments, .day, .doubts, .deliveries, .receipts, .figures, .settings: .home
            }
        }
    }

    package enum Stage: Hashable, Codable, Sendable {
        case loading
        case ready
        /// Something is being done to what is on the page.
        case working(KioskStaffWork)
    }

    /// How many entries a list has at first, and how many more come each time.
    package static let step = 20
    package static let mostEntries = 100

    package let place: Place
    package var round: Int
    package var stage = Stage.loading
    /// What is on the page, as a JSON object.
    package var content = "{}"
    /// An amount that is being typed, in minor units.
    package var digits = ""
    package var limit = step
    /// Why the last act, or loading the page, failed; nil if it did not.
    package var failure: Failure?
    /// What was done last, where nothing else on the page says that it is done; nil if nothing was.
    package var did: KioskStaffWork.Verb?
    /// What gives money back and was begun here; nil if nothing was.
    package var givingBack: KioskRefundProgress?
    /// What the operator is saying step by step; nil on a page where nothing is said so.
    package var form: KioskStaffForm?

    var isWorking: Bool { if case .working = stage { true } else { false } }

    init(_ place: Place, round: Int) {
        (self.place, self.round) = (place, round)
        switch place {
        case .doubt, .delivery, .settlement: form = KioskStaffForm()
        case .home, .devices, .payments, .day, .doubts, .deliveries, .receipts, .figures, .settings, .payment:
            form = nil
        }
    }
}
