/// An act of the staff.
package enum KioskStaffAct: Hashable, Codable, Sendable {
    case back, leave, erase, clear, submit, more
    /// Says to the till what was said step by step.
    case confirm
    case name(String)
    case digit(KioskPINDigits)
    case open(String)
    /// Opens one payment, one doubt or one message of a list, or what was said of a payment.
    case show(String)
    /// A choice at a question.
    case answer(String)
    /// The whole of what is being typed.
    case type(String)
    /// Goes to a question that was answered already.
    case change(String)
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
        case "confirm": self = .confirm
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
        case "payment", "doubt", "delivery", "settlement": text.map(KioskStaffAct.show)
        case "refund": value.number.map { .work(KioskStaffWork(verb: .refund, target: "", minor: $0)) }
        case "reverse", "reprint":
            KioskStaffWork.Verb(rawValue: name).map { .work(KioskStaffWork(verb: $0, target: "")) }
        case "answer": text.map(KioskStaffAct.answer)
        case "type": value.text.map(KioskStaffAct.type)
        case "change": text.map(KioskStaffAct.change)
        default:
            KioskStaffWork.Verb(rawValue: name).flatMap { verb in
                text.map { .work(KioskStaffWork(verb: verb, target: $0)) }
            }
        }
    }
}
