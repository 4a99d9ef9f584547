/// Finds expiry dates of cards in a text by their shape, near a word for "expiry" in any language that terminals print
/// (`ExpiryWords`). To hide another date by mistake does little harm; to show an expiry date is forbidden.
struct ExpiryScan {
    let symbols: [UInt32]
    /// The groups of consecutive digits.
    let groups: [Range<Int>]

    /// A part of the text that looks like a date.
    private struct Date {
        enum Shape {
            /// `12/27`, `2027/12`.
            case slashed
            /// `12.27`, `12-2027`, `12 27`, `Dec 2027`: it may also be an amount.
            case loose
            /// `31.12.2027`.
            case full
            /// `1227`, `122027`, `271231`.
            case bare
        }

        let range: Range<Int>
        let shape: Shape
    }

    /// How many lines after the word's line are searched for its date.
    private static let linesBehind = 3

    /// The positions of the expiry dates in the text. The work grows with the length of the text and not with its square: a terminal
    /// decides what is in it.
    func places() -> [Range<Int>] {
        let dates = self.dates()
        guard !dates.isEmpty else { return [] }
        return certainPlaces(dates) + announcedPlaces(dates)
    }

    /// Dates behind a masked card number, and those behind a word such as "until" that names no card.
    private func certainPlaces(_ dates: [Date]) -> [Range<Int>] {
        var places = dates.filter { isCertain($0) && followsMaskedNumber($0) }.map(\.range)
        for line in lines(of: ExpiryWords.untils.matches(in: symbols)) {
            let found = dates[within(line.behindFirstWord, dates)].filter(isCertain)
            if !found.isEmpty, namesCard(symbols[line.range]) {
                places += found.map(\.range)
            } else if found.count == 1, let date = found.first {
                let words = line.words.prefix(Self.mostWords).filter { $0.upperBound <= date.range.lowerBound }
                if words.contains(where: { isAll(of: line.range, from: $0, to: date) }) { places.append(date.range) }
            }
        }
        return places
    }

    private func announcedPlaces(_ dates: [Date]) -> [Range<Int>] {
        var places: [Range<Int>] = []
        for line in lines(of: ExpiryWords.all.matches(in: symbols)) {
            let found = within(line.behindFirstWord, dates)
            let amounts = dates[found].map { $0.shape == .loose && isAmount($0.range) }
            places += zip(dates[found], amounts).filter { !$1 && ($0.shape != .bare || isPlausible($0.range)) }
                .map(\.0.range)
            var isOpen = false
            for word in line.words {
                let next = max(found.lowerBound, firstDate(dates) { $0.lowerBound >= word.upperBound })
                // The first group of bare digits behind a word is a date, whatever its digits are.
                if let date = (next..<max(next, found.upperBound)).first(where: { !amounts[$0 - found.lowerBound] }) {
                    places.append(dates[date].range)
                } else if next > 0, isRightBefore(word, dates[next - 1]) {
                    places.append(dates[next - 1].range)
                } else {
                    isOpen = true
                }
            }
            if isOpen { places += behind(line.range.upperBound, dates) }
        }
        return places
    }

    // MARK: Lines

    /// How many words of a line are tried, and how many symbols beside a date are looked at. No terminal's line has more.
    private static let (mostWords, mostSymbols) = (8, 80)

    /// A line of the text, and the words in it.
    private struct Line {
        let range: Range<Int>
        var words: [Range<Int>]

        var behindFirstWord: Range<Int> { words[0].upperBound..<max(words[0].upperBound, range.upperBound) }
    }

    private func lines(of words: [Range<Int>]) -> [Line] {
        var lines: [Line] = []
        for word in words.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = lines.last, word.upperBound <= last.range.upperBound {
                lines[lines.count - 1].words.append(word)
            } else {
                let range = lineStart(before: word.lowerBound)..<lineEnd(from: word.upperBound)
                lines.append(Line(range: range, words: [word]))
            }
        }
        return lines
    }

    /// The dates that are in a part of the text; none at all at the place where they would be.
    private func within(_ range: Range<Int>, _ dates: [Date]) -> Range<Int> {
        let first = firstDate(dates) { $0.lowerBound >= range.lowerBound }
        return first..<max(first, firstDate(dates) { $0.upperBound > range.upperBound })
    }

    /// The first date for which it holds, if it holds for all behind it.
    private func firstDate(_ dates: [Date], _ holds: (Range<Int>) -> Bool) -> Int {
        var (low, high) = (0, dates.count)
        while low < high {
            let middle = (low + high) / 2
            if holds(dates[middle].range) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    // MARK: Positions

    /// Whether it is a month and a year and nothing else, without a word that says so.
    private func isCertain(_ date: Date) -> Bool {
        switch date.shape {
        case .slashed: true
        case .bare: date.range.count == 4 && isPlausible(date.range)
        case .loose, .full: false
        }
    }

    /// Whether the line has nothing but the word, the date, and words that link them.
    private func isAll(of line: Range<Int>, from word: Range<Int>, to date: Date) -> Bool {
        let (before, after) = (
            symbols[line.lowerBound..<word.lowerBound], symbols[date.range.upperBound..<line.upperBound]
        )
        return ExpiryWords.areLinks(before) && ExpiryWords.areLinks(symbols[word.upperBound..<date.range.lowerBound])
            && (before + after).allSatisfy { CardDataScan.digit($0) == nil }
            && !after.contains(where: ExpiryWords.isLetter)
    }

    private func namesCard(_ line: ArraySlice<UInt32>) -> Bool {
        line.filter(CardDataScan.isMask).count >= 4 || !ExpiryWords.cards.matches(in: Array(line)).isEmpty
    }

    /// Whether a masked card number stands right before the date, as in `************1234 12/29`.
    private func followsMaskedNumber(_ date: Date) -> Bool {
        let line = symbols[..<date.range.lowerBound].suffix(Self.mostSymbols).reversed().prefix { !Self.isLineEnd($0) }
        let rest = line.drop(while: Self.isBlank)
        let digits = rest.prefix { CardDataScan.digit($0) != nil }.count
        guard rest.startIndex != line.startIndex, digits == CardData.shownDigits else { return false }
        return rest.dropFirst(digits).drop(while: Self.isBlank).prefix(4).filter(CardDataScan.isMask).count == 4
    }

    /// Whether a date stands right before its word with nothing but signs between them, as in `12/27 EXP`.
    private func isRightBefore(_ word: Range<Int>, _ date: Date) -> Bool {
        guard date.range.upperBound <= word.lowerBound, date.shape == .slashed || date.shape == .loose else {
            return false
        }
        let gap = symbols[date.range.upperBound..<word.lowerBound]
        return gap.count <= 4 && !gap.contains { Self.isLineEnd($0) || ExpiryWords.isLetter($0) }
    }

    /// The expiry dates on the lines after the word's line: every date with a slash, and any other date without a
    /// foreign word before it on its line.
    private func behind(_ line: Int, _ dates: [Date]) -> [Range<Int>] {
        var start = line
        var places: [Range<Int>] = []
        for _ in 0..<Self.linesBehind where start < symbols.count {
            start += 1
            let end = lineEnd(from: start)
            let found = dates[within(start..<max(start, end), dates)].filter { stands(alone: $0, from: start, to: end) }
            places += found.map(\.range)
            // Bare digits may mean anything.
            if found.contains(where: { $0.shape != .bare }) { break }
            start = end
        }
        return places
    }

    private func stands(alone date: Date, from start: Int, to end: Int) -> Bool {
        if date.shape == .slashed { return true }
        let others = symbols[start..<date.range.lowerBound].suffix(Self.mostSymbols)
        guard ExpiryWords.areLinks(others), !isAmount(date.range) else { return false }
        let rest = symbols[date.range.upperBound..<end].prefix(Self.mostSymbols)
        switch date.shape {
        case .slashed: return true
        case .loose: return !rest.contains(where: ExpiryWords.isLetter)
        case .full: return rest.allSatisfy { $0 == 0x20 }
        case .bare: return isPlausible(date.range) && !rest.contains(where: ExpiryWords.isLetter)
        }
    }

    private func lineStart(before place: Int) -> Int {
        symbols[..<place].lastIndex(where: Self.isLineEnd).map { $0 + 1 } ?? 0
    }

    private func lineEnd(from place: Int) -> Int {
        symbols[min(place, symbols.count)...].firstIndex(where: Self.isLineEnd) ?? symbols.count
    }

    private static func isLineEnd(_ symbol: UInt32) -> Bool { symbol == 0x0A || symbol == 0x0D }

    // MARK: Shapes

    private func dates() -> [Date] {
        var dates: [Date] = []
        var number = 0
        while number < groups.count {
            guard let (date, count) = date(at: number) else {
                number += 1
                continue
            }
            dates.append(date)
            number += count
        }
        return dates
    }

    private func date(at number: Int) -> (Date, groups: Int)? {
        if let end = fullDate(at: number) { return (Date(range: span(number, end), shape: .full), 3) }
        if isSlashed(number) { return (Date(range: span(number, number + 1), shape: .slashed), 2) }
        if !isSlashed(number + 1), isLoose(number) { return (Date(range: span(number, number + 1), shape: .loose), 2) }
        if isNamed(number) { return (Date(range: groups[number], shape: .loose), 1) }
        return isBare(number) ? (Date(range: groups[number], shape: .bare), 1) : nil
    }

    /// Whether a group is 4, 6 or 8 bare digits without a fraction after it.
    private func isBare(_ number: Int) -> Bool {
        guard [4, 6, 8].contains(groups[number].count), !isEndOfMaskedNumber(groups[number]) else { return false }
        guard number + 1 < groups.count, groups[number + 1].lowerBound == groups[number].upperBound + 1 else {
            return true
        }
        return !([0x2C, 0x2E].contains(symbols[groups[number].upperBound]) && groups[number + 1].count <= 2)
    }

    private func span(_ first: Int, _ last: Int) -> Range<Int> { groups[first].lowerBound..<groups[last].upperBound }

    private func isEndOfMaskedNumber(_ group: Range<Int>) -> Bool {
        group.count == CardData.shownDigits && symbols[..<group.lowerBound].suffix(2).allSatisfy(CardDataScan.isMask)
            && group.lowerBound > 1
    }

    /// The last group of a date with a day that begins with this group; nil if none does.
    private func fullDate(at number: Int) -> Int? {
        guard number + 2 < groups.count, let one = separator(behind: number), let other = separator(behind: number + 1),
            one == other, one != 0x20
        else { return nil }
        let sizes = groups[number...(number + 2)].map(\.count)
        let isDayFirst = sizes[0] <= 2 && sizes[1] <= 2 && [2, 4].contains(sizes[2])
        let isYearFirst = sizes[0] == 4 && sizes[1] <= 2 && sizes[2] <= 2
        return isDayFirst || isYearFirst ? number + 2 : nil
    }

    private func isSlashed(_ number: Int) -> Bool { hasSizes(number) && separator(behind: number) == 0x2F }

    private func isLoose(_ number: Int) -> Bool {
        guard hasSizes(number), let separator = separator(behind: number), separator != 0x2F else { return false }
        let (first, second) = (groups[number], groups[number + 1])
        guard !isTime(first), !isTime(second) else { return false }
        if isMonth(first), isYear(second) { return true }
        return separator != 0x20 && isYear(first) && isMonth(second)
    }

    /// Whether the groups are a month of one or two digits and a year of two or four, in either order.
    private func hasSizes(_ number: Int) -> Bool {
        guard number + 1 < groups.count else { return false }
        let (first, second) = (groups[number].count, groups[number + 1].count)
        return first <= 2 && [2, 4].contains(second) || [2, 4].contains(first) && second <= 2
    }

    private static let widestGap = 5

    /// The sign between this group and the next: `/` for a slash and its substitutes, `-` for any other sign, or a
    /// blank. Nil if the gap is wider or has two signs.
    private func separator(behind number: Int) -> UInt32? {
        guard number + 1 < groups.count else { return nil }
        let gap = symbols[groups[number].upperBound..<groups[number + 1].lowerBound]
        guard gap.count <= Self.widestGap else { return nil }
        let signs = gap.filter { !Self.isBlank($0) }
        guard let sign = signs.first else { return 0x20 }
        guard signs.count == 1 else { return nil }
        switch sign {
        case 0x2F, 0x5C, 0x7C, 0x2044, 0x2215, 0xFF0F: return 0x2F
        case 0x2E, 0x2D, 0x5F, 0x27, 0xB7, 0x2019, 0x2010...0x2015, 0x2212: return 0x2D
        default: return nil
        }
    }

    private static func isBlank(_ symbol: UInt32) -> Bool {
        switch symbol {
        case 0x09, 0x20, 0xA0, 0xAD, 0x2000...0x200F, 0x202F, 0x2060, 0xFEFF: true
        default: false
        }
    }

    /// Whether a year follows the name of a month, as in `Dec 27` and `DEZ. 2027`.
    private func isNamed(_ number: Int) -> Bool {
        let group = groups[number]
        guard [2, 4].contains(group.count), isYear(group) else { return false }
        let before = symbols[..<group.lowerBound].suffix(3)
        guard let letter = before.lastIndex(where: ExpiryWords.isLetter),
            symbols[letter..<group.lowerBound].count <= 3
        else { return false }
        let start = symbols[...letter].lastIndex { !ExpiryWords.isLetter($0) }.map { $0 + 1 } ?? 0
        return ExpiryWords.isMonth(symbols[start...letter])
    }

    private func value(_ group: Range<Int>) -> Int {
        group.reduce(0) { $0 * 10 + Int(CardDataScan.digit(symbols[$1]) ?? 0) }
    }

    private func isMonth(_ group: Range<Int>) -> Bool { group.count <= 2 && (1...12).contains(value(group)) }

    /// Cards are valid for a few years, but a terminal's test cards for many.
    private func isYear(_ group: Range<Int>) -> Bool {
        switch group.count {
        case 2: (15...79).contains(value(group))
        case 4: (2015...2079).contains(value(group))
        default: false
        }
    }

    private func isPlausible(_ digits: Range<Int>) -> Bool {
        let places = [2, 4].filter { $0 < digits.count }
        return places.contains { cut in
            let (head, tail) = (digits.prefix(cut), digits.dropFirst(cut))
            return isMonth(head) && isYear(tail) || isYear(head) && isMonth(tail.prefix(2))
        }
    }

    private func isTime(_ group: Range<Int>) -> Bool {
        isColonWithDigit(group.lowerBound - 1, group.lowerBound - 2)
            || isColonWithDigit(group.upperBound, group.upperBound + 1)
    }

    private func isColonWithDigit(_ colon: Int, _ digit: Int) -> Bool {
        guard symbols.indices.contains(colon), symbols.indices.contains(digit) else { return false }
        return symbols[colon] == 0x3A && CardDataScan.digit(symbols[digit]) != nil
    }

    /// Whether a currency stands next to it, as in `EUR 12.50` and `12.50 €`.
    private func isAmount(_ range: Range<Int>) -> Bool {
        let isPart: (UInt32) -> Bool = { ExpiryWords.isLetter($0) || $0 == 0x24 || $0 == 0xA3 || $0 == 0x20AC }
        let before = symbols[..<range.lowerBound].reversed().drop(while: Self.isBlank).prefix(while: isPart).reversed()
        let after = symbols[range.upperBound...].drop(while: Self.isBlank).prefix(while: isPart)
        return ExpiryWords.isCurrency(Array(before)) || ExpiryWords.isCurrency(after)
    }
}
