import Hardware
import Model

/// The receipt text of one payment and the result that it came with. A terminal that lets the cardholder try again
/// prints a slip for each try, before its result or after it. Text that may belong to another result is dropped.
struct ResultTexts: Hashable, Sendable {
    private(set) var texts: [TerminalText] = []
    /// The newest result; nil before the first.
    private var result: TransactionResult?
    /// Whether the newest result was refused: then neither it nor its text is printed on a receipt.
    private var isRefused = false
    /// Whether the text came with the answer to a question for that result.
    private var isRepeated = false

    mutating func take(_ text: TerminalText) {
        if !isRefused { texts.append(text) }
    }

    /// Replaces the last texts, as many as these, by their corrected form.
    mutating func complete(_ completed: [TerminalText]) {
        guard texts.count >= completed.count else { return }
        texts.replaceSubrange((texts.count - completed.count)..., with: completed)
    }

    mutating func take(_ next: TransactionResult, refused: Bool) {
        if refused || !staysTrue(of: next) { texts = [] }
        isRefused = refused
        isRepeated = false
        result = next
    }

    /// Replaces all text by what the terminal printed when it was asked for this result, which is complete.
    mutating func replace(with repeated: [TerminalText], of result: TransactionResult?) {
        texts = repeated
        isRepeated = true
        self.result = result
        isRefused = false
    }

    /// The text for a receipt of that outcome.
    ///
    /// - Parameter cutOff: whether the line broke. Text after a failure may then be the slip of the next try, whose
    ///   result never came.
    func texts(of outcome: PaymentOutcome, cutOff: Bool) -> [TerminalText] {
        switch outcome {
        case .approved(let booked):
            result.map { $0.isOneSuccess(with: booked) } ?? false ? booked.own(of: texts) : []
        case .declined, .cancelled:
            result.map { !$0.isSuccess } ?? false && (!cutOff || isRepeated) ? texts : []
        case .reversed, .notCharged, .inDoubt, .goodsNotGiven, .goodsUnpaid: []
        }
    }

    /// Whether the stored text belongs to the next result, too. It does if that is the same result, repeated. Text
    /// before the first result may belong to a try that was never told, unless it names a success and no other amount.
    private func staysTrue(of next: TransactionResult) -> Bool {
        if let result { return result == next || result.isNumbered && result.isOneSuccess(with: next) }
        return next.isSuccess && next.isNamed(in: texts)
    }
}

extension TransactionResult {
    fileprivate var isNumbered: Bool { receiptNumber != nil && trace != nil }

    /// Whether both are successes and no number shows that they are two transactions.
    fileprivate func isOneSuccess(with other: TransactionResult) -> Bool {
        resultCode == 0 && other.isSuccess && Self.agree(receiptNumber, other.receiptNumber)
            && Self.agree(trace, other.trace) && Self.agree(originalTrace, other.originalTrace)
    }

    private static func agree(_ one: Int?, _ other: Int?) -> Bool { one == nil || other == nil || one == other }

    /// The texts without those copies that belong to another transaction: they show amounts, and neither the amount nor a
    /// number of this one. A terminal may print what it still had to print of an earlier transaction.
    fileprivate func own(of texts: [TerminalText]) -> [TerminalText] {
        let numbers = [amountMinor.map(Int.init), trace, receiptNumber, turnoverNumber, originalTrace]
        let ours = Set(numbers.compactMap(\.self))
        guard !ours.isEmpty else { return texts }
        let others = Dictionary(grouping: texts, by: \.copy).filter { _, texts in
            let printed = PrintedNumbers(of: texts)
            return !printed.amounts.isEmpty && ours.isDisjoint(with: printed.all)
        }
        return texts.filter { others[$0.copy] == nil }
    }

    /// Whether a text names this result by its trace number, or by its receipt number if it has no trace, and shows no other
    /// amount.
    fileprivate func isNamed(in texts: [TerminalText]) -> Bool {
        guard let number = trace ?? receiptNumber else { return false }
        let printed = PrintedNumbers(of: texts)
        let isOfItsAmount = amountMinor.map { printed.all.contains(Int($0)) } ?? true
        return printed.numbers.contains(number) && (isOfItsAmount || printed.amounts.isEmpty)
    }
}

/// The numbers in receipt texts by which a transaction can be known.
private struct PrintedNumbers {
    /// The fewest digits of a number that is searched for in a text: shorter ones also appear in times.
    private static let fewestDigits = 4

    /// Numbers without a sign between their digits.
    private(set) var numbers: Set<Int> = []
    /// Amounts in minor units: numbers with two or three digits behind the last sign, as currencies have them.
    private(set) var amounts: Set<Int> = []

    var all: Set<Int> { numbers.union(amounts) }

    init(of texts: [TerminalText]) {
        for line in texts.flatMap(\.lines) {
            for word in line.text.split(whereSeparator: { !("0"..."9").contains($0) && $0 != "." && $0 != "," }) {
                let parts = word.split(whereSeparator: { $0 == "." || $0 == "," })
                guard let number = Int(parts.joined()) else { continue }
                if parts.count == 1, parts[0].count >= Self.fewestDigits { numbers.insert(number) }
                if parts.count > 1, 2...3 ~= parts[parts.count - 1].count { amounts.insert(number) }
            }
        }
    }
}
