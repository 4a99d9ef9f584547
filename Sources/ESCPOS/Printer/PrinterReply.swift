/// A printer's answers, told apart by their fixed bits alone and not by the last question.
package enum PrinterReply: Hashable, Sendable {
    /// The answer to `DLE EOT`: 0xx1xx10.
    case realTime(UInt8)
    /// Automatic status (`GS a`): four unsolicited bytes.
    case automatic([UInt8])
    /// XON, XOFF.
    case flow(resume: Bool)
    /// A header and text without the closing NUL: `GS I`, `GS ( H`.
    case block([UInt8])
    /// The answer to `GS r` or a short `GS I`.
    case plain(UInt8)
}
