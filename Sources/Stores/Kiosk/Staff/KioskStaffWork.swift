/// Something that the staff has done.
package struct KioskStaffWork: Hashable, Codable, Sendable {
    package enum Verb: String, Hashable, Codable, Sendable, CaseIterable {
        case testPage = "test_page"
        case drawer, recover, register, diagnose
        case refund, reverse, reprint
        case end
        /// Asks the terminal about a payment in doubt.
        case ask
        /// Tells what a person read in the terminal's journal.
        case settle
        /// Withdraws what a person has said of a payment.
        case withdraw
        case retry, anyway
        /// Ends the delivery of a message that was seen to in the shop.
        case finish
        case print, waive

        /// The names of the pages on which it can be done.
        var pages: [String] {
            switch self {
            case .testPage, .drawer, .recover, .register, .diagnose: ["devices"]
            case .refund, .reverse, .reprint: ["payment"]
            case .end: ["day"]
            case .ask, .settle: ["doubt"]
            case .withdraw: ["settlement"]
            case .retry: ["deliveries", "delivery"]
            case .anyway, .finish: ["delivery"]
            case .print, .waive: ["receipts"]
            }
        }

        /// Whether its end changes nothing on its page, so that the page has to say that it is done.
        var endsUnseen: Bool {
            switch self {
            case .testPage, .drawer, .recover, .register, .diagnose, .reprint, .print: true
            case .refund, .reverse, .end, .ask, .settle, .withdraw, .retry, .anyway, .finish, .waive: false
            }
        }

        /// Whether it gives money back.
        var givesBack: Bool { [.refund, .reverse].contains(self) }

        /// Whether it says what was said step by step.
        var needsForm: Bool { [.settle, .withdraw, .finish].contains(self) }
    }

    package let verb: Verb
    /// What it is done to: a device's name, a payment, a receipt, or a message.
    package var target: String
    /// An amount in minor units.
    package var minor: Int64?
    /// What was said step by step.
    package var form: KioskStaffForm?
    /// Distinguishes it from every other, so that money goes back once for each time it is asked.
    package var key = ""
}
