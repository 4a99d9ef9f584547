/// The order and the signs of a date: `Y`, `M` and `D` stand for its numbers, all else for itself.
struct DateFormat: Sendable {
    let date: String
    /// A date without its year.
    let dayOfMonth: String

    /// `21.11.2026`, at the end of a text.
    func write(year: Int, month: Int, day: Int, to text: inout [UInt8]) {
        Self.fill(date, year, month, day, &text)
    }

    /// `21.11.`, at the end of a text.
    func write(month: Int, day: Int, to text: inout [UInt8]) { Self.fill(dayOfMonth, 0, month, day, &text) }

    private static func fill(_ pattern: String, _ year: Int, _ month: Int, _ day: Int, _ text: inout [UInt8]) {
        for byte in pattern.utf8 {
            switch byte {
            case UInt8(ascii: "Y"): text.write(year, digits: 4)
            case UInt8(ascii: "M"): text.write(month, digits: 2)
            case UInt8(ascii: "D"): text.write(day, digits: 2)
            default: text.append(byte)
            }
        }
    }
}
