/// A command to a printer that prints nothing.
package enum PrinterOrder: Hashable, Sendable {
    /// Opens a drawer in order with the print data: 1 is on pin 2, 2 on pin 5.
    case openDrawer(Int)
    /// Opens a drawer at once, even while the printer has no paper.
    case openDrawerNow(Int)
    case buzz
    /// Goes on after a cleared jam and drops the buffered data. Ignored by a printer that is not jammed.
    case recoverEmpty

    /// How long the drawer's coil is powered: enough for every drawer, harmless to every coil.
    private static let pulseMilliseconds = 100
    /// The least pause after a pulse.
    private static let restMilliseconds = 400

    /// The bytes of the command; nil when the printer lacks it.
    package func bytes(for profile: PrinterProfile) -> [UInt8]? {
        switch self {
        case .openDrawer(let number):
            guard (1...2).contains(number), number <= profile.drawers else { return nil }
            // ESC p m t1 t2, in units of 2 ms. It must be complete, or the printer would take the following bytes as
            // parameters.
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
        // DLE ENQ 2, for printers that report such faults.
        case .recoverEmpty: return profile.answers.contains(.faults) ? [0x10, 0x05, 2] : nil
        }
    }
}
