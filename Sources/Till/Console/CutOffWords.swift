import Model
import Stores

extension CutOffPrint {
    /// What happened.
    func sentence(in tongue: OperatorLanguage) -> String {
        let (of, zu) = payment.map { (" of \($0)", " zu \($0)") } ?? ("", "")
        return BilingualText(
            "the \(copy.rawValue) receipt \(receipt)\(of) was cut off while it was printed on \(printer): "
                + "Till was stopped, and nobody knows how much of it came out",
            "der \(copy.name(in: .de)) \(receipt)\(zu) wurde beim Druck auf \(printer) unterbrochen: "
                + "Till wurde beendet, und niemand weiß, wie viel davon herauskam"
        ).text(in: tongue)
    }

    /// The way to the paper.
    func remedy(in tongue: OperatorLanguage) -> String {
        BilingualText(
            "look for the paper, or print it again, marked as a duplicate: till reprint \(receipt)",
            "nach dem Papier sehen, oder noch einmal drucken, als Duplikat bezeichnet: till reprint \(receipt)"
        ).text(in: tongue)
    }
}

extension Console {
    /// Says which prints this command found cut off on the printers that it used.
    ///
    /// - Parameter receipt: a receipt that this command has printed again, of which nothing is said.
    func sayCutOff(_ till: LiveTill, in tongue: OperatorLanguage, besides receipt: ReceiptID? = nil) async {
        for print in await till.cutOffPrints where print.receipt != receipt {
            say("  \(print.sentence(in: tongue))".printable)
            say("      \(print.remedy(in: tongue))".printable)
        }
    }
}
