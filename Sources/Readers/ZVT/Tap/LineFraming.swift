/// How telegrams are framed on a line.
package enum LineFraming: String, Hashable, Codable, Sendable {
    /// In blocks with a checksum (PA00P016).
    case serial
    /// Back to back (ZVT 13.08 §1.3, TCP).
    case stream
}
