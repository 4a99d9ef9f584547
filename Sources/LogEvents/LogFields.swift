import Flow
import Model

/// The fields of Till's log entries. Free text in them is masked here.
extension LogField {
    package static func payment(_ id: PaymentID) -> LogField { LogField("PAYMENT_ID", id.rawValue) }
    /// An order by its number, which is a shop's text.
    package static func order(_ number: String) -> LogField { LogField("ORDER_ID", masked(number)) }
    package static func receipt(_ id: ReceiptID) -> LogField { LogField("RECEIPT_ID", id.rawValue) }
    package static func device(_ address: DeviceAddress) -> LogField { LogField("DEVICE", masked(address.description)) }

    /// A step of a payment, `S0` to `S10` (docs/payment-steps.md).
    package static func step(_ step: String) -> LogField { said("STEP", step) }

    /// A failure's code; its sentence and causes are in the entry's message.
    package static func failure(_ failure: Failure) -> LogField {
        let sentences = [failure.sentence] + failure.causes.map { "because: \($0)" }
        return LogField("CODE", failure.code, says: masked(sentences.joined(separator: " ")))
    }

    /// An outcome as one word, such as `approved`.
    package static func outcome(_ word: String) -> LogField { said("OUTCOME", word) }
    package static func command(_ name: String) -> LogField { said("COMMAND", name) }
    package static func exit(_ code: Int32) -> LogField { LogField("EXIT_STATUS", String(code), says: "exit \(code)") }
    package static func count(_ count: Int) -> LogField { said("COUNT", String(count)) }

    /// Untrusted words for the message: a terminal's, a shop's or a person's.
    package static func words(_ words: String) -> LogField { said("WORDS", words) }

    private static func said(_ name: String, _ text: String) -> LogField {
        LogField(name, masked(text), says: masked(text))
    }

    private static func masked(_ text: String) -> String { CardData.masked(text) }
}
