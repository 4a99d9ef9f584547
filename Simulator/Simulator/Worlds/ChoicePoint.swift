/// A point at which specifications or reports from the field allow a terminal, a card, a line or a till more than one
/// behaviour. Option 0 is the usual one; every other is a departure.
///
/// docs/truth.md lists all choice points with the paragraphs that allow them.
package enum ChoicePoint: String, Hashable, Sendable, CaseIterable {
    // Habits of a terminal, chosen when it is made.
    case whileBusy = "terminal.while-busy"
    case registrationID = "terminal.registration-id"
    case resultID = "terminal.result-id"
    case clock = "terminal.clock"
    case trace = "terminal.trace"
    case receiptNumber = "terminal.receipt-number"
    case amount = "terminal.amount"
    case currency = "terminal.currency"
    case turnover = "terminal.turnover"
    case lastDigits = "terminal.last-digits"
    case cardName = "terminal.card-name"
    case originalTrace = "terminal.original-trace"
    case repeating = "terminal.repeating"
    case repeatPrints = "terminal.repeat-prints"
    case showsReversals = "terminal.shows-reversals"
    case showsDeclines = "terminal.shows-declines"
    case dayEndClears = "terminal.day-end-clears"
    case dayEndRenumbers = "terminal.day-end-renumbers"
    case aborting = "terminal.aborting"
    case past = "terminal.past"
    case slipKind = "terminal.slip-kind"
    case otherCurrency = "terminal.other-currency"
    case failedNumbers = "terminal.failed-numbers"
    case openReservations = "terminal.open-reservations"

    // How one transaction goes.
    case dayEnd = "payment.day-end"
    case card = "payment.card"
    case sequence = "payment.sequence"
    case slips = "payment.slips"
    case failureSlip = "payment.failure-slip"
    case cashier = "payment.cashier"
    case afterBreak = "payment.after-break"
    case unacknowledged = "payment.unacknowledged"
    case undoing = "payment.undoing"
    case meanwhile = "payment.meanwhile"
    case stale = "payment.stale"
    case bookedAmount = "payment.booked-amount"
    case unprinted = "payment.unprinted"
    case newLine = "payment.new-line"
    case part = "payment.part"
    case freedAmount = "payment.freed-amount"

    // Events between two requests to a till.
    case between = "between"
    case person = "person"

    // Faults of the till and its line.
    case commit = "till.commit"
    case send = "till.send"
    case receive = "till.receive"
    case print = "till.print"

    /// The number of options.
    package var count: Int { options.count }

    /// Each option in words, the usual one first.
    package var options: [String] { Self.freedoms[self]?.options ?? [] }

    /// The paragraph of ZVT 13.08, or the report, that allows these options.
    package var source: String { Self.freedoms[self]?.source ?? "" }

    struct Freedom: Sendable {
        let options: [String]
        let source: String

        init(_ source: String, _ options: String...) { self.init(source, options) }

        init(_ source: String, _ options: [String]) {
            self.options = options
            self.source = source
        }
    }

    /// The options for an optional field of `04 0F`.
    private static func field(_ number: String, _ more: String...) -> Freedom {
        let options = [
            "\(number) is told", "\(number) is never told", "\(number) is not told in a result",
            "\(number) is not told when a receipt is repeated",
        ]
        return Freedom("13.08 §3.1: all fields of 04 0F but 27 are optional", options + more)
    }

    static let freedoms: [ChoicePoint: Freedom] = habits.merging(events) { first, _ in first }

    private static let habits: [ChoicePoint: Freedom] = [
        .whileBusy: Freedom(
            "13.08 §2.55: the status is optional; field: terminals that say ready while a card is in",
            "says 9C while busy", "says ready while busy, and answers", "says nothing while busy",
            "says 9C at its host, and ready while it waits for the card",
            "says 9C while it waits for the card, and ready at its host"),
        .registrationID: Freedom("13.08 §2.1: BMP 29 is optional in 06 0F", "tells its id", "tells no id"),
        .resultID: field("29"), .clock: field("0C, 0D"), .trace: field("0B"),
        .receiptNumber: field("87", "87 is always 0000"),
        .amount: field("04"), .currency: field("49"), .turnover: field("88"), .lastDigits: field("22"),
        .cardName: field("8B"),
        .originalTrace: Freedom(
            "13.08 §3.1: BMP 37 is there where it applies; field: 000000 in every result", "37 only in a reversal",
            "37 = 000000 in an ordinary payment"),
        .repeating: Freedom(
            "13.08 §2.20: 04 0F is optional; field: terminals that cannot", "tells its last transaction",
            "06 0F without 04 0F", "06 1E 83", "84 83"),
        .repeatPrints: Freedom(
            "13.08 §2.20: service bit 02 is a wish", "prints as asked", "prints in any case"),
        .showsReversals: Freedom(
            "13.08 §2.20: \"the last stored payment receipt\" says nothing of reversals", "repeats a reversal with 37",
            "repeats what was reversed as failed", "repeats the transaction before it",
            "repeats payments only, also those that were reversed"),
        .showsDeclines: Freedom(
            "13.08 §2.20: \"the last transaction executed\" or \"stored\"", "passes over what failed",
            "repeats what failed"),
        .dayEndClears: Freedom(
            "13.08 §2.16: the turnover memory is deleted", "keeps its last receipt at the end of its day",
            "clears it"),
        .dayEndRenumbers: Freedom(
            "PA00P016 §4.2: numbers restart", "numbers go on at the end of its day", "numbers restart"),
        .aborting: Freedom(
            "13.08 §2.23: depends on the implementation", "honours 06 B0 before the card", "refuses 06 B0",
            "says nothing to 06 B0"),
        .past: Freedom(
            "a terminal comes used or new", "has an older payment of the same amount", "has nothing stored"),
        .otherCurrency: Freedom(
            "13.08 §2.2.1: BMP 49 may be left out; a terminal has one currency", "refuses another currency with 6F",
            "books in its own currency whatever is asked"),
        .failedNumbers: Freedom(
            "13.08 §3.1: nothing is said of the number of what failed", "what failed has numbers of its own",
            "what failed shows the receipt number that the next booking gets"),
        .openReservations: Freedom(
            "13.08: 06 23 with FFFF; field: terminals that name one", "names all open reservations",
            "names one of them", "refuses the question"),
        .slipKind: Freedom("13.08 §3.3, §3.4", "slips as 06 D3", "slips as 06 D1"),
    ]

    private static let events: [ChoicePoint: Freedom] = [
        .dayEnd: Freedom(
            "13.08 §3.7: intermediate status 0F, automatic end of day", "its day goes on",
            "ends its day before the card, and says so: 04 FF 0F"),
        .card: Freedom(
            "13.08 §2.2.6", "approved", "declined", "a wrong PIN, then approved", "the customer cancels",
            "nobody presents a card", "a wrong PIN, then declined",
            "nothing is booked, and the result of the last transaction is told",
            "the customer cancels, and 06 1E 00 says nothing of it"),
        .bookedAmount: Freedom(
            "13.08 §2.2.6 c: tip and partial approval", "books what was asked for", "books 2.00 more, a tip",
            "books 1.00 less, a partial approval"),
        .unprinted: Freedom(
            "13.08 §2.2.8 (print commands too) against §2.2.9", "keeps what was acknowledged when the line breaks then",
            "reverses it", "turns it into a declined one"),
        .newLine: Freedom(
            "PA00P016: nothing is said of a new connection", "tells a new connection nothing of itself",
            "tells a new connection the result"),
        .sequence: Freedom(
            "13.08 §2.2.6 to §2.2.9, §3.1, and the fields of 06 0F", "success, slips, 06 0F",
            "success, slips, 04 0F 27 6C, 06 1E 6C, and keeps it", "success, slips, and takes it back: 27 6C, 06 1E 6C",
            "success twice", "success with nothing but 27 00", "success, 06 1E 6C at once, and keeps it",
            "04 0F 27 6C, then success", "success, then 27 00 alone",
            "success, then its failure with its numbers, and takes it back",
            "success, slips, 06 0F 27 6C, and keeps it",
            "success, slips, takes it back, 06 0F 27 6C"),
        .slips: Freedom(
            "13.08 §3.3: prints come during a transaction", "slips after the result", "slips before the result",
            "one before, one after", "no slips"),
        .failureSlip: Freedom("13.08 §3.3", "no slip of what failed", "a slip of what failed"),
        .cashier: Freedom("a person", "the cashier waits", "the cashier cancels"),
        .afterBreak: Freedom(
            "13.08 §4, PA00P016 T4; field.md S3 to S5", "gives the payment up when the line breaks",
            "goes on and books seconds later", "goes on and books 235 s later", "goes on and is declined later"),
        .unacknowledged: Freedom(
            "13.08 §2.2.8 against §4.2; card complete", "reverses what is not acknowledged", "keeps it",
            "turns it into a declined one"),
        .undoing: Freedom("13.08 §2.2.8: after card removal", "undoes it within a second", "undoes it 55 s later"),
        .meanwhile: Freedom(
            "other tills, and the terminal's own menu", "nothing else happens",
            "another till takes the same amount after the break", "its host ends its day after the break"),
        .stale: Freedom(
            "13.08 §2.20: the last stored receipt", "repeats the newest", "repeats the one before until it is settled"),
        .part: Freedom(
            "13.08: 84 9D, goods given in part", "books the part, and says nothing more of it",
            "books the part, and tells it in a result", "does not know the answer, and takes the payment back"),
        .freedAmount: Freedom(
            "13.08: 06 23 does not say which amount is told", "06 23: tells what is charged",
            "06 23: tells what is freed"),
        .between: Freedom(
            "the world", "nothing", "10 s pass", "250 s pass", "the host ends the terminal's day",
            "another till takes the same amount", "the terminal is exchanged", "the terminal is set up anew",
            "the terminal is restored from an earlier state"),
        .person: Freedom(
            "the operator", "does nothing", "settles what is in doubt by the terminal's book",
            "settles, withdraws, settles again", "mistypes, withdraws, settles"),
        .commit: Freedom("power, kill -9, disks", "is written", "the till dies before", "the disk is full"),
        .send: Freedom(
            "power, kill -9, lines", "is sent", "the till dies before", "the line falls silent", "the line breaks"),
        .receive: Freedom(
            "power, kill -9, lines", "is received", "the till dies before", "the line falls silent",
            "the line breaks"),
        .print: Freedom("power, kill -9", "is printed", "the till dies before", "the till dies within"),
    ]
}
