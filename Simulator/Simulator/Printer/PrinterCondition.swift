/// The state a printer reports: paper, cover, line; and its answers as bytes (Epson `DLE EOT`, `GS a`, `GS r`).
public struct PrinterCondition: Hashable, Sendable {
    public enum Paper: Hashable, Sendable { case ok, nearEnd, out }

    public var paper = Paper.ok
    public var isCoverOpen = false
    /// Taken off line by hand.
    public var isSwitchedOff = false
    /// The blade is stuck.
    public var isCutterJammed = false

    public init() {}

    public var isOnline: Bool { paper != .out && !isCoverOpen && !isSwitchedOff && !isCutterJammed }

    /// `DLE EOT n`.
    func realTimeAnswer(_ n: UInt8) -> UInt8 {
        let fixed: UInt8 = 0x12
        return switch n {
        case 1: fixed | (isOnline ? 0 : 0x08)
        case 2: fixed | (isCoverOpen ? 0x04 : 0) | (paper == .out ? 0x20 : 0) | (isCutterJammed ? 0x40 : 0)
        case 3: fixed | (isCutterJammed ? 0x08 : 0)
        case 4: fixed | paperBits(near: 0x0C, end: 0x60)
        default: fixed
        }
    }

    /// `GS a`: four bytes.
    var automaticAnswer: [UInt8] {
        [
            0x14 | (isOnline ? 0 : 0x08) | (isCoverOpen ? 0x20 : 0), isCutterJammed ? 0x08 : 0x00,
            paperBits(near: 0x03, end: 0x0C), 0x0F,
        ]
    }

    /// `GS r 1`.
    var paperAnswer: UInt8 { paperBits(near: 0x03, end: 0x0C) }

    /// A sensor at the end has passed the one near it.
    private func paperBits(near: UInt8, end: UInt8) -> UInt8 {
        switch paper {
        case .ok: 0
        case .nearEnd: near
        case .out: near | end
        }
    }
}
