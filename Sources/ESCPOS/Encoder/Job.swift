import Receipts

/// The bytes of one print job, and the state the printer is in after them.
struct Job {
    private(set) var bytes: [UInt8] = []
    private let profile: PrinterProfile
    private let font: PrinterProfile.Font
    private var choice: PageChoice
    private var style: TextStyle = []

    init(profile: PrinterProfile, font: PrinterProfile.Font, choice: PageChoice) {
        self.profile = profile
        self.font = font
        self.choice = choice
    }

    /// Nothing is left over from the job before: neither styles (`ESC @`), nor a national character set that changes
    /// `[ ] { } # $` (`ESC R 0`), nor a code page.
    mutating func start() {
        bytes += [0x1B, 0x40, 0x1B, 0x52, 0x00]
        if profile.startsInKanjiMode { bytes += [0x1C, 0x2E] }
        bytes += [0x1B, 0x4D, font.rawValue]
        select(choice.page)
    }

    mutating func line(_ runs: [PrintableRun]) {
        for run in runs where !run.scalars.isEmpty {
            apply(run.style)
            for scalar in run.scalars {
                if scalar.isASCII { bytes.append(UInt8(ascii: scalar)) } else { text(scalar) }
            }
        }
        apply([])
        bytes.append(0x0A)
    }

    /// Drawn where the page in force has the piece for it: a rule is not worth another page.
    mutating func rule(columns: Int) {
        let piece = choice.page.byte(for: "─") ?? UInt8(ascii: "-")
        bytes += [UInt8](repeating: piece, count: columns) + [0x0A]
    }

    mutating func cut() {
        switch profile.cutter {
        case .none(let lines): bytes += [UInt8](repeating: 0x0A, count: lines)
        case .full(let feed): bytes += [0x1D, 0x56, 65, feed]
        case .partial(let feed): bytes += [0x1D, 0x56, 66, feed]
        }
    }

    private mutating func text(_ scalar: Unicode.Scalar) {
        let (page, byte) = choice.next(scalar)
        if let page { select(page) }
        // Every character was checked against the repertoire, so some page has it.
        guard let byte else { preconditionFailure("\(scalar) is on no page of \(profile.name)") }
        bytes.append(byte)
    }

    private mutating func select(_ page: CodePage) {
        guard let number = profile.codePages.number(of: page) else {
            preconditionFailure("\(profile.name) has no number for \(page.rawValue)")
        }
        bytes += [0x1B, 0x74, number]
    }

    /// `ESC E`, `ESC -`, `GS B` and `GS !`, each only when it changes.
    private mutating func apply(_ wanted: TextStyle) {
        let changed = style.symmetricDifference(wanted)
        style = wanted
        if changed.contains(.bold) { bytes += [0x1B, 0x45, wanted.contains(.bold) ? 1 : 0] }
        if changed.contains(.underline) { bytes += [0x1B, 0x2D, wanted.contains(.underline) ? 1 : 0] }
        if changed.contains(.inverse) { bytes += [0x1D, 0x42, wanted.contains(.inverse) ? 1 : 0] }
        if !changed.isDisjoint(with: [.doubleWidth, .doubleHeight]) {
            let width: UInt8 = wanted.contains(.doubleWidth) ? 0x10 : 0
            let height: UInt8 = wanted.contains(.doubleHeight) ? 0x01 : 0
            bytes += [0x1D, 0x21, width | height]
        }
    }
}
