/// Finds card numbers in a text by their digits, in the groups in which people and terminals write them.
///
/// A terminal's number is found in more forms than a shop's: with zeros before it, with one digit too many, or split by
/// the end of a line. To hide another number of a terminal by mistake does little harm.
struct CardNumberScan {
    let symbols: [UInt32]
    /// The groups of consecutive digits.
    let groups: [Range<Int>]
    /// Whether to search for forms in which only a terminal would write a number.
    let isPrinted: Bool
    /// Whether to search for numbers of 13 and 14 digits, of which there are few, while many other numbers have that
    /// length.
    var findsShortOnes = true

    struct Number {
        /// The positions of its digits.
        let places: [Int]
        /// The last group of digits.
        let lastGroup: Int
    }

    /// The longest card number that begins with this group; nil if none does.
    func number(from first: Int) -> Number? {
        var count = 0
        var found: Number?
        for last in first..<groups.count {
            if last > first, !joins(groups[last - 1], groups[last]) { break }
            count += groups[last].count
            guard count <= CardData.digitCount.upperBound else { break }
            guard count >= CardData.digitCount.lowerBound, isGrouping(first...last) else { continue }
            let places = Array(groups[first...last].joined())
            if isNumber(places[...]) { found = Number(places: places, lastGroup: last) }
        }
        return found ?? (isPrinted ? paddedNumber(in: first) : nil)
    }

    private func isNumber(_ places: ArraySlice<Int>) -> Bool {
        CardData.digitCount.contains(places.count) && (findsShortOnes || Self.usualCounts.contains(places.count))
            && CardData.isNumber(places.compactMap { CardDataScan.digit(symbols[$0]) })
    }

    // MARK: In one group

    /// The card number in one group of digits with zeros around it, or with one digit too many on either side.
    private func paddedNumber(in group: Int) -> Number? {
        let places = Array(groups[group])
        guard places.count > CardData.digitCount.lowerBound, places.count <= Self.longestPadded else { return nil }
        let isZero = { CardDataScan.digit(symbols[$0]) == 0 }
        let unpadded = places[...].drop(while: isZero)
        let zeros = unpadded.reversed().prefix(while: isZero).count
        // Shorter numbers are left out, because too many other numbers have that length.
        let withOneTooMany = [
            places.dropFirst(), places.dropLast(), places.dropFirst().dropLast(), unpadded.dropLast(),
            unpadded.dropLast(zeros),
        ].filter { Self.usualCounts.contains($0.count) }
        return ([unpadded] + withOneTooMany).first(where: isNumber).map { Number(places: Array($0), lastGroup: group) }
    }

    /// The longest padded field: longer ones contain something else.
    private static let longestPadded = 32

    // MARK: In several groups

    /// Whether a card number is written in groups like these: one group; two groups; groups of one size with a shorter
    /// last one; four, six, and the rest; or any others with the same sign between them that make up a usual length.
    /// Serial numbers and tables usually are not.
    private func isGrouping(_ range: ClosedRange<Int>) -> Bool {
        let sizes = groups[range].map(\.count)
        guard let first = sizes.first, let last = sizes.last, sizes.count > 1 else { return true }
        if sizes.count == 2 { return sizes.allSatisfy { $0 >= Self.smallestGroup } }
        if sizes.dropLast().allSatisfy({ $0 == first }), last <= first { return true }
        if sizes.starts(with: [4, 6]) { return true }
        return isPrinted && sizes.allSatisfy { $0 >= Self.smallestGroup } && hasOneGap(range)
            && !isBeforeLetter(range.upperBound)
            && Self.usualCounts.contains(sizes.reduce(0, +))
    }

    private static let usualCounts: Set = [15, 16, 19]

    private func hasOneGap(_ range: ClosedRange<Int>) -> Bool {
        let gaps = range.dropLast().map { symbols[groups[$0].upperBound..<groups[$0 + 1].lowerBound] }
        return gaps.dropFirst().allSatisfy { $0.elementsEqual(gaps[0]) }
    }

    private func isBeforeLetter(_ group: Int) -> Bool {
        let end = groups[group].upperBound
        return end < symbols.count && ExpiryWords.isLetter(symbols[end])
    }

    /// Groups of four digits or more may be separated by anything short that is neither letter nor digit, or by some
    /// blanks; smaller groups, even single digits, by one sign. A line may end between two groups.
    private func joins(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        let gap = symbols[left.upperBound..<right.lowerBound]
        if gap.count == 1, gap.allSatisfy({ Self.isBlankOrHyphen($0) || isPrinted && $0 == Self.dot }) { return true }
        guard left.count >= Self.smallestGroup else { return false }
        if isPrinted, gap.count == 1 { return !gap.contains(where: ExpiryWords.isLetter) }
        if isPrinted, gap.count <= Self.mostBlanks, gap.allSatisfy(Self.isBlankOrHyphen) { return true }
        guard right.count >= Self.smallestGroup else { return false }
        if gap.count <= Self.widestGap { return !gap.contains(where: ExpiryWords.isLetter) }
        return gap.contains(Self.lineFeed) && gap.allSatisfy { Self.isBlankOrHyphen($0) || $0 == Self.lineFeed }
    }

    private static let smallestGroup = 4
    private static let widestGap = 3
    private static let mostBlanks = 8
    private static let lineFeed: UInt32 = 0x0A
    private static let dot: UInt32 = 0x2E
    private static let mask: UInt32 = 0x2A

    static func isBlankOrHyphen(_ symbol: UInt32) -> Bool {
        switch symbol {
        case 0x20, 0x2D, 0xA0, 0xAD, 0x2000...0x200F, 0x2010...0x2015, 0x202F, 0x2060, 0x2212, 0xFEFF: true
        default: false
        }
    }

    // MARK: Across the ends of lines

    /// How a break between two digits may be read: the end of a line with the blanks next to it.
    enum Reading: CaseIterable {
        /// The break is read as nothing, except next to a date, a time or an amount.
        case nothing
        /// The break is read as nothing everywhere. Only numbers of a usual length count.
        case nothingAnywhere
        case blank
    }

    /// The positions of all symbols except the breaks between two digits; nil if there is none. If a break is read as a
    /// blank, its first position stays.
    static func placesWithoutBreaks(_ symbols: [UInt32], _ reading: Reading) -> [Int]? {
        guard symbols.contains(where: isLineEnd) else { return nil }
        var places: [Int] = []
        var hasBreak = false
        var place = 0
        while place < symbols.count {
            guard let end = endOfBreak(at: place, in: symbols), reading != .nothing || !partsDates(place, end, symbols)
            else {
                places.append(place)
                place += 1
                continue
            }
            if reading == .blank { places.append(place) }
            hasBreak = true
            place = end
        }
        return hasBreak ? places : nil
    }

    /// The end of a break that begins here and separates two digits, with its blanks and at most one sign.
    private static func endOfBreak(at place: Int, in symbols: [UInt32]) -> Int? {
        guard place > 0, CardDataScan.digit(symbols[place]) == nil, CardDataScan.digit(symbols[place - 1]) != nil else {
            return nil
        }
        var (hasLineEnd, signs) = (false, 0)
        for end in place..<min(place + widestBreak, symbols.count) {
            let symbol = symbols[end]
            if CardDataScan.digit(symbol) != nil { return hasLineEnd ? end : nil }
            if isLineEnd(symbol) { hasLineEnd = true }
            if !isLineEnd(symbol), !isBlankOrHyphen(symbol) { signs += 1 }
            if signs > 1 || ExpiryWords.isLetter(symbol) { return nil }
        }
        return nil
    }

    /// Whether the digits before or after a break belong to a date, a time or an amount, as in `11,50` and
    /// `21.11.2026`.
    private static func partsDates(_ place: Int, _ end: Int, _ symbols: [UInt32]) -> Bool {
        let before = symbols[..<place].suffix(4).map(shape)
        let behind = symbols[end...].prefix(6).map(shape)
        return before.suffix(4).elementsEqual([.digit, .point, .digit, .digit])
            || (1...2).contains { count in
                let rest = behind.drop { $0 == .digit }.dropFirst()
                return behind.prefix { $0 == .digit }.count == count && behind.dropFirst(count).first == .point
                    && (1...2).contains(rest.prefix { $0 == .digit }.count)
            }
    }

    private enum Shape { case digit, point, other }

    private static func shape(_ symbol: UInt32) -> Shape {
        if CardDataScan.digit(symbol) != nil { return .digit }
        return [0x2C, 0x2E, 0x2F, 0x3A].contains(symbol) ? .point : .other
    }

    static func isLineEnd(_ symbol: UInt32) -> Bool { symbol == lineFeed || symbol == 0x0D }

    /// The most blanks at the end of one wide line and the beginning of the next.
    private static let widestBreak = 96

    // MARK: Text that is still to come

    /// The position of the first digit at the end of a text that may continue as one card number in the text to come;
    /// nil if the text ends in something else. Masked symbols may begin a longer number.
    static func startOfOpenNumber(in symbols: [UInt32]) -> Int? {
        var start: Int?
        var digits = 0
        var (gap, signs) = (0, 0)
        for place in symbols.indices.reversed() {
            let symbol = symbols[place]
            if CardDataScan.digit(symbol) != nil || symbol == mask {
                start = place
                digits += 1
                (gap, signs) = (0, 0)
                if digits == CardData.digitCount.upperBound - 1 { break }
            } else {
                gap += 1
                if !isLineEnd(symbol), !isBlankOrHyphen(symbol) { signs += 1 }
                if gap > widestBreak || signs > widestGap || ExpiryWords.isLetter(symbol) { break }
            }
        }
        return start
    }
}
