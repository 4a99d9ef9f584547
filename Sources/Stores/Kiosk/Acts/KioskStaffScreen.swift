/// A screen for the people who look after the kiosk.
package enum KioskStaffScreen: Hashable, Codable, Sendable {
    case pin(KioskPINEntry)
    case page(KioskStaffPage)

    package var name: String {
        switch self {
        case .pin: "operator_pin"
        case .page(let page): "operator_" + page.place.name
        }
    }
}

/// Digits that are never shown or logged.
package struct KioskPINDigits: Hashable, Codable, Sendable, CustomStringConvertible, CustomReflectable {
    var text = ""

    package var count: Int { text.count }
    package var description: String { "PIN" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Who of the staff is there, and the PIN.
package struct KioskPINEntry: Hashable, Codable, Sendable {
    package enum Stage: Hashable, Codable, Sendable {
        case loading(round: Int)
        case typing
        case checking(round: Int)
        case wrong
        case locked(until: KioskTime)
        /// Nobody has a PIN at this till.
        case none
    }

    package var names: [String] = []
    package var chosen = ""
    package var digits = KioskPINDigits()
    package var stage: Stage
}

/// A page for the staff. What is on it is made where the till's devices, payments and messages are known; the state knows
/// which page it is.
package struct KioskStaffPage: Hashable, Codable, Sendable {
    package enum Place: Hashable, Codable, Sendable {
        case home, devices, payments, day, doubts, deliveries, receipts, figures, settings
        case payment(String)
        case doubt(String)

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
            }
        }

        /// The page above; nil for the first one.
        var above: Place? {
            switch self {
            case .home: nil
            case .payment: .payments
            case .doubt: .doubts
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
    package var failure: String?

    init(_ place: Place, round: Int) { (self.place, self.round) = (place, round) }
}

/// Something that the staff has done.
package struct KioskStaffWork: Hashable, Codable, Sendable {
    package enum Verb: String, Hashable, Codable, Sendable, CaseIterable {
        case testPage = "test_page"
        case drawer, recover, register, diagnose
        case refund, reverse, reprint
        case end
        case answer
        case retry, anyway, discard
        case print, waive

        /// The name of the page on which it can be done.
        var page: String {
            switch self {
            case .testPage, .drawer, .recover, .register, .diagnose: "devices"
            case .refund, .reverse, .reprint: "payment"
            case .end: "day"
            case .answer: "doubt"
            case .retry, .anyway, .discard: "deliveries"
            case .print, .waive: "receipts"
            }
        }
    }

    package let verb: Verb
    /// What it is done to: a device's name, a payment, a receipt, or a message.
    package var target: String
    /// An amount in minor units, or a chosen answer.
    package var minor: Int64?
    package var answer: String?
    /// Distinguishes it from every other, so that money goes back once for each time it is asked.
    package var key = ""
}

/// An act of the staff.
package enum KioskStaffAct: Hashable, Codable, Sendable {
    case back, leave, erase, clear, submit, more
    case name(String)
    case digit(KioskPINDigits)
    case open(String)
    /// Opens one payment or one doubt of a list.
    case show(String)
    case work(KioskStaffWork)

    init?(_ name: String, _ value: KioskValue) {
        let text = value.text ?? value.number.map(String.init)
        switch name {
        case "back": self = .back
        case "leave": self = .leave
        case "erase": self = .erase
        case "clear": self = .clear
        case "submit": self = .submit
        case "more": self = .more
        default:
            guard let made = Self.valued(name, value, text) else { return nil }
            self = made
            return
        }
        guard value == .nothing else { return nil }
    }

    private static func valued(_ name: String, _ value: KioskValue, _ text: String?) -> KioskStaffAct? {
        switch name {
        case "name": text.map(KioskStaffAct.name)
        case "digit": text.map { .digit(KioskPINDigits(text: $0)) }
        case "open": text.map(KioskStaffAct.open)
        case "payment", "doubt": text.map(KioskStaffAct.show)
        case "refund": .work(KioskStaffWork(verb: .refund, target: "", minor: value.number))
        case "reverse", "reprint":
            KioskStaffWork.Verb(rawValue: name).map { .work(KioskStaffWork(verb: $0, target: "")) }
        case "answer": text.map { .work(KioskStaffWork(verb: .answer, target: "", answer: $0)) }
        default:
            KioskStaffWork.Verb(rawValue: name).flatMap { verb in
                text.map { .work(KioskStaffWork(verb: verb, target: $0)) }
            }
        }
    }
}
