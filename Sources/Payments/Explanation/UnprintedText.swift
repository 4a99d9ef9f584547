import Hardware
import Model
import Storage

/// Receipt text of a terminal that was not printed on a receipt, or not all of it. A cashier who misses it finds it
/// here.
package enum UnprintedText: Hashable, Sendable {
    /// No line was printed, because the text is incomplete or may belong to another result.
    case all(lines: Int)
    /// The end was not printed, because the text is longer than a receipt may be.
    case end(lines: Int, printed: Int)

    /// Nil if nothing is missing, or if there are no receipts.
    package init?(_ payment: PaymentID, in reader: any StorageReader) throws {
        var lines = 0
        for entry in try reader.journalEntries(payment: payment) {
            switch entry.kind {
            case "payment.text", "payment.repeatedText": lines += try entry.decoded(as: PaymentEvent.self).lineCount
            default: break
            }
        }
        let cards = try reader.receipts(payment: payment).map(\.document.card)
        guard lines > 0, !cards.isEmpty else { return nil }
        let printed = cards.compactMap(\.terminalLines)
        guard let longest = printed.map(\.count).max() else {
            self = .all(lines: lines)
            return
        }
        guard printed.contains(where: { $0.last?.text == Receipt.CardBlock.cutOffMark }) else { return nil }
        self = .end(lines: lines, printed: longest - 1)
    }

    /// The explanation as a sentence.
    package func text(in language: OperatorLanguage) -> String {
        switch self {
        case .all(let lines):
            language.text("text.unprinted", ["lines": lines])
        case .end(let lines, let printed):
            language.text("text.cutOff", ["lines": lines, "printed": printed])
        }
    }
}

extension PaymentEvent {
    fileprivate var lineCount: Int {
        switch self {
        case .text(let text): text.lines.count
        case .repeatedText(let texts): texts.reduce(0) { $0 + $1.lines.count }
        case .intended, .sending, .refused, .result, .textsCompleted, .cancelRequested, .completed, .aborted,
            .disturbed, .evidence,
            .asking, .mayTake, .dayEnded, .seemsBooked, .inDoubt, .settled, .operatorSettled, .operatorWithdrew,
            .operatorConfirmed, .goods,
            .goodsTooLate:
            0
        }
    }
}

extension Receipt.CardBlock {
    fileprivate var terminalLines: [PrintedLine]? {
        switch self {
        case .terminalText(let lines, _): lines
        case .composed, .terminalReport: nil
        }
    }
}

extension [PaymentExplanation.Fact] {
    /// The facts with text that came in pieces, for example line by line, joined into the first piece's fact.
    package var withTextsJoined: [PaymentExplanation.Fact] {
        var joined: [PaymentExplanation.Fact] = []
        var open: (fact: PaymentExplanation.Fact, text: TerminalText, kind: TransactionKind)?
        func closed(_ open: (fact: PaymentExplanation.Fact, text: TerminalText, kind: TransactionKind))
            -> PaymentExplanation.Fact
        {
            PaymentExplanation.Fact(
                sequence: open.fact.sequence, at: open.fact.at, kind: open.fact.kind,
                told: .event(.text(open.text), open.kind))
        }
        for fact in self {
            // This fact repeats text that was told before.
            if case .event(.textsCompleted, _) = fact.told { continue }
            guard case .event(.text(let text), let kind) = fact.told else {
                if let open { joined.append(closed(open)) }
                open = nil
                joined.append(fact)
                continue
            }
            if let former = open, former.text.copy == text.copy, !former.text.endsReceipt {
                let lines = former.text.lines + text.lines
                open = (
                    former.fact, TerminalText(copy: text.copy, lines: lines, endsReceipt: text.endsReceipt), kind
                )
            } else {
                if let open { joined.append(closed(open)) }
                open = (fact, text, kind)
            }
        }
        if let open { joined.append(closed(open)) }
        return joined
    }
}
