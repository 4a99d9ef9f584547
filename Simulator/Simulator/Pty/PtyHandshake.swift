import CTerminalLine

/// How a device on a serial line signals a full buffer. A till that has set the handshake waits; otherwise it goes on,
/// and bytes may be lost.
package enum PtyHandshake: String, CaseIterable, Sendable {
    /// The device does not signal a full buffer.
    case none
    /// The device uses RTS, which a pty does not have; the till's settings are checked instead.
    case rts
    /// The device sends XOFF and XON (13 and 11 hexadecimal).
    case xon

    var setting: till_handshake {
        switch self {
        case .none: TILL_HANDSHAKE_NONE
        case .rts: TILL_HANDSHAKE_RTS
        case .xon: TILL_HANDSHAKE_XON
        }
    }
}
