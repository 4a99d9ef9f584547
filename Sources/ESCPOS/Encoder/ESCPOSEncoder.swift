import Receipts

/// Encodes laid-out lines as ESC/POS for one printer model.
///
/// Every job starts from a known state and contains only complete commands; text is bytes of the selected code page, never
/// control bytes. A few characters that the printer lacks are downloaded to it, if it allows that. Any other line with such
/// a character, and every right-to-left line, is sent as a picture on the same columns. Only when that is impossible is a
/// character visibly replaced and reported (see `EncodedLines.replaced`).
package struct ESCPOSEncoder: LinesEncoder {
    package let profile: PrinterProfile
    package let font: PrinterProfile.Font
    /// The picture in the printer's memory, which is printed when a line is that picture.
    package let stored: StoredPicture?
    private let repertoire: Repertoire
    private let isForSlowLine: Bool
    /// Draws what the printer has no glyphs for.
    let typesetter: Typesetter

    /// Ignores `stored` unless the profile prints pictures from the printer's memory.
    ///
    /// - Parameters:
    ///   - isForSlowLine: splits pictures into shorter commands.
    ///   - typesetter: draws what the printer has no glyphs for, and tells when it cannot.
    package init(
        profile: PrinterProfile, font: PrinterProfile.Font = .a, stored: StoredPicture? = nil,
        isForSlowLine: Bool = false, typesetter: Typesetter
    ) {
        self.profile = profile
        self.font = font
        self.isForSlowLine = isForSlowLine
        self.typesetter = typesetter
        self.stored = profile.graphics == .stored ? stored : nil
        // Two columns of font B are narrower than a wide character.
        repertoire = Repertoire(profile.codePages, wideText: font == .a ? profile.wideText : nil)
    }

    package var columns: Int { profile.columns(font) }

    package func setting(_ font: ReceiptTemplate.Font) -> any LinesEncoder {
        let font = PrinterProfile.Font(font)
        return font == self.font
            ? self
            : ESCPOSEncoder(
                profile: profile, font: font, stored: stored, isForSlowLine: isForSlowLine, typesetter: typesetter)
    }

    /// - Precondition: the layout is no wider than the printer; wider lines would wrap in the middle of an amount.
    package func encode(_ receipt: LaidOutReceipt) -> EncodedLines {
        precondition(receipt.columns <= columns, "laid out for \(receipt.columns) columns, the printer has \(columns)")
        var plan = PrintJobPlan(
            repertoire: repertoire, profile: profile, font: font, columns: receipt.columns, stored: stored,
            typesetter: typesetter)
        let laid = receipt.laid
        for (index, line) in laid.lines.enumerated() { plan.add(line, of: laid, at: index) }
        var job = PrintJobWriter(
            profile: profile, font: font, choice: PageChoice(pages: repertoire.pages, text: plan.textAhead),
            userCharacters: plan.userCharacters,
            longestStrip: isForSlowLine ? PrintJobWriter.shortStrip : PrintJobWriter.longestStrip)
        job.start()
        var next = 0
        for (index, line) in laid.lines.enumerated() {
            if next < plan.special.count, plan.special[next].index == index {
                plan.special[next].instead.write(to: &job)
                next += 1
            } else {
                write(line, of: receipt, to: &job)
            }
        }
        return EncodedLines(data: job.data, replaced: plan.replaced)
    }

    /// Completes a command that was cut off. Zeros are white rows of a picture, and nothing to a printer that expects no
    /// more data.
    package func recovery(lacking bytes: Int) -> [UInt8] {
        let rest = [UInt8](repeating: 0, count: max(bytes, PrintJobWriter.longestStrip))
        return rest + encode(LaidOutReceipt(columns: columns, lines: [.cut])).bytes
    }

    private func write(_ line: LaidOutLines.Line, of receipt: LaidOutReceipt, to job: inout PrintJobWriter) {
        switch line {
        case .text(let places), .rightToLeft(let places): job.line(places, of: receipt.laid)
        case .rule: job.rule(columns: receipt.columns)
        case .blank: job.line([])
        case .cut: job.cut()
        case .other: preconditionFailure("the plan says what is printed for these")
        }
    }
}

extension PrinterFont {
    package init(_ font: ReceiptTemplate.Font) {
        self =
            switch font {
            case .a: .a
            case .b: .b
            }
    }
}
