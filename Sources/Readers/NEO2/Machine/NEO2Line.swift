/// How frames are transmitted to a reader.
package enum NEO2Line: Hashable, Sendable {
    /// On a serial line, unchanged: 115200 baud, 8N1.
    case serial
    /// In HID reports.
    case reports
}
