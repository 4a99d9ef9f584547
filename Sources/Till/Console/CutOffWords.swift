import Model
import Stores

extension CutOffPrint {
    /// What happened, and the way to the paper.
    var sentence: String {
        "the \(copy.rawValue) receipt \(receipt)\(payment.map { " of \($0)" } ?? "") was cut off while it was printed on \(printer): "
            + "Till was stopped, and nobody knows how much of it came out"
    }

    var remedy: String { "look for the paper, or print it again, marked as a duplicate: till reprint \(receipt)" }
}

extension Console {
    /// Says which prints this command found cut off on the printers that it used.
    ///
    /// - Parameter receipt: a receipt that this command has printed again, of which nothing is said.
    func sayCutOff(_ till: LiveTill, besides receipt: ReceiptID? = nil) async {
        for print in await till.cutOffPrints where print.receipt != receipt {
            say("  \(print.sentence)".printable)
            say("      \(print.remedy)".printable)
        }
    }
}
