import Model
import Receipts

/// A test sheet that shows how a printer interprets its profile: width, styles, letters, dots, symbols, cut.
///
/// Code pages are selected by number and filled byte by byte without the encoder's choice, so that a number that means
/// another page is visible at once.
package struct SelfTest: Sendable {
    /// A code page on the sheet: the number of `ESC t` and the codes to print.
    package struct Page: Hashable, Sendable {
        package let number: UInt8
        /// Nil for a number that the profile does not list.
        package let page: CodePage?
        /// The codes, row by row.
        let codes: [[UInt8]]
        let language: OperatorLanguage

        /// The heading, such as `19  CP858`.
        package var title: String { "\(number)  \(page?.rawValue ?? language.text("selfTest.notInProfile"))" }

        /// The expected text, with a space for an unassigned byte; empty when the page is unknown.
        package var rows: [String] {
            guard let page else { return [] }
            return codes.map { row in String(String.UnicodeScalarView(row.map { page.scalar(for: $0) ?? " " })) }
        }

        /// The bytes to print, with a space for an unassigned byte, so that rows align.
        fileprivate var bytes: [[UInt8]] {
            guard let page else { return codes }
            return codes.map { row in row.map { page.scalar(for: $0) == nil ? 0x20 : $0 } }
        }
    }

    private static let symbolContent = "TILL-1234"
    /// Characters on no page of any printer, which are downloaded in place of other signs.
    private static let characters = "₺ẞ✓"
    private static let signs = String(decoding: UserCharacters.codes.prefix(characters.count), as: UTF8.self)

    package let profile: PrinterProfile
    package let pages: [Page]
    /// Whether each page is one line of distinguishing codes instead of all its codes.
    private let showsSamples: Bool
    private let encoder: ESCPOSEncoder
    private let logo: Bitmap?
    private let language: OperatorLanguage

    /// - Parameters:
    ///   - numbers: code pages to show in full; nil for one line of each page of the profile.
    ///   - logo: the receipts' logo, as dots for this printer.
    package init(
        _ encoder: ESCPOSEncoder, numbers: [UInt8]? = nil, logo: Bitmap? = nil,
        in language: OperatorLanguage = .original
    ) {
        self.encoder = encoder
        self.logo = logo
        self.language = language
        profile = encoder.profile
        showsSamples = numbers == nil
        let map = encoder.profile.codePages
        let codes = numbers == nil ? [CodeSample.codes(telling: Array(map.numbers.keys))] : CodeSample.rows
        pages = (numbers ?? map.numbers.values.sorted()).map {
            Page(number: $0, page: map.page($0), codes: codes, language: language)
        }
    }

    /// The sheet as one job. Each part begins in a known state.
    package var data: PrintData {
        let small = ESCPOSEncoder(profile: profile, font: .b, typesetter: encoder.typesetter)
        let ruler = LaidOutReceipt(columns: small.columns, lines: Self.ruler(small.columns))
        let beginning = encoder.encode(sheet(head)).data + small.encode(ruler).data
        let samples = showsSamples ? encoder.encode(sheet([])).data : []
        return pages.reduce(beginning + samples) { $0 + data(of: $1) } + encoder.encode(sheet(tail)).data
    }

    /// The sheet as text, to compare with the paper.
    package var text: String {
        let shown = pages.map { page in
            (showsSamples ? line(page) + page.rows.joined() : ([page.title] + page.rows).joined(separator: "\n")) + "\n"
        }
        return ([TextRenderer().render(sheet(head))] + shown + [TextRenderer().render(sheet(tail))]).joined()
    }

    /// What to check on the paper, one sentence each.
    package var questions: [Sentence] {
        var questions = [
            Sentence("selfTest.width", ["fontA": profile.columnsA % 10, "fontB": profile.columnsB % 10])
        ]
        if profile.graphics != .none {
            questions.append(
                Sentence("selfTest.dots", ["dots": profile.widthDots, "millimetres": profile.widthDots / 8]))
        }
        questions.append(showsSamples ? Sentence("selfTest.samples") : Sentence("selfTest.pages"))
        questions.append(Sentence("selfTest.styles"))
        questions.append(Sentence("selfTest.symbols", ["content": Self.symbolContent]))
        if takesCharacters {
            questions.append(Sentence("selfTest.characters", ["characters": Self.characters, "signs": Self.signs]))
        }
        if logo != nil { questions.append(Sentence("selfTest.logo")) }
        questions.append(profile.cutter.cuts ? Sentence("selfTest.cut") : Sentence("selfTest.end"))
        return questions
    }

    private var takesCharacters: Bool { profile.definableFonts.contains(encoder.font) }

    // MARK: Parts

    private func sheet(_ lines: [LaidOutLine]) -> LaidOutReceipt {
        LaidOutReceipt(columns: encoder.columns, lines: lines)
    }

    var head: [LaidOutLine] {
        let title = "  \(language.text("selfTest.title"))  "
        let size = language.text(
            "selfTest.size",
            ["dots": profile.widthDots, "fontA": profile.columnsA, "fontB": profile.columnsB])
        var lines: [LaidOutLine] = [
            .text([StyledRun(title, [.bold, .inverse, .doubleWidth, .doubleHeight])]),
            .text([StyledRun(profile.name, .bold)]), .text([StyledRun(size)]), .rule,
            .text([
                StyledRun(language.text("selfTest.bold"), .bold), StyledRun(" "),
                StyledRun(language.text("selfTest.underlined"), .underline), StyledRun(" "),
                StyledRun(language.text("selfTest.inverse"), .inverse),
            ]),
            .text([
                StyledRun(language.text("selfTest.wide"), .doubleWidth), StyledRun(" "),
                StyledRun(language.text("selfTest.high"), .doubleHeight), StyledRun(" "),
                StyledRun(language.text("selfTest.wideAndHigh"), [.doubleWidth, .doubleHeight]),
            ]), .rule,
        ]
        if profile.graphics != .none { lines.append(.picture(scale)) }
        return lines + Self.ruler(encoder.columns)
    }

    /// A ruler with a digit for every column and the tens above.
    private static func ruler(_ columns: Int) -> [LaidOutLine] {
        let tens = (1...columns).map { $0.isMultiple(of: 10) ? String($0 / 10 % 10) : " " }
        let ones = (1...columns).map { String($0 % 10) }
        return [tens, ones].map { .text([StyledRun($0.joined())]) }
    }

    /// A scale with a tick every eight dots and longer ones every five and ten ticks, between both edges of the print area.
    private var scale: Bitmap {
        let height = 24
        var scale = Bitmap(width: profile.widthDots, height: height)
        scale.fill(x: 0, y: 0, width: profile.widthDots, height: 1)
        for x in stride(from: 0, to: profile.widthDots, by: 8) {
            let tooth = x.isMultiple(of: 80) ? 18 : x.isMultiple(of: 40) ? 12 : 6
            scale.fill(x: x, y: 0, width: 1, height: tooth)
        }
        for edge in [0, profile.widthDots - 1] { scale.fill(x: edge, y: 0, width: 1, height: height) }
        return scale
    }

    private func data(of page: Page) -> PrintData {
        let select: [UInt8] = [0x1B, 0x74, page.number]
        let rows = page.bytes.reduce([] as PrintData) { $0 + PrintData($1 + [0x0A]) }
        if showsSamples { return PrintData(select + Array(line(page).utf8)) + rows }
        return encoder.encode(sheet([.text([StyledRun(page.title, .bold)])])).data + PrintData(select) + rows
    }

    /// The label before a sample: the code page's number and name, in ASCII, which all code pages share.
    private func line(_ page: Page) -> String {
        let number = String(page.number)
        let head = String(repeating: " ", count: max(0, 3 - number.count)) + number + " " + (page.page?.rawValue ?? "")
        return head + String(repeating: " ", count: max(1, Self.sampleColumn - head.count))
    }

    /// The column of the sample, so that the line fits the narrowest paper.
    private static let sampleColumn = 32 - CodeSample.length

    var tail: [LaidOutLine] {
        var lines: [LaidOutLine] = [.rule, .text([StyledRun(language.text("selfTest.drawn", ["letters": "日本語"]))])]
        if takesCharacters {
            let given = language.text("selfTest.given", ["characters": Self.characters, "signs": Self.signs])
            lines.append(.text([StyledRun(given)]))
        }
        if let logo { lines.append(.picture(logo)) }
        for kind in [Symbol.Kind.code128, .qr(.medium)] {
            if let symbol = try? Symbol(kind, Self.symbolContent) { lines += [.blank, .symbol(symbol)] }
        }
        return lines + [.blank, .text([StyledRun(language.text("selfTest.lastLine"))]), .cut]
    }
}

extension PrinterProfile.Cutter {
    fileprivate var cuts: Bool { if case .none = self { false } else { true } }
}
