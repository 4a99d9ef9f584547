/// The state a printer reports: paper, cover, line; and its answers as bytes (Epson `DLE EOT`, `GS a`, `GS r`).
package struct PrinterCondition: Hashable, Sendable {
    package enum Paper: Hashable, Sendable { case ok, nearEnd, out }
    package enum Cutter: Hashable, Sendable {
        case ok, jammed
        /// The jam is cleared, and it waits to be told so (`DLE ENQ`).
        case cleared
        /// Until it is switched off and on.
        case broken
    }

    package var paper = Paper.ok
    package var isCoverOpen = false
    /// Taken off line by hand.
    package var isSwitchedOff = false
    package var cutter = Cutter.ok
    /// Until it is cool.
    package var isHeadHot = false

    package init() {}

    package var isOnline: Bool { !hasStopped && !isSwitchedOff }

    /// Off line by what it lacks, and not by hand.
    var hasStopped: Bool { paper == .out || isCoverOpen || cutter != .ok || isHeadHot }

    /// `DLE EOT n`.
    func realTimeAnswer(_ n: UInt8) -> UInt8 {
        let fixed: UInt8 = 0x12
        return switch n {
        case 1: fixed | (isOnline ? 0 : 0x08)
        case 2: fixed | (isCoverOpen ? 0x04 : 0) | (paper == .out ? 0x20 : 0) | (errorBits == 0 ? 0 : 0x40)
        case 3: fixed | errorBits
        case 4: fixed | paperBits(near: 0x0C, end: 0x60)
        default: fixed
        }
    }

    /// `GS a`: four bytes.
    var automaticAnswer: [UInt8] {
        [
            0x14 | (isOnline ? 0 : 0x08) | (isCoverOpen ? 0x20 : 0), errorBits,
            paperBits(near: 0x03, end: 0x0C), 0x0F,
        ]
    }

    /// Of an offline notice (`GS ( H <Function 49>`): five bytes as the TM-L90 has them, which tell errors only.
    var offlineCause: [UInt8] { [0x40, 0x40, 0x40, cutter == .jammed || cutter == .cleared ? 0x41 : 0x40, 0x40] }

    /// Bit 3 the cutter, 5 what only switching off mends, 6 what mends itself.
    private var errorBits: UInt8 {
        let cutterBits: UInt8 =
            switch cutter {
            case .ok: 0
            case .jammed, .cleared: 0x08
            case .broken: 0x20
            }
        return cutterBits | (isHeadHot ? 0x40 : 0)
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

/// `GS ( H <Function 49>`.
enum OfflineNotice: Hashable, Sendable {
    case plain, withCause

    /// Nil: none.
    init?(_ d: UInt8) {
        switch d {
        case 1, 0x31: self = .plain
        case 2, 0x32: self = .withCause
        default: return nil
        }
    }
}
