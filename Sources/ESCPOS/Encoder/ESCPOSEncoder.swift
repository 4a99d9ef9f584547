import Receipts

/// Laid-out lines as ESC/POS bytes for one printer model.
///
/// Every job starts from a known state and holds complete commands only; text is bytes of the code page in force, never a
/// control. What the printer cannot print is replaced visibly and reported (see `EncodedLines.replaced`).
public struct ESCPOSEncoder: LinesEncoder {
    public let profile: PrinterProfile
    public let font: PrinterProfile.Font
    private let repertoire: Repertoire

    public init(profile: PrinterProfile, font: PrinterProfile.Font = .a) {
        self.profile = profile
        self.font = font
        repertoire = Repertoire(profile.codePages)
    }

    public var columns: Int { profile.columns(font) }

    /// - Precondition: laid out for this printer's width or less; wider lines would wrap in the middle of an amount.
    public func encode(_ receipt: LaidOutReceipt) -> EncodedLines {
        precondition(receipt.columns <= columns, "laid out for \(receipt.columns) columns, the printer has \(columns)")
        var replacing = Replacing(repertoire: repertoire)
        let lines = receipt.lines.map { replacing.line($0) }
        let text = lines.joined().flatMap(\.scalars)
        var job = Job(profile: profile, font: font, choice: PageChoice(pages: repertoire.pages, text: text))
        job.start()
        for (line, runs) in zip(receipt.lines, lines) {
            switch line {
            case .text: job.line(runs)
            case .rule: job.rule(columns: receipt.columns)
            case .blank: job.line([])
            case .cut: job.cut()
            }
        }
        return EncodedLines(bytes: job.bytes, replaced: replacing.replaced)
    }
}

/// A run whose every character the printer has.
struct PrintableRun {
    let scalars: [Unicode.Scalar]
    let style: TextStyle
}

/// Replaces what the printer has not, and remembers it.
private struct Replacing {
    let repertoire: Repertoire
    private(set) var replaced: [EncodedLines.Replacement] = []
    private var known: [Unicode.Scalar: String] = [:]

    init(repertoire: Repertoire) {
        self.repertoire = repertoire
    }

    mutating func line(_ line: LaidOutLine) -> [PrintableRun] {
        switch line {
        case .text(let runs):
            runs.map { run in
                PrintableRun(scalars: run.text.string.unicodeScalars.flatMap { printed($0) }, style: run.style)
            }
        case .rule, .blank, .cut: []
        }
    }

    private mutating func printed(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        if let text = known[scalar] { return Array(text.unicodeScalars) }
        if repertoire.contains(scalar) { return [scalar] }
        let text = repertoire.replacement(for: scalar)
        known[scalar] = text
        replaced.append(EncodedLines.Replacement(scalar, printed: text))
        return Array(text.unicodeScalars)
    }
}
