/// The command that sounds a printer's buzzer.
package enum Buzzer: Hashable, Sendable {
    /// `ESC ( A <Function 48>`.
    case pattern
    /// `ESC B`, of compatible printers.
    case beeps

    /// Two short beeps.
    var bytes: [UInt8] {
        switch self {
        case .pattern: [0x1B, 0x28, 0x41, 4, 0, 0x30, 0x35, 2, 2]
        case .beeps: [0x1B, 0x42, 2, 2]
        }
    }
}
