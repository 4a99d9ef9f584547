import Flow
import Model
import Networking
import Payments

/// The three books of a terminal's day as rows of a table, with the sentences of `till end-of-day`. A cell is an amount, or a word
/// for which the page has a sentence in each language.
struct KioskDayReport {
    /// What a book says where it has no amount.
    enum Word: String, CaseIterable {
        case missing, paid, unpaid, refunded
        case paidTwice = "paid_twice"
        case noPayment = "no_payment"
    }

    let report: EndOfDayReport
    /// The terminal's name.
    let name: String
    let language: OperatorLanguage

    private var books: Reconciliation { report.reconciliation }

    var json: JSONValue {
        [
            "name": .string(name), "at": .time(report.startedAt), "outcome": text(report.outcome.sentence),
            "verdict": .string(verdict), "headline": text(books.headline),
            "rows": .array([total] + schemes + differing),
            "differences": .array(
                books.advice.map { ["text": text($0.sentence), "remedy": text($0.correction)] }),
            "remarks": .array(books.notices.map { text($0.sentence) }),
        ]
    }

    private func text(_ sentence: Sentence) -> JSONValue { .string(sentence.text(in: language).presentable) }

    private var verdict: String {
        switch books.verdict {
        case .agrees: "agrees"
        case .differs: "differs"
        case .notComparable: "not_comparable"
        }
    }

    // MARK: Rows

    /// One row of the table: what each book says of one thing, and null where it says nothing.
    ///
    /// - Parameters:
    ///   - of: what the row is about: `total`, or the name of its argument.
    ///   - differs: whether the books contradict each other here.
    private func row(
        _ of: String, _ name: String? = nil, till: JSONValue = .null, terminal: JSONValue = .null,
        shop: JSONValue = .null, differs: Bool
    ) -> JSONValue {
        [
            "of": .string(of), "name": .optional(name), "till": till, "terminal": terminal, "shop": shop,
            "differs": .bool(differs),
        ]
    }

    private func amount(_ minor: Int64?) -> JSONValue {
        minor.map { .amount(Money(minorUnits: $0, currency: books.currency)) } ?? .null
    }

    private func amount(_ entry: ExpectedTotals.LedgerEntry) -> JSONValue {
        .amount(Money(minorUnits: entry.amountMinor, currency: entry.currency ?? books.currency))
    }

    private func word(_ word: Word) -> JSONValue { .string(word.rawValue) }

    /// Sums that are not the same contradict each other only where nothing explains it, such as a payment that was started at the terminal.
    private var total: JSONValue {
        let isDifferent = books.differences.contains { if case .total = $0 { true } else { false } }
        return row(
            "total", till: amount(books.journalMinor), terminal: amount(books.terminalMinor), differs: isDifferent)
    }

    private var schemes: [JSONValue] {
        books.schemes.map { line in
            let told = books.tellsSchemes ? line.terminalMinor : nil
            let isDifferent = books.differences.contains { difference in
                if case .scheme(line.scheme, _, _) = difference { true } else { false }
            }
            return row(
                "scheme", line.scheme.name.text(in: language), till: amount(line.journalMinor), terminal: amount(told),
                differs: isDifferent)
        }
    }

    /// The receipts and orders of which the books say different things.
    private var differing: [JSONValue] {
        books.differences.compactMap { difference in
            switch difference {
            case .notCounted(let entry), .mayBeTakenBack(let entry):
                row("receipt", number(entry), till: amount(entry), terminal: word(.missing), differs: true)
            case .mayBeBooked(let entry), .mayBePartOfSurplus(let entry), .mayBeGivenBack(let entry):
                row("receipt", number(entry), till: word(.missing), terminal: amount(entry), differs: true)
            case .sinceBackup(let since):
                row(
                    "receipt", since.numbers, till: word(.missing), terminal: amount(since.takenMinor), differs: true)
            case .order(let order, let difference): row(of: order, difference)
            case .total, .scheme, .terminalContradictsItself, .otherCurrency, .totalsInOtherCurrency, .otherTerminal:
                nil
            }
        }
    }

    private func row(of order: String, _ difference: Reconciliation.OrderDifference) -> JSONValue {
        let (till, shop): (JSONValue, JSONValue) =
            switch difference {
            case .paidTwice: (word(.paidTwice), .null)
            case .notMarkedPaid(let payment), .unpaidInShop(let payment), .underpaid(let payment):
                (amount(booked(payment)), word(.unpaid))
            case .markedPaidBy: (word(.noPayment), word(.paid))
            case .standsThoughGivenBack(let payment, _): (amount(booked(payment)), word(.refunded))
            }
        return row("order", order, till: till, shop: shop, differs: true)
    }

    private func number(_ entry: ExpectedTotals.LedgerEntry) -> String {
        entry.receipt.map(String.init) ?? entry.payment.rawValue
    }

    private func booked(_ payment: PaymentID) -> Int64? { books.bookings.first { $0.payment == payment }?.amountMinor }
}
