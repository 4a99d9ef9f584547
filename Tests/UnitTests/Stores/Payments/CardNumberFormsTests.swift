import Flow
import Hardware
import Model
import Testing

@testable import Payments
@testable import Stores

/// Card numbers in every form in which a terminal might print one, divided between lines and telegrams, on their way to
/// the journal.
@Suite struct CardNumberFormsTests {
    @Test(arguments: [
        ["411111 1111 111111"], ["4111    1111    1111    1111"], ["4.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1"],
        ["00004111111111111111"], ["94111111111111111"], ["41111111111111118"], ["941111111111111118"],
        ["4111", "1111", "1111", "1111"], ["41111111", "11111111"], ["4111 1111 1111 11", "11"],
        ["PAN 411111", "1111111111"], ["4111111111111111000"], ["4 1 1 1 1 1 1 1", "1 1 1 1 1 1 1 1"],
        ["41 11 11 11 11 11 11 11"], ["41111", "11111", "111111"], ["4111-1111-", "1111-1111"],
    ])
    func noFormShowsMoreThanTheLastDigits(lines: [String]) {
        for cut in Self.cuts(of: lines) {
            let stored = Self.stored(cut)
            #expect(!Self.shows("4111111111111111", besides: 10, Self.written(cut)))
            #expect(!Self.shows("4111111111111111", stored), "\(cut) is stored as \(stored)")
        }
    }

    @Test func tenThousandFormsShowNoMoreThanTheLastDigits() {
        var chance = SeededGenerator(seed: 20_261_123)
        let shown = (0..<10_000).compactMap { _ in
            let form = Form(&chance)
            let stored = Self.stored(form.telegrams)
            let isShown =
                Self.shows(form.number, stored) || Self.shows(form.number, besides: 10, Self.written(form.telegrams))
            return isShown ? "\(form.telegrams) is stored as \(stored)" : nil
        }
        #expect(shown.isEmpty)
    }

    @Test func numbersRightBehindEachOtherShowNoMoreThanTheirLastDigits() {
        let telegrams = [
            ["PAN 534287196048"], ["3717"], ["PAN 5342871960"], ["483717"], ["5424"], ["8360"], ["9175"], ["3081"],
            [""],
            ["Danke"], ["PAN 53428719604"], ["83717", "PAN 534287196048"], ["3717", "Danke"],
        ]
        let stored = Self.stored(telegrams)
        #expect(stored.joined().count { $0 == "*" } == 5 * 12, "\(stored)")
    }

    @Test func digitsAtTheEndOfATextAreToldOnceItIsKnownWhatTheyAre() {
        var texts = IncomingTexts()
        let first = texts.take(Self.text(["Terminal-ID", "65000001"]))
        #expect(Self.lines([first.text]) == ["Terminal-ID", "********"] && first.completed.isEmpty)
        let second = texts.take(Self.text(["Danke"]))
        #expect(Self.lines([second.text]) == ["Danke"])
        #expect(Self.lines(second.completed) == ["Terminal-ID", "65000001"])
        #expect(
            Self.lines([texts.take(Self.text(["EUR 11,50"])).text]) == ["EUR 11,50"], "too few to be much of a number")
        #expect(texts.end().isEmpty)
        #expect(Self.lines([texts.take(Self.text(["TID 65000001"])).text]) == ["TID ********"])
        #expect(Self.lines(texts.end()) == ["TID 65000001"])
    }

    @Test func digitsBeforeAResultStayMaskedAsMoreTextMayFollow() {
        var texts = IncomingTexts()
        #expect(Self.lines([texts.take(Self.text(["4111 1111 11"])).text]) == ["**** **** **"])
        texts.interrupt()
        #expect(texts.end().isEmpty)
        #expect(texts.take(Self.text(["Danke"])).completed.isEmpty)
    }

    /// A result or a new connection comes between the text before it and the text that may follow.
    @Test(arguments: [
        PaymentMachine.Input.terminal(.result(TerminalRecordID(2), .approved())),
        .terminal(.totals(TerminalRecordID(2), TerminalTotals())), .connected, .elapsed,
    ])
    func textBeforeSomethingElseIsNotToldOnceMore(_ input: PaymentMachine.Input) {
        func completed(_ between: [PaymentMachine.Input]) -> Bool {
            var machine = PaymentMachine(PaymentHistory(.sample()))
            let first = PaymentMachine.Input.terminal(.text(TerminalRecordID(1), Self.text(["TID 65000001"])))
            let second = PaymentMachine.Input.terminal(.text(TerminalRecordID(3), Self.text(["Danke"])))
            let steps = ([.begin, .terminal(.accepted), first] + between + [second]).flatMap { machine.handle($0) }
            return steps.contains { if case .write(.textsCompleted) = $0 { true } else { false } }
        }
        #expect(completed([]) && completed([.terminal(.progress(TerminalProgress(.presentCard)))]))
        #expect(!completed([input]))
    }

    @Test func aTextThatIsToldOnceMoreKeepsItsCopyAndItsEnd() {
        var texts = IncomingTexts()
        let merchant = TerminalText(copy: .merchant, lines: [PrintedLine("TID 65000001")], endsReceipt: true)
        #expect(texts.take(merchant).text.endsReceipt)
        let customer = TerminalText(copy: .customer, lines: [PrintedLine("Kundenbeleg")], endsReceipt: false)
        #expect(texts.take(customer) == IncomingTexts.Stored(completed: [merchant], text: customer))
    }

    @Test func ofTextsThatAllEndInDigitsNotManyAreKeptInMind() {
        var texts = IncomingTexts()
        for number in 0..<10_000 { _ = texts.take(Self.text(number.isMultiple(of: 3) ? [] : ["7"])) }
        #expect(texts.end().count <= 40)
    }

    @Test func anOrdinaryReceiptIsStoredAsItWasPrinted() {
        let lines = [
            "* * Kundenbeleg * *", "Datum 21.11.2026", "Uhrzeit 15:04:02 Uhr", "Beleg-Nr. 0017", "Trace-Nr. 000123",
            "Terminal-ID 65000001", "VU-Nr. 455600012345", "AID A0000000031010", "Betrag EUR 11,50", "",
            "AS-Zeit 21.11. 15:04", "Gen.-Nr. 123456", "00 GENEHMIGT",
        ]
        #expect(Self.stored(lines.map { [$0] }) == lines)
        #expect(Self.stored([lines]) == lines)
    }

    // MARK: - Helpers

    private static func text(_ lines: [String]) -> TerminalText {
        TerminalText(copy: nil, lines: lines.map { PrintedLine($0) }, endsReceipt: false)
    }

    private static func lines(_ texts: [TerminalText]) -> [String] { texts.flatMap(\.lines).map(\.text) }

    /// The texts that are in the journal in the end.
    private static func stored(_ telegrams: [[String]]) -> [String] {
        var (incoming, printed) = (IncomingTexts(), ResultTexts())
        for telegram in telegrams {
            let stored = incoming.take(text(telegram))
            printed.complete(stored.completed)
            printed.take(stored.text)
        }
        printed.complete(incoming.end())
        return lines(printed.texts)
    }

    /// Everything that is written meanwhile, row by row.
    private static func written(_ telegrams: [[String]]) -> [String] {
        var incoming = IncomingTexts()
        return telegrams.flatMap { lines([incoming.take(text($0)).text]) }
    }

    /// Whether the lines show more than this many digits of the number.
    private static func shows(_ number: String, besides most: Int = 4, _ lines: [String]) -> Bool {
        lines.joined().count { $0 == "*" } < number.count - most
    }

    /// All lines in one telegram, each line in a telegram of its own, and each line divided between two.
    private static func cuts(of lines: [String]) -> [[[String]]] {
        [[lines], lines.map { [$0] }, [Array(lines.prefix(1)), Array(lines.dropFirst())]]
    }
}

/// A card number in groups of digits, divided between lines and telegrams.
private struct Form {
    let number: String
    let telegrams: [[String]]

    init(_ chance: inout SeededGenerator) {
        let number = Self.drawnNumber(&chance)
        // A short number in groups with dots looks like a date where the end of a line divides it.
        let separator =
            ([" ", "-", "", "  ", "    ", " - "] + (number.count == 14 ? [] : [".", "/"]))
            .randomElement(using: &chance) ?? ""
        let groups = Self.groups(of: number, apart: separator.count == 1 && separator != "/", &chance)
        let padding = ["", "", "000", number.count < 15 ? "0" : "7"].randomElement(using: &chance) ?? ""
        let written = groups.count == 1 ? padding + number : groups.joined(separator: separator)
        let label = ["", "PAN ", "Karte: ", "Dank.\nNr "].randomElement(using: &chance) ?? ""
        let text = label + Self.broken(written, atGroups: groups.contains { $0.count < 4 }, &chance)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        self.number = number
        let cut = Int.random(in: 0...lines.count, using: &chance)
        telegrams = Bool.random(using: &chance) ? lines.map { [$0] } : [Array(lines[..<cut]), Array(lines[cut...])]
    }

    /// A random card number of 13 to 19 digits with the first digits of an issuer and a valid check digit.
    private static func drawnNumber(_ chance: inout SeededGenerator) -> String {
        let (first, count) =
            [("4", 13), ("36", 14), ("37", 15), ("4", 16), ("52", 16), ("2223", 16), ("60", 16), ("67", 19)]
            .randomElement(using: &chance) ?? ("4", 16)
        let body =
            first + (0..<count - first.count - 1).map { _ in String(Int.random(in: 1...8, using: &chance)) }.joined()
        return (0...9).map { body + String($0) }.first { CardData.isNumber($0.utf8.map { $0 - 0x30 }) } ?? body
    }

    /// Divides a number into groups, in one of the ways in which card numbers are written.
    ///
    /// - Parameter apart: whether groups may have fewer than four digits.
    private static func groups(of number: String, apart: Bool, _ chance: inout SeededGenerator) -> [String] {
        switch Int.random(in: 0...3, using: &chance) {
        case 0: return [number]
        case 1: return cut(number, Array(repeating: 4, count: 4))
        case 2 where number.count == 16:
            let sizes =
                [[6, 4], [8], [4, 8], [5, 5], [4, 6], [6, 6], [12], [7]].randomElement(using: &chance) ?? [8]
            return cut(number, sizes)
        default: return cut(number, Array(repeating: apart ? Int.random(in: 1...5, using: &chance) : 4, count: 18))
        }
    }

    private static func cut(_ number: String, _ sizes: [Int]) -> [String] {
        var rest = Substring(number)
        var groups: [String] = []
        for size in sizes where !rest.isEmpty {
            groups.append(String(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        return rest.isEmpty ? groups : groups + [String(rest)]
    }

    /// The text divided into at most four lines, as a narrow terminal would print it.
    private static func broken(_ text: String, atGroups: Bool, _ chance: inout SeededGenerator) -> String {
        var broken = text
        for _ in 0..<Int.random(in: 0...3, using: &chance) {
            let places = broken.indices.dropFirst().filter { !atGroups || !broken[broken.index(before: $0)].isNumber }
            guard let place = places.randomElement(using: &chance) else { break }
            broken.insert(contentsOf: ["\n", "\n   ", " \n"].randomElement(using: &chance) ?? "\n", at: place)
        }
        return broken
    }
}
