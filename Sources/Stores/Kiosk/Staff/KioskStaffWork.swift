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
