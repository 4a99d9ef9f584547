/// What a printer is told to do besides printing.
package enum PrinterOrder: Hashable, Sendable {
    /// The drawer on pin 2 is the first, the one on pin 5 the second. In order with what is printed.
    case openDrawer(Int)
    /// At once, even while the printer has no paper.
    case openDrawerNow(Int)
    case buzz
    /// Goes on after a jam that was cleared, without what it held. Ignored where it is not jammed.
    case recoverEmpty

    /// How long the drawer's coil is under current: long enough for every drawer, short enough for every coil.
    private static let pulseMilliseconds = 100
    /// How long it then rests at least.
    private static let restMilliseconds = 400

    /// The whole command; nil where the printer has no such thing.
    package func bytes(for profile: PrinterProfile) -> [UInt8]? {
        switch self {
        case .openDrawer(let number):
            guard (1...2).contains(number), number <= profile.drawers else { return nil }
            // ESC p m t1 t2, in units of 2 ms. Never fewer bytes: the printer would take those that follow for them.
            return [
                0x1B, 0x70, UInt8(number - 1), UInt8(Self.pulseMilliseconds / 2), UInt8(Self.restMilliseconds / 2),
            ]
        case .openDrawerNow(let number):
            guard (1...2).contains(number), number <= profile.drawers, profile.answers.contains(.realTime) else {
                return nil
            }
            // DLE DC4 1 m t, in units of 100 ms.
            return [0x10, 0x14, 1, UInt8(number - 1), UInt8(Self.pulseMilliseconds / 100)]
        case .buzz: return profile.buzzer?.bytes
        // DLE ENQ 2, of those that tell such faults.
        case .recoverEmpty: return profile.answers.contains(.faults) ? [0x10, 0x05, 2] : nil
        }
    }
}

/// How a printer is made to sound.
package enum Buzzer: Hashable, Sendable {
    /// `ESC ( A <Function 48>`.
    case pattern
    /// `ESC B`, of clones.
    case beeps

    /// Twice, briefly.
    fileprivate var bytes: [UInt8] {
        switch self {
        case .pattern: [0x1B, 0x28, 0x41, 4, 0, 0x30, 0x35, 2, 2]
        case .beeps: [0x1B, 0x42, 2, 2]
        }
    }
}
