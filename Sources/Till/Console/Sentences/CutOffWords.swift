import Model
import Stores

extension CutOffPrint {
    /// The finding for `till doctor`, a sentence that stands alone.
    var finding: Sentence {
        let said: [String: any CustomStringConvertible] = ["copy": copy.name, "receipt": receipt, "printer": printer]
        guard let payment else { return Sentence("doctor.cutOff", said) }
        return Sentence("doctor.cutOffOfPayment", said.merging(["payment": payment]) { $1 })
    }

    var advice: Sentence { Sentence("print.do.cutOff", ["receipt": receipt]) }

    /// The sentence that says what happened.
    func sentence(in language: OperatorLanguage) -> String {
        let of = payment.map { language.text("print.ofPayment", ["payment": $0]) } ?? ""
        return language.text(
            "print.cutOff", ["copy": copy.name(in: language), "receipt": receipt, "of": of, "printer": printer])
    }

    /// The sentence that says how to get the receipt.
    func remedy(in language: OperatorLanguage) -> String {
        advice.text(in: language)
    }
}

extension Console {
    /// Reports which prints this command found cut off on the printers that it used.
    ///
    /// - Parameter receipt: a receipt that this command has printed again, which is left out.
    func sayCutOff(_ till: LiveTill, in language: OperatorLanguage, besides receipt: ReceiptID? = nil) async {
        for print in await till.cutOffPrints where print.receipt != receipt {
            say("  \(print.sentence(in: language))".printable)
            say("      \(print.remedy(in: language))".printable)
        }
    }
}
