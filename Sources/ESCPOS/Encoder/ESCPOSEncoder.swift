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
        let choice = PageChoice(pages: repertoire.pages, text: lines.joined().lazy.map(\.scalars).joined())
        var job = Job(profile: profile, font: font, choice: choice)
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
        case .text(let runs): runs.map { PrintableRun(scalars: printed($0.text.string), style: $0.style) }
        case .rule, .blank, .cut: []
        }
    }

    private mutating func printed(_ text: String) -> [Unicode.Scalar] {
        var scalars: [Unicode.Scalar] = []
        scalars.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            if scalar.isASCII || repertoire.contains(scalar) {
                scalars.append(scalar)
            } else {
                scalars.append(contentsOf: replacement(for: scalar).unicodeScalars)
            }
        }
        return scalars
    }

    private mutating func replacement(for scalar: Unicode.Scalar) -> String {
        if let text = known[scalar] { return text }
        let text = repertoire.replacement(for: scalar)
        known[scalar] = text
        replaced.append(EncodedLines.Replacement(scalar, printed: text))
        return text
    }
}
