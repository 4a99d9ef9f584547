import Hardware
import Model

/// The receipt text of one payment, and the result that it came with. A terminal that lets the cardholder try again prints
/// a slip for each try, before the result or behind it. Text that could be another result's is no receipt text.
struct ResultTexts: Hashable, Sendable {
    private(set) var texts: [TerminalText] = []
    /// The newest result; nil where none was told yet.
    private var result: TransactionResult?
    /// The last lines of all, whatever they are of.
    private(set) var latest: [PrintedLine] = []
    /// A result that was refused stands on no receipt, and neither does its text.
    private var isRefused = false

    mutating func take(_ text: TerminalText) {
        latest = (latest + text.lines).suffix(TerminalText.linesTogether)
        if !isRefused { texts.append(text) }
    }

    mutating func take(_ next: TransactionResult, refused: Bool) {
        if refused || !staysTrue(of: next) { texts = [] }
        isRefused = refused
        result = next
    }

    /// What the terminal printed when it was asked for this result is whole; what came before may not be.
    mutating func replace(with repeated: [TerminalText], of result: TransactionResult?) {
        texts = repeated
        self.result = result
        isRefused = false
    }

    /// The text that may stand on a receipt of that outcome.
    func texts(of outcome: PaymentOutcome) -> [TerminalText] {
        switch outcome {
        case .approved(let booked): result.map { $0.isOneSuccess(with: booked) } ?? false ? texts : []
        case .declined, .cancelled: result.map { $0.resultCode != 0 } ?? false ? texts : []
        case .reversed, .notCharged, .inDoubt, .goodsNotGiven, .goodsUnpaid: []
        }
    }

    /// A result that is told a second time has its text. Text before any result may be of a try whose result was never
    /// told: it is the success's only where it names its number.
    private func staysTrue(of next: TransactionResult) -> Bool {
        if let result { return result == next || result.isNumbered && result.isOneSuccess(with: next) }
        return next.resultCode == 0 && next.isNamed(in: texts)
    }
}

extension TerminalText {
    /// A number or a date, and the word before it, may be on as many lines, each in a telegram of its own.
    static let linesTogether = 4

    /// What may be written anywhere: the terminal's words without a card number or an expiry date.
    ///
    /// - Parameter before: the lines that were printed before it.
    func withoutCardData(after before: [PrintedLine]) -> TerminalText {
        let masked = (before.suffix(Self.linesTogether) + lines).withoutCardData
        return TerminalText(copy: copy, lines: masked.suffix(lines.count), endsReceipt: endsReceipt)
    }
}

extension TransactionResult {
    fileprivate var isNumbered: Bool { receiptNumber != nil && trace != nil }

    /// Whether both are successes, and no number says that they are two transactions.
    fileprivate func isOneSuccess(with other: TransactionResult) -> Bool {
        resultCode == 0 && other.resultCode == 0 && Self.agree(receiptNumber, other.receiptNumber)
            && Self.agree(trace, other.trace) && Self.agree(originalTrace, other.originalTrace)
    }

    private static func agree(_ one: Int?, _ other: Int?) -> Bool { one == nil || other == nil || one == other }

    /// Fewer digits than these also stand in times and amounts.
    private static let fewestDigits = 4

    /// Whether a text has this trace number, or the receipt number where no trace was told.
    fileprivate func isNamed(in texts: [TerminalText]) -> Bool {
        guard let number = trace ?? receiptNumber else { return false }
        return texts.flatMap(\.lines).contains { line in
            line.text.split { !("0"..."9").contains($0) }.contains {
                $0.count >= Self.fewestDigits && Int($0) == number
            }
        }
    }
}
