import Receipts

/// The decisions about a whole job before its first byte: which lines are not printed as text, and which code pages the text
/// needs.
struct PrintJobPlan {
    /// What is printed instead of a line's text.
    enum Substitute {
        case text([[StyledRun]])
        /// A picture at the left edge of the paper.
        case drawn(Bitmap)
        /// A centred picture with lines below it.
        case picture(Bitmap, below: [[StyledRun]])
        case stored(StoredPicture)
        case symbol(NativeSymbol)
        case page(SymbolPage)
        /// Several substitutes, one below the other.
        case several([Substitute])
    }

    private(set) var special: [(index: Int, instead: Substitute)] = []
    /// For each non-ASCII character that is printed as text, the printer's pages that have it.
    private(set) var textAhead: [PageSet] = []
    /// The characters downloaded to the printer, so that their lines can be text.
    private(set) var userCharacters: UserCharacters

    private let repertoire: Repertoire
    let profile: PrinterProfile
    private let font: PrinterProfile.Font
    private let columns: Int
    private let stored: StoredPicture?
    let typesetter: Typesetter
    private var replacements: Replacements
    private var undrawable: [EncodedLines.Replacement] = []

    init(
        repertoire: Repertoire, profile: PrinterProfile, font: PrinterProfile.Font, columns: Int,
        stored: StoredPicture?,
        typesetter: Typesetter
    ) {
        self.repertoire = repertoire
        self.profile = profile
        self.font = font
        self.columns = columns
        self.stored = stored
        self.typesetter = typesetter
        replacements = Replacements(repertoire: repertoire)
        userCharacters = UserCharacters(for: profile, font, typesetter)
    }

    /// The characters that are replaced on paper.
    var replaced: [EncodedLines.Replacement] { replacements.made + undrawable }

    mutating func add(_ line: LaidOutLines.Line, of laid: LaidOutLines, at index: Int) {
        switch line {
        case .text(let places):
            if !addsAsText(places, of: laid) { add(drawn(laid.styled(places), rightToLeft: false), at: index) }
        case .rightToLeft(let places): add(drawn(laid.styled(places), rightToLeft: true), at: index)
        case .other(let place): add(laid.others[place], at: index)
        case .rule, .blank, .cut: break
        }
    }

    private mutating func add(_ line: LaidOutLine, at index: Int) {
        switch line {
        case .picture(let bitmap): add(picture(bitmap), at: index)
        case .symbol(let symbol): add(instead(of: symbol), at: index)
        case .symbolWithText(let block): add(instead(of: block), at: index)
        case .text, .rightToLeft, .rule, .blank, .cut: preconditionFailure("these are among the lines themselves")
        }
    }

    private mutating func add(_ instead: Substitute, at index: Int) { special.append((index, instead)) }

    /// Plans a line as text. Returns false, and plans nothing, when a character is on no page and cannot be downloaded.
    mutating func addsAsText(_ runs: [StyledRun]) -> Bool {
        let before = (textAhead.count, userCharacters.definitions.count)
        for run in runs where !run.text.isASCII {
            var string = run.text.string
            let isText = string.withUTF8 { adds(ScalarsBeyondASCII($0), userCharactersBefore: before.1) }
            guard isText else { return takeBack(to: before) }
        }
        return true
    }

    /// Plans a line of a receipt as text, in the same way.
    private mutating func addsAsText(_ places: Range<Int>, of laid: LaidOutLines) -> Bool {
        let before = (textAhead.count, userCharacters.definitions.count)
        for place in places where !laid.runs[place].isASCII {
            let isText = laid.text.withUnsafeBufferPointer {
                adds(ScalarsBeyondASCII($0, in: laid.runs[place].bytes), userCharactersBefore: before.1)
            }
            guard isText else { return takeBack(to: before) }
        }
        return true
    }

    private mutating func adds(_ scalars: ScalarsBeyondASCII, userCharactersBefore given: Int) -> Bool {
        for (scalar, _) in scalars {
            let pages = repertoire.pages(with: scalar)
            if pages != 0 {
                textAhead.append(pages)
            } else if !userCharacters.add(scalar, toFirst: given) {
                return false
            }
        }
        return true
    }

    private mutating func takeBack(to before: (characters: Int, userCharacters: Int)) -> Bool {
        textAhead.removeSubrange(before.characters...)
        userCharacters.keep(first: before.userCharacters)
        return false
    }

    /// Draws the whole line, so that its columns hold and joining letters join.
    mutating func drawn(_ runs: [StyledRun], rightToLeft: Bool) -> Substitute {
        let place = rightToLeft ? Typesetter.Place.fromTheRight(of: columns) : .fromTheLeft
        if profile.graphics != .none, let line = typesetter.lineIfDrawable(runs, place, grid) {
            note(missing: line.missing)
            return .drawn(line.picture)
        }
        let indent = rightToLeft ? columns - runs.reduce(0) { $0 + $1.cells } : 0
        let replaced = replacements.line([StyledRun(String(repeating: " ", count: indent))] + runs)
        _ = addsAsText(replaced)
        return .text([replaced])
    }

    mutating func note(missing: [Unicode.Scalar]) {
        for scalar in missing where !undrawable.contains(where: { $0.character == scalar }) {
            undrawable.append(EncodedLines.Replacement(scalar, printed: "□"))
        }
    }

    /// The cells of the printer's font, which may be wider than the drawn ones.
    var grid: Typesetter.Grid {
        Typesetter.Grid(font: font, cellWidth: profile.widthDots / profile.columns(font), width: profile.widthDots)
    }

    private func picture(_ bitmap: Bitmap) -> Substitute {
        if let stored, stored.picture == bitmap { return .stored(stored) }
        return profile.graphics == .none ? .text([]) : .picture(bitmap.shrunk(toWidth: profile.widthDots), below: [])
    }

    mutating func instead(of symbol: Symbol) -> Substitute {
        if let native = NativeSymbol(symbol, profile) { return .symbol(native) }
        if profile.graphics != .none, let drawn = try? SymbolPainter.draw(symbol, upToDots: profile.widthDots) {
            return .picture(drawn, below: symbol.showsText ? written(symbol.content) : [])
        }
        return .text(written("[\(symbol.kind)] \(symbol.content)"))
    }

    /// Centred lines as text that the printer has.
    private mutating func written(_ text: String) -> [[StyledRun]] {
        PrintableText(text).wrapped(columns).map { line in
            let indent = String(repeating: " ", count: (columns - line.cells) / 2)
            let runs = replacements.line([StyledRun(indent + line.string)])
            _ = addsAsText(runs)
            return runs
        }
    }
}

extension PrintJobPlan.Substitute {
    func write(to job: inout PrintJobWriter) {
        switch self {
        case .text(let lines): for runs in lines { job.line(runs) }
        case .drawn(let bitmap): job.picture(bitmap)
        case .picture(let bitmap, let below):
            job.centred { $0.picture(bitmap) }
            for runs in below { job.line(runs) }
        case .stored(let picture): job.centred { $0.append(picture.printing) }
        case .symbol(let symbol): job.centred { symbol.write(to: &$0) }
        case .page(let page): page.write(to: &job)
        case .several(let all): for one in all { one.write(to: &job) }
        }
    }
}
