import Receipts

/// A sheet on which a printer shows what it makes of what its profile says: width, styles, letters, dots, symbols, cut.
///
/// Code pages are selected by number and filled byte by byte, past the encoder's choice: a number that means another page
/// to this printer is seen at once.
package struct SelfTest: Sendable {
    /// What one number of `ESC t` is to print of the codes from 80 to FF.
    package struct Page: Hashable, Sendable {
        package let number: UInt8
        /// Nil for a number that the profile does not list.
        package let page: CodePage?
        /// Row by row.
        let codes: [[UInt8]]

        /// `19  CP858`.
        package var title: String { "\(number)  \(page?.rawValue ?? "not in the profile")" }

        /// As they should be on paper, a space where nothing is; empty where nobody knows.
        package var rows: [String] {
            guard let page else { return [] }
            return codes.map { row in String(String.UnicodeScalarView(row.map { page.scalar(for: $0) ?? " " })) }
        }

        /// A byte that prints nothing of the page is a space, so that rows can be held against each other.
        fileprivate var bytes: [[UInt8]] {
            guard let page else { return codes }
            return codes.map { row in row.map { page.scalar(for: $0) == nil ? 0x20 : $0 } }
        }
    }

    private static let symbolContent = "TILL-1234"
    /// On no page of any printer; and the signs whose places they take.
    private static let characters = "₺ẞ✓"
    private static let signs = String(decoding: UserCharacters.codes.prefix(characters.count), as: UTF8.self)

    package let profile: PrinterProfile
    package let pages: [Page]
    /// A line for each page, by which it can be told from the others; else all of its codes.
    private let showsSamples: Bool
    private let encoder: ESCPOSEncoder
    private let logo: Bitmap?

    /// - Parameters:
    ///   - numbers: code pages to show as a whole; nil: a line of each page of the profile.
    ///   - logo: what stands on receipts, as dots for this printer.
    package init(_ encoder: ESCPOSEncoder, numbers: [UInt8]? = nil, logo: Bitmap? = nil) {
        self.encoder = encoder
        self.logo = logo
        profile = encoder.profile
        showsSamples = numbers == nil
        let map = encoder.profile.codePages
        let codes = numbers == nil ? [CodeSample.codes(telling: Array(map.numbers.keys))] : CodeSample.rows
        pages = (numbers ?? map.numbers.values.sorted()).map { Page(number: $0, page: map.page($0), codes: codes) }
    }

    /// One job. Each of its parts begins in a known state, whatever the part before has left behind.
    package var bytes: [UInt8] {
        let small = ESCPOSEncoder(profile: profile, font: .b)
        return encoder.encode(sheet(head)).bytes
            + small.encode(LaidOutReceipt(columns: small.columns, lines: Self.ruler(small.columns))).bytes
            + (showsSamples ? encoder.encode(sheet([])).bytes : []) + pages.flatMap(bytes)
            + encoder.encode(sheet(tail)).bytes
    }

    /// The same sheet for a screen, to hold the paper against.
    package var text: String {
        let shown = pages.map { page in
            (showsSamples ? line(page) + page.rows.joined() : ([page.title] + page.rows).joined(separator: "\n")) + "\n"
        }
        return ([TextRenderer().render(sheet(head))] + shown + [TextRenderer().render(sheet(tail))]).joined()
    }

    /// What to look for on the paper, a sentence each.
    package var questions: [String] {
        var questions = [
            "Width: the ruler's last digit is \(profile.columnsA % 10) (font A), \(profile.columnsB % 10) (font B), and no line wraps."
        ]
        if profile.graphics != .none {
            questions.append(
                "Dots: the scale has both of its ends; \(profile.widthDots) dots are \(profile.widthDots / 8) mm at 203 dpi."
            )
        }
        questions.append(
            showsSamples
                ? "Letters: behind each number are the characters that stand here behind it."
                : "Letters: each page shows the characters that stand here under its number.")
        questions.append("Styles: bold, underlined, white on black, wide, high, and both.")
        questions.append("Symbols: a scanner reads \(Self.symbolContent) from the bars and from the QR code.")
        if takesCharacters {
            questions.append(
                "Characters: \(Self.characters) and behind them \(Self.signs); where \(Self.signs) stands twice, set "
                    + "user_characters = false.")
        }
        if logo != nil { questions.append("Logo: whole, in the middle, without stripes.") }
        questions.append(
            profile.cutter.cuts
                ? "Cut: below the last line, and not far below it."
                : "End: the paper stands with its last line above the edge at which it is torn.")
        return questions
    }

    private var takesCharacters: Bool { profile.definableFonts.contains(encoder.font) }

    // MARK: Its parts

    private func sheet(_ lines: [LaidOutLine]) -> LaidOutReceipt {
        LaidOutReceipt(columns: encoder.columns, lines: lines)
    }

    private var head: [LaidOutLine] {
        let title = StyledRun("  SELF-TEST  ", [.bold, .inverse, .doubleWidth, .doubleHeight])
        var lines: [LaidOutLine] = [
            .text([title]), .text([StyledRun(profile.name, .bold)]),
            .text([StyledRun("\(profile.widthDots) dots, \(profile.columnsA)/\(profile.columnsB) columns")]), .rule,
            .text([
                StyledRun("Bold", .bold), StyledRun(" "), StyledRun("Underlined", .underline), StyledRun(" "),
                StyledRun("White on black", .inverse),
            ]),
            .text([
                StyledRun("Wide", .doubleWidth), StyledRun(" "), StyledRun("High", .doubleHeight), StyledRun(" "),
                StyledRun("Both", [.doubleWidth, .doubleHeight]),
            ]), .rule,
        ]
        if profile.graphics != .none { lines.append(.picture(scale)) }
        return lines + Self.ruler(encoder.columns)
    }

    /// Every column has its digit, every tenth its ten.
    private static func ruler(_ columns: Int) -> [LaidOutLine] {
        let tens = (1...columns).map { $0.isMultiple(of: 10) ? String($0 / 10 % 10) : " " }
        let ones = (1...columns).map { String($0 % 10) }
        return [tens, ones].map { .text([StyledRun($0.joined())]) }
    }

    /// A tooth for every eight dots, longer ones for five and ten of them; both edges of the print area.
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

    private func bytes(of page: Page) -> [UInt8] {
        let select: [UInt8] = [0x1B, 0x74, page.number]
        let rows: [UInt8] = page.bytes.flatMap { $0 + [0x0A] }
        if showsSamples { return select + Array(line(page).utf8) + rows }
        return encoder.encode(sheet([.text([StyledRun(page.title, .bold)])])).bytes + select + rows
    }

    /// What stands before a sample. It is ASCII, which is the same on every page.
    private func line(_ page: Page) -> String {
        let number = String(page.number)
        let head = String(repeating: " ", count: max(0, 3 - number.count)) + number + " " + (page.page?.rawValue ?? "")
        return head + String(repeating: " ", count: max(1, Self.sampleColumn - head.count))
    }

    /// With the sample behind it the line is as wide as the narrowest paper.
    private static let sampleColumn = 32 - CodeSample.length

    private var tail: [LaidOutLine] {
        var lines: [LaidOutLine] = [.rule, .text([StyledRun("Drawn: 日本語")])]
        if takesCharacters { lines.append(.text([StyledRun("Given: \(Self.characters) for \(Self.signs)")])) }
        if let logo { lines.append(.picture(logo)) }
        for kind in [Symbol.Kind.code128, .qr(.medium)] {
            if let symbol = try? Symbol(kind, Self.symbolContent) { lines += [.blank, .symbol(symbol)] }
        }
        return lines + [.blank, .text([StyledRun("The paper ends below this line.")]), .cut]
    }
}

extension PrinterProfile.Cutter {
    fileprivate var cuts: Bool { if case .none = self { false } else { true } }
}
