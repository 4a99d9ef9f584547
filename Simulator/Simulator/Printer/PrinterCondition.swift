/// A printer's status (paper, cover, line) and its answers as bytes (Epson `DLE EOT`, `GS a`, `GS r`).
package struct PrinterCondition: Hashable, Sendable {
    package enum Paper: Hashable, Sendable { case ok, nearEnd, out }
    package enum Cutter: Hashable, Sendable {
        case ok, jammed
        /// The jam is cleared, and the printer waits for `DLE ENQ`.
        case cleared
        /// Broken until it is switched off and on.
        case broken
    }

    package var paper = Paper.ok
    package var isCoverOpen = false
    /// Whether the printer was taken off line by hand.
    package var isSwitchedOff = false
    package var cutter = Cutter.ok
    /// Whether the head is too hot to print.
    package var isHeadHot = false

    package init() {}

    package var isOnline: Bool { !hasStopped && !isSwitchedOff }

    /// Whether paper, cover, cutter or head has stopped the printer. False when it was only taken off line by hand.
    var hasStopped: Bool { paper == .out || isCoverOpen || cutter != .ok || isHeadHot }

    /// The answer to `DLE EOT n`.
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

    /// The four bytes of `GS a`.
    var automaticAnswer: [UInt8] {
        [
            0x14 | (isOnline ? 0 : 0x08) | (isCoverOpen ? 0x20 : 0), errorBits,
            paperBits(near: 0x03, end: 0x0C), 0x0F,
        ]
    }

    /// The five bytes of an offline notice (`GS ( H <Function 49>`), as on the TM-L90, which only reports errors.
    var offlineCause: [UInt8] { [0x40, 0x40, 0x40, cutter == .jammed || cutter == .cleared ? 0x41 : 0x40, 0x40] }

    /// The error bits: bit 3 is a cutter error, bit 5 an error that needs a power cycle, bit 6 an error that ends by
    /// itself.
    private var errorBits: UInt8 {
        let cutterBits: UInt8 =
            switch cutter {
            case .ok: 0
            case .jammed, .cleared: 0x08
            case .broken: 0x20
            }
        return cutterBits | (isHeadHot ? 0x40 : 0)
    }

    /// The answer to `GS r 1`.
    var paperAnswer: UInt8 { paperBits(near: 0x03, end: 0x0C) }

    /// The bits of the paper sensors. Paper that has run out has also passed the near-end sensor.
    private func paperBits(near: UInt8, end: UInt8) -> UInt8 {
        switch paper {
        case .ok: 0
        case .nearEnd: near
        case .out: near | end
        }
    }
}

/// The notice that a printer sends when it goes off line (`GS ( H <Function 49>`).
enum OfflineNotice: Hashable, Sendable {
    case plain, withCause

    /// Parses the parameter of the command; nil for no notice.
    init?(_ d: UInt8) {
        switch d {
        case 1, 0x31: self = .plain
        case 2, 0x32: self = .withCause
        default: return nil
        }
    }
}
