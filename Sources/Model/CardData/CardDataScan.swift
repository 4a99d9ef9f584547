/// Finds card data in a text that is given as scalars or bytes.
struct CardDataScan {
    /// The dates that count as expiry dates.
    enum Expiry {
        /// None: expiry dates may be shown.
        case shown
        /// A date directly after a masked number and, if there is a whole number, any that a word announces.
        case besideNumber
        /// Any date that a word announces.
        case announced
    }

    private let symbols: [UInt32]
    /// The groups of consecutive digits.
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

    /// The symbols that must not be shown; nil if all may be.
    consuming func cardData(_ expiry: Expiry) -> [Bool]? {
        guard groups.reduce(0, { $0 + $1.count }) >= Self.fewestDigits else { return nil }
        hidden = Array(repeating: false, count: symbols.count)
        let isPrinted = expiry != .besideNumber
        hideNumbers(isPrinted: isPrinted)
        if isPrinted { hideBrokenNumbers() }
        switch expiry {
        case .shown: break
        case .besideNumber: hideExpiries(announced: hidden.contains(true))
        case .announced: hideExpiries(announced: true)
        }
        return hidden.contains(true) ? hidden : nil
    }

    // MARK: Card numbers

    /// Hides each card number except its last digits, and what follows it on a magnetic track.
    ///
    /// - Parameter isPrinted: whether a terminal wrote the text.
    private mutating func hideNumbers(isPrinted: Bool, findsShortOnes: Bool = true) {
        let scan = CardNumberScan(
            symbols: symbols, groups: groups, isPrinted: isPrinted, findsShortOnes: findsShortOnes)
        var first = 0
        while first < groups.count {
            let onTrack = isOnTrack(first) ? CardNumberScan.Number(places: Array(groups[first]), lastGroup: first) : nil
            guard let number = onTrack ?? scan.number(from: first) else {
                first += 1
                continue
            }
            for place in number.places.dropLast(CardData.shownDigits) { hidden[place] = true }
            hideTrack(behind: number.lastGroup)
            first = number.lastGroup + 1
        }
    }

    /// Hides numbers that the end of a line splits anywhere, even within a group.
    private mutating func hideBrokenNumbers() {
        for reading in CardNumberScan.Reading.allCases {
            guard let places = CardNumberScan.placesWithoutBreaks(symbols, reading) else { continue }
            var joined = CardDataScan(
                places.map { CardNumberScan.isLineEnd(symbols[$0]) ? Self.blank : symbols[$0] })
            joined.hidden = Array(repeating: false, count: places.count)
            joined.hideNumbers(isPrinted: true, findsShortOnes: reading != .nothingAnywhere)
            for (place, isHidden) in zip(places, joined.hidden) where isHidden { hidden[place] = true }
        }
    }

    // MARK: Digits

    private static let smallestGroup = 4
    /// The digits of the shortest date, `Dec 27`; `1/27` has three.
    private static let fewestDigits = 2
    private static let widestGap = 3
    private static let lineFeed: UInt32 = 0x0A
    private static let blank: UInt32 = 0x20

    /// The value of a digit, in any script.
    static func digit(_ symbol: UInt32) -> UInt8? {
        if symbol < 0x80 { return (0x30...0x39).contains(symbol) ? UInt8(symbol - 0x30) : nil }
        guard symbol > 0xFF, let scalar = Unicode.Scalar(symbol), scalar.properties.numericType == .decimal else {
            return nil
        }
        return scalar.properties.numericValue.map { UInt8($0) }
    }

    // MARK: Magnetic tracks

    /// How many digits a number on a track has, with the format code of track 3.
    private static let trackDigits = 12...21
    /// The length of expiry and service code, which at least follow a number on a track.
    private static let fewestAfterSeparator = 7
    /// Track 1 holds 79 characters.
    private static let longestTrack = 79

    /// Whether the number is on a track, by what follows it (ISO/IEC 7813), whatever its check digit.
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

    /// The digits that one symbol separates from this group.
    private func digits(behind number: Int) -> Range<Int> {
        let place = groups[number].upperBound + 1
        guard number + 1 < groups.count, groups[number + 1].lowerBound == place else { return place..<place }
        return groups[number + 1]
    }
}

// MARK: - Quick check

extension CardDataScan {
    /// False only if the thorough check finds nothing: no number has room, and nothing announces an expiry date or
    /// stands next to it as one.
    static func mayFindCardData(in text: String) -> Bool {
        var digits = 0
        var hasLetter = false
        var hasSlash = false
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
            case UInt8(ascii: "/"): hasSlash = true
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): hasLetter = true
            // Of a masked number, which an expiry date may follow.
            case UInt8(ascii: "*"), UInt8(ascii: "#"): hasLetter = true
            case firstOfForeignDigits... where byte != firstOfPunctuation: return true
            case 0x80...: hasLetter = true
            default: break
            }
        }
        if digits >= trackDigits.lowerBound { return true }
        return digits >= fewestDigits && (hasSlash || hasLetter)
    }

    /// False only if the thorough check of a shop's or a person's text (`Expiry.besideNumber`) finds nothing: no letters are in a number,
    /// and without one only a date behind a masked number counts.
    static func mayFindCardData(inWritten text: String) -> Bool {
        var (digits, masks, hasSlash) = (0, 0, false)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits += 1
                if digits >= trackDigits.lowerBound { return true }
            case UInt8(ascii: "/"): hasSlash = true
            case UInt8(ascii: "X"), UInt8(ascii: "x"): (digits, masks) = (0, masks + 1)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): digits = 0
            // Among what begins with the last of them is the bullet.
            case UInt8(ascii: "*"), UInt8(ascii: "#"), firstOfPunctuation: masks += 1
            case firstOfForeignDigits...: return true
            default: break
            }
        }
        return hasSlash && masks >= smallestGroup
    }

    /// In UTF-8, U+0660 is the first digit outside ASCII; U+2000 to U+2FFF, with the euro sign and dashes, has none.
    private static let firstOfForeignDigits: UInt8 = 0xD9
    private static let firstOfPunctuation: UInt8 = 0xE2
}

// MARK: - Expiry

extension CardDataScan {
    private mutating func hideExpiries(announced: Bool) {
        var dates = groups.indices.filter(isBesideNumber).map { number in
            groups[number].lowerBound..<groups[number + 1].upperBound
        }
        if announced { dates += ExpiryScan(symbols: symbols, groups: groups).places() }
        for place in dates.joined() where Self.digit(symbols[place]) != nil { hidden[place] = true }
    }

    /// Whether a date like `12/27` directly follows the last digits of a number that is masked already, by us or by the
    /// terminal.
    private func isBesideNumber(_ number: Int) -> Bool {
        guard number > 0, number + 1 < groups.count, groups[number].count == 2,
            symbol(at: groups[number].upperBound) == 0x2F, (2...4).contains(groups[number + 1].count),
            symbols[groups[number].upperBound..<groups[number + 1].lowerBound].dropFirst().allSatisfy({ $0 == 0x20 })
        else { return false }
        let shown = groups[number - 1]
        let gap = symbols[shown.upperBound..<groups[number].lowerBound]
        guard gap.allSatisfy({ $0 == 0x20 }) else { return false }
        let before = symbols[..<(shown.upperBound - min(shown.count, CardData.shownDigits))]
        let places = before.indices.suffix(Self.smallestGroup + Self.widestGap)
        let masked = places.filter { hidden[$0] || Self.isMask(symbols[$0]) }
        return masked.count >= Self.smallestGroup
    }

    /// `*`, `#`, `X`, `x`, a bullet.
    static func isMask(_ symbol: UInt32) -> Bool { [0x2A, 0x23, 0x58, 0x78, 0x2022].contains(symbol) }
}
