import CTerminalLine

/// How a device at the end of a serial line says that it has no room. The till heeds it where it has set its end so; else
/// it goes on, and the device has to see what becomes of that.
package enum PtyHandshake: String, CaseIterable, Sendable {
    /// Not at all.
    case none
    /// By a line of its own, which a pty has not: the till's end is looked at instead.
    case rts
    /// By the bytes 13 and 11 hexadecimal.
    case xon

    var setting: till_handshake {
        switch self {
        case .none: TILL_HANDSHAKE_NONE
        case .rts: TILL_HANDSHAKE_RTS
        case .xon: TILL_HANDSHAKE_XON
        }
    }
}
