/// The words that announce a card's expiry date on terminal receipts, in the languages of terminals.
///
/// They are found in any case; with an accent, without it, with `ue` for `ü`, or garbled by a wrong character set; in
/// compounds; letter-spaced; and hyphenated at the end of a line.
struct ExpiryWords: Sendable {
    static let all = ExpiryWords()

    /// How much of a word in the text must match a stem.
    private enum Extent {
        /// The whole word, with no letter on either side.
        case whole
        /// The beginning of the word.
        case beginning
        /// Any part of a longer word.
        case part
    }

    private struct Stem {
        let letters: [UInt32]
        let extent: Extent
    }

    /// Abbreviations that stand alone.
    private static let wholes = """
        exp expd expn expy expdt expdat expdate thru val abl verv vervd vence venc vto vcto vcmto vmto cad fcad skt erv érv ervny \
        mhd mm/yy mm/yyyy mm/jj mm/jjjj mm/aa mm/aaaa yy/mm f24 utl udl gal lej vfd plati platí vade gild giltt yymm mmyy utg gäller velja срок рок
        """
    private static let beginnings = """
        gült expi vigen exspir valid valab scad caduc vencim venct verf wazn ważn platn veljavn poteč potec potek valjan važi važen vazi vazen \
        istek istič vrijedi lejár gæld utgår utgång voim vanhen päätty erään kehti aegu derig derīg galioj bitiş kullanm kullani \
        upływ wygas skado skadenc vlefsh gelteg péremp perime echea échéa lixi lhxh isxy ληξ ληγ ισχυ gildis gildir \
        валид изтич изтек истич истек истеч важ действ годн годен дійсн термін
        """
    private static let parts = """
        gültig verfall verfäll ablauf verval verloop afloop geldig validit validad validez validade echeance chéance platnost \
        platnosc érvényes rvényes udløb utløp gyldig giltig förfall geçerli expdat expdt 有効 有效 期限 תוקף انتهاء صلاحية
        """
    /// Words that announce other days too: they count only beside what can be nothing but a month and a year, on a line that has nothing
    /// else or names a card.
    static let untils = ExpiryWords(wholes: "gilt bis until hasta fin ed", beginnings: "jusqu", parts: "")
    static let cards = ExpiryWords(wholes: "card carte", beginnings: "kart tarj kaart", parts: "")
    /// Words that begin like a stem and mean something else.
    private static let others = "validat vrijednost verfahr verfüg verfolg validier".split(separator: " ")
        .map { Stem(letters: scalars($0), extent: .beginning) }

    private let byFirst: [UInt32: [Stem]]

    private init(
        wholes: String = Self.wholes, beginnings: String = Self.beginnings, parts: String = Self.parts
    ) {
        let stems = Self.stems(wholes, .whole) + Self.stems(beginnings, .beginning) + Self.stems(parts, .part)
        byFirst = Dictionary(grouping: stems) { Self.folded($0.letters[0]) }
    }

    private static func stems(_ words: String, _ extent: Extent) -> [Stem] {
        words.split { $0 == " " || $0 == "." }.map { Stem(letters: scalars($0), extent: extent) }
    }

    private static func scalars(_ word: Substring) -> [UInt32] { word.unicodeScalars.map(\.value) }

    // MARK: Finding them

    /// The positions of these words in the text.
    func matches(in symbols: [UInt32]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        for place in symbols.indices where Self.isLetter(symbols[place]) {
            let isStart = place == 0 || !Self.isLetter(symbols[place - 1])
            guard let end = end(ofWordAt: place, in: symbols, isStart: isStart) else { continue }
            found.append(place..<end)
        }
        return found
    }

    private func end(ofWordAt place: Int, in symbols: [UInt32], isStart: Bool) -> Int? {
        for stem in byFirst[Self.folded(symbols[place])] ?? [] {
            if stem.extent != .part, !isStart { continue }
            guard let end = Self.end(of: stem, from: place, in: symbols) else { continue }
            if stem.extent == .whole, end < symbols.count, Self.isLetter(symbols[end]) { continue }
            if isStart, Self.others.contains(where: { Self.end(of: $0, from: place, in: symbols) != nil }) { continue }
            return end
        }
        return nil
    }

    /// The end of the stem that begins at this position; nil if it does not begin there.
    private static func end(of stem: Stem, from place: Int, in symbols: [UInt32]) -> Int? {
        end(of: stem.letters[...], from: place, in: symbols, mayLack: stem.extent == .part)
    }

    private static func end(
        of letters: ArraySlice<UInt32>, from place: Int, in symbols: [UInt32], mayLack: Bool
    ) -> Int? {
        guard let letter = letters.first else { return place }
        let rest = letters.dropFirst()
        for next in nexts(letter, place, symbols, mayLack: mayLack && !rest.isEmpty) {
            if rest.isEmpty { return next }
            for start in continuations(next, symbols) {
                if let end = end(of: rest, from: start, in: symbols, mayLack: mayLack) { return end }
            }
        }
        return nil
    }

    /// The positions at which the letter that begins here may end. A letter with an accent may be two letters or signs
    /// of another character set; in a long word it may be missing.
    private static func nexts(_ letter: UInt32, _ place: Int, _ symbols: [UInt32], mayLack: Bool) -> [Int] {
        guard place < symbols.count else { return [] }
        let isThere = folded(symbols[place]) == folded(letter)
        guard letter >= 0x80, letter < 0x250 else { return isThere ? [place + 1] : [] }
        var nexts: [Int] = []
        if isThere {
            let second: UInt32 = letter == 0xE5 ? 0x61 : 0x65
            if place + 1 < symbols.count, folded(symbols[place + 1]) == second { nexts.append(place + 2) }
            nexts.append(place + 1)
        }
        let signs = symbols[place...].prefix(3).prefix { $0 >= 0x80 || $0 == 0x3F || $0 == 0x5F }.count
        return nexts + (mayLack ? 0...signs : 1...max(signs, 1)).reversed().filter { $0 <= signs }.map { place + $0 }
    }

    /// The positions of the next letter of a word: right here; after accents and soft hyphens; after a hyphen that ends
    /// a line; or after one blank or dot, if the word is letter-spaced.
    private static func continuations(_ place: Int, _ symbols: [UInt32]) -> [Int] {
        var start = place
        while start < symbols.count, isInvisible(symbols[start]) { start += 1 }
        var starts = [start]
        guard start < symbols.count else { return starts }
        if symbols[start] == 0x2D || symbols[start] == 0x2010 {
            var next = start + 1
            while next < symbols.count, [0x20, 0x0A, 0x0D].contains(symbols[next]) { next += 1 }
            if symbols[start..<min(next, symbols.count)].contains(0x0A) { starts.append(next) }
        }
        if [0x20, 0x2E, 0xA0].contains(symbols[start]), isSpaced(symbols, start + 1) { starts.append(start + 1) }
        return starts
    }

    /// Whether a letter stands alone between blanks or dots, as in a letter-spaced word.
    private static func isSpaced(_ symbols: [UInt32], _ place: Int) -> Bool {
        guard place > 1, place < symbols.count, isLetter(symbols[place]) else { return false }
        let isParted: (UInt32) -> Bool = { $0 == 0x20 || $0 == 0x2E || $0 == 0xA0 }
        let endsThere = place + 1 >= symbols.count || !isLetter(symbols[place + 1])
        return isParted(symbols[place - 1]) && endsThere
    }

    private static func isInvisible(_ symbol: UInt32) -> Bool {
        switch symbol {
        case 0xAD, 0x300...0x36F, 0x200B...0x200F, 0x2060, 0xFEFF: true
        default: false
        }
    }

    // MARK: Neighbouring words

    /// Words that may stand between a word for "expiry" and its date on a later line.
    private static let links: Set<String> = [
        "bis", "good", "thru", "through", "to", "until", "till", "date", "datum", "dat", "tot", "do", "al", "a", "au",
        "le",
        "fin", "hasta", "até",
        "fino", "iki", "kadar", "kuni", "lidz", "til", "t", "o", "m", "ig", "la", "εωσ", "до", "am", "zum", "on", "of",
        "mm", "yy", "yyyy", "jj", "jjjj", "aa", "aaaa", "rr", "rrrr", "vv", "card", "karte", "monat", "jahr",
        "month", "year", "mois", "annee",
    ]

    /// Whether all words in this part of the text are such links.
    static func areLinks(_ symbols: ArraySlice<UInt32>) -> Bool {
        symbols.split { !isLetter($0) }.allSatisfy { word in
            let text = text(word)
            return links.contains(text) || text.allSatisfy { $0 == "x" }
        }
    }

    private static let currencies: Set<String> = [
        "eur", "euro", "€", "chf", "sfr", "fr", "usd", "$", "gbp", "£", "pln", "zl", "czk", "kc", "huf", "ft", "dkk",
        "sek", "nok",
        "kr", "ron", "lei", "try", "tl", "bgn", "rsd", "isk",
    ]

    /// Whether this is the name of a currency, and no part of a word.
    static func isCurrency(_ symbols: some Collection<UInt32>) -> Bool { currencies.contains(text(symbols)) }

    private static func text(_ symbols: some Collection<UInt32>) -> String {
        String(String.UnicodeScalarView(symbols.compactMap { Unicode.Scalar(folded($0)) }))
    }

    private static let months: Set<String> = [
        "jan", "ene", "gen", "sty", "led", "feb", "fev", "lut", "uno", "mar", "mrz", "maa", "mrt", "brz", "bre", "apr",
        "abr", "avr",
        "kwi", "dub", "may", "mai", "maj", "mei", "mag", "kve", "jun", "jui", "giu", "cze", "cer", "jul", "lug", "lip",
        "aug", "aou", "ago",
        "sie", "srp", "sep", "set", "wrz", "zar", "oct", "okt", "out", "ott", "paz", "rij", "nov", "lis", "dec", "dez",
        "dic", "des", "gru",
        "pro", "tam", "hel", "hei", "elo", "syy", "lok", "mau", "oca", "sub", "nis", "haz", "tem", "eyl", "eki", "kas",
        "ara",
    ]

    static func isMonth(_ word: ArraySlice<UInt32>) -> Bool {
        guard (3...10).contains(word.count) else { return false }
        return months.contains(text(word.prefix(3)))
    }

    static func isLetter(_ symbol: UInt32) -> Bool {
        if symbol < 0x80 { return (0x41...0x5A).contains(symbol & ~0x20) }
        return Unicode.Scalar(symbol)?.properties.isAlphabetic ?? false
    }

    // MARK: Letters

    /// The small letter without its accent.
    private static func folded(_ symbol: UInt32) -> UInt32 {
        switch symbol {
        case 0x41...0x5A: symbol | 0x20
        case 0xC0...0x17F: latin[Int(symbol) - 0xC0] == 0x2E ? symbol : UInt32(latin[Int(symbol) - 0xC0])
        case 0x218, 0x219: 0x73
        case 0x21A, 0x21B: 0x74
        case 0x386...0x3CE: greek[Int(symbol) - 0x386] == 0x2E ? symbol : greek[Int(symbol) - 0x386]
        case 0x400...0x40F: symbol + 0x50
        case 0x410...0x42F: symbol + 0x20
        case 0xFF21...0xFF3A: symbol - 0xFF21 + 0x61
        case 0xFF41...0xFF5A: symbol - 0xFF41 + 0x61
        default: symbol
        }
    }

    /// The letters without accents for U+00C0 and after; `.` for none.
    private static let latin = Array(
        ("aaaaaaaceeeeiiiidnooooo.ouuuuytsaaaaaaaceeeeiiiidnooooo.ouuuuyty"
            + "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllllnnnnnnnnn"
            + "oooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs").utf8)
    /// The letters without accents for U+0386 and after; `.` for none.
    private static let greek = "α.εηι.ο.υωιαβγδεζηθικλμνξοπρ.στυφχψωιυαεηιυαβγδεζηθικλμνξοπρσστυφχψωιυουω"
        .unicodeScalars.map(\.value)
}
