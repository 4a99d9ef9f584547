/// Finds card data in a text, given as its scalars or its bytes.
struct CardDataScan {
    /// Which dates are expiry dates.
    enum Expiry {
        /// They may be shown.
        case shown
        /// One right behind a number that is masked, and any that words announce where there is a whole number as well.
        case besideNumber
        /// Any that words announce.
        case announced
    }

    private let symbols: [UInt32]
    /// Digits without anything between them.
    private let groups: [Range<Int>]
    private var hidden: [Bool]

    init(_ symbols: [UInt32]) {
        self.symbols = symbols
        groups = Self.groups(in: symbols)
        hidden = []
    }

    private static func groups(in symbols: [UInt32]) -> [Range<Int>] {
        var groups: [Range<Int>] = []
        var first = 0
        for place in symbols.indices where digit(symbols[place]) == nil {
            if first < place { groups.append(first..<place) }
            first = place + 1
        }
        if first < symbols.count { groups.append(first..<symbols.count) }
        return groups
    }

    /// Which symbols must not be shown; nil when all may.
    consuming func cardData(_ expiry: Expiry) -> [Bool]? {
        guard groups.reduce(0, { $0 + $1.count }) >= CardData.shownDigits else { return nil }
        hidden = Array(repeating: false, count: symbols.count)
        hideNumbers()
        switch expiry {
        case .shown: break
        case .besideNumber: hideExpiries(announced: hidden.contains(true))
        case .announced: hideExpiries(announced: true)
        }
        return hidden.contains(true) ? hidden : nil
    }

    // MARK: Card numbers

    private mutating func hideNumbers() {
        var first = 0
        while first < groups.count {
            guard let last = endOfNumber(from: first) else {
                first += 1
                continue
            }
            let places = groups[first...last].joined()
            for place in places.dropLast(CardData.shownDigits) { hidden[place] = true }
            hideTrack(behind: last)
            first = last + 1
        }
    }

    /// The last group of the longest card number that begins with this one.
    private func endOfNumber(from first: Int) -> Int? {
        if isOnTrack(first) { return first }
        var count = 0
        var found: Int?
        for last in first..<groups.count {
            if last > first, !joins(groups[last - 1], groups[last]) { break }
            count += groups[last].count
            guard count <= CardData.digitCount.upperBound else { break }
            guard count >= CardData.digitCount.lowerBound, isGrouping(groups[first...last]) else { continue }
            if CardData.isNumber(groups[first...last].joined().compactMap { Self.digit(symbols[$0]) }) { found = last }
        }
        return found
    }

    /// Whether a card number is written in groups like these: in one; cut in two; all of one size, but for a shorter last
    /// one; or four, six, and the rest. Serial numbers and tables mostly are not.
    private func isGrouping(_ groups: ArraySlice<Range<Int>>) -> Bool {
        let sizes = groups.map(\.count)
        guard let first = sizes.first, let last = sizes.last else { return false }
        if sizes.count == 2 { return sizes.allSatisfy { $0 >= Self.smallestGroup } }
        return sizes.dropLast().allSatisfy { $0 == first } && last <= first || sizes.starts(with: [4, 6])
    }

    // MARK: What may stand between digits

    /// Groups of four digits or more may be parted by anything short that is neither letter nor digit; smaller ones, down
    /// to single digits, by one blank or hyphen. A line may end between two of them.
    private func joins(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        let gap = symbols[left.upperBound..<right.lowerBound]
        if gap.count == 1, gap.allSatisfy(Self.isBlankOrHyphen) { return true }
        guard left.count >= Self.smallestGroup, right.count >= Self.smallestGroup else { return false }
        if gap.count <= Self.widestGap { return !gap.contains(where: Self.isLetter) }
        return gap.contains(Self.lineFeed) && gap.allSatisfy { Self.isBlankOrHyphen($0) || $0 == Self.lineFeed }
    }

    private static let smallestGroup = 4
    private static let widestGap = 3
    private static let lineFeed: UInt32 = 0x0A

    private static func isBlankOrHyphen(_ symbol: UInt32) -> Bool {
        switch symbol {
        case 0x20, 0x2D, 0xA0, 0xAD, 0x2000...0x200F, 0x2010...0x2015, 0x202F, 0x2060, 0x2212, 0xFEFF: true
        default: false
        }
    }

    private static func isLetter(_ symbol: UInt32) -> Bool {
        if symbol < 0x80 { return (0x41...0x5A).contains(symbol & ~0x20) }
        return Unicode.Scalar(symbol)?.properties.isAlphabetic ?? false
    }

    /// The value of a digit, in any script.
    private static func digit(_ symbol: UInt32) -> UInt8? {
        if symbol < 0x80 { return (0x30...0x39).contains(symbol) ? UInt8(symbol - 0x30) : nil }
        guard symbol > 0xFF, let scalar = Unicode.Scalar(symbol), scalar.properties.numericType == .decimal else {
            return nil
        }
        return scalar.properties.numericValue.map { UInt8($0) }
    }

    // MARK: Magnetic tracks

    /// Digits of a number on a track, the format code of track 3 included.
    private static let trackDigits = 12...21
    /// Expiry and service code: what follows a number on a track at least.
    private static let fewestAfterSeparator = 7
    /// Track 1 holds 79 characters.
    private static let longestTrack = 79

    /// A number is one on a track, whatever its check digit says, by what follows it (ISO/IEC 7813).
    private func isOnTrack(_ number: Int) -> Bool {
        let group = groups[number]
        guard Self.trackDigits.contains(group.count), let separator = symbol(at: group.upperBound) else { return false }
        return switch separator {
        case 0x5E: true
        case 0x3D, 0x44, 0x64: digits(behind: number).count >= Self.fewestAfterSeparator
        default: false
        }
    }

    private mutating func hideTrack(behind number: Int) {
        let place = groups[number].upperBound
        switch symbol(at: place) {
        case 0x3D, 0x44, 0x64: for place in digits(behind: number) { hidden[place] = true }
        case 0x5E:
            let rest = symbols[place...].prefix(Self.longestTrack).prefix { $0 != 0x3F && $0 != Self.lineFeed }
            for place in rest.indices where symbols[place] != 0x5E { hidden[place] = true }
        default: break
        }
    }

    private func symbol(at place: Int) -> UInt32? { place < symbols.count ? symbols[place] : nil }

    /// The digits that one symbol parts from this group.
    private func digits(behind number: Int) -> Range<Int> {
        let place = groups[number].upperBound + 1
        guard number + 1 < groups.count, groups[number + 1].lowerBound == place else { return place..<place }
        return groups[number + 1]
    }
}

// MARK: - A quick look

extension CardDataScan {
    /// False only where the thorough look finds nothing: no number has room, and nothing announces an expiry date or
    /// stands beside it as one.
    static func mayFindCardData(in text: String) -> Bool {
        var digits = 0
        var hasSlash = false
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
            case UInt8(ascii: "/"): hasSlash = true
            case firstOfForeignDigits... where byte != firstOfPunctuation: return true
            default: break
            }
        }
        if digits >= trackDigits.lowerBound { return true }
        return digits >= CardData.shownDigits && (hasSlash || mayAnnounce(text.utf8))
    }

    /// In UTF-8, U+0660 is the first digit that is no ASCII; U+2000 to U+2FFF, euro and dashes among them, holds none.
    private static let firstOfForeignDigits: UInt8 = 0xD9
    private static let firstOfPunctuation: UInt8 = 0xE2

    private static func mayAnnounce(_ bytes: String.UTF8View) -> Bool {
        let openings = openings
        var last: UInt8 = 0
        for byte in bytes {
            let next = byte < 0x80 ? byte | 0x20 : byte
            if openings.contains(where: { $0 == (last, next) }) { return true }
            last = next
        }
        return false
    }

    /// How the announcing words begin, in UTF-8.
    private static let openings: [(UInt8, UInt8)] = (announcements + beginnings).map { word in
        let bytes = String(String.UnicodeScalarView(word.compactMap(Unicode.Scalar.init))).utf8.prefix(2)
        return (bytes.first ?? 0, bytes.last ?? 0)
    }
}

// MARK: - Expiry

extension CardDataScan {
    /// The words that announce an expiry date, how such words begin, and what may stand between them and it.
    private static let announcements = ["exp", "expiry", "expires", "expiration", "valid"].map(scalars)
    private static let beginnings = ["gültig", "gueltig", "verf", "ablauf"].map(scalars)
    private static let links = ["bis", "thru", "to", "until", "date"].map(scalars)

    private static func scalars(_ word: String) -> [UInt32] { word.unicodeScalars.map(\.value) }

    private mutating func hideExpiries(announced: Bool) {
        for (number, group) in groups.enumerated() {
            guard let date = date(from: number),
                announced && isAnnounced(group.lowerBound) || isBesideNumber(number)
            else { continue }
            for place in date where Self.digit(symbols[place]) != nil { hidden[place] = true }
        }
    }

    /// `12/27`, `12 . 2027`, `1227`: month and year, or the other way round.
    private func date(from number: Int) -> Range<Int>? {
        let first = groups[number]
        if [4, 6].contains(first.count) { return first }
        guard first.count == 2, number + 1 < groups.count else { return nil }
        let second = groups[number + 1]
        let between = symbols[first.upperBound..<second.lowerBound].lazy.filter { !Self.isHorizontalSpace($0) }
        guard (2...4).contains(second.count), between.count <= 1, between.allSatisfy(Self.isDateSeparator) else {
            return nil
        }
        return first.lowerBound..<second.upperBound
    }

    private static func isDateSeparator(_ symbol: UInt32) -> Bool { [0x2D, 0x2E, 0x2F].contains(symbol) }
    private static func isHorizontalSpace(_ symbol: UInt32) -> Bool { [0x09, 0x20, 0xA0].contains(symbol) }

    private func isAnnounced(_ place: Int) -> Bool {
        let last = word(before: place)
        if announces(last) { return true }
        return Self.links.contains { reads(last, $0) } && announces(word(before: last.lowerBound))
    }

    private func announces(_ word: Range<Int>) -> Bool {
        Self.announcements.contains { reads(word, $0) } || Self.beginnings.contains { reads(word.prefix($0.count), $0) }
    }

    /// The word that ends before this place, blanks, dots and colons between them aside.
    private func word(before place: Int) -> Range<Int> {
        let isBetween: (UInt32) -> Bool = { Self.isHorizontalSpace($0) || $0 == 0x2E || $0 == 0x3A }
        let end = symbols[..<place].lastIndex { !isBetween($0) }.map { $0 + 1 } ?? 0
        let start = symbols[..<end].lastIndex { !Self.isLetter($0) }.map { $0 + 1 } ?? 0
        return start..<end
    }

    /// Whether this is there, in capitals or not. Written in letters of ISO 8859-1, as all our words are.
    private func reads(_ place: Range<Int>, _ word: [UInt32]) -> Bool {
        place.count == word.count && zip(symbols[place], word).allSatisfy { Self.lowercased($0) == $1 }
    }

    private static func lowercased(_ symbol: UInt32) -> UInt32 {
        switch symbol {
        case 0x41...0x5A, 0xC0...0xDE: symbol | 0x20
        default: symbol
        }
    }

    /// Right behind the last digits of a number that is masked already, by us or by the terminal, and written `12/27`.
    private func isBesideNumber(_ number: Int) -> Bool {
        guard number > 0, symbol(at: groups[number].lowerBound + 2) == 0x2F else { return false }
        let shown = groups[number - 1]
        let gap = symbols[shown.upperBound..<groups[number].lowerBound]
        guard gap.allSatisfy({ $0 == 0x20 }) else { return false }
        let before = symbols[..<(shown.upperBound - min(shown.count, CardData.shownDigits))]
        let places = before.indices.suffix(Self.smallestGroup + Self.widestGap)
        let masked = places.filter { hidden[$0] || Self.isMask(symbols[$0]) }
        return masked.count >= Self.smallestGroup
    }

    /// `*`, `#`, `X`, `x`, a bullet.
    private static func isMask(_ symbol: UInt32) -> Bool { [0x2A, 0x23, 0x58, 0x78, 0x2022].contains(symbol) }
}
