/// The order and the signs of a date: `Y`, `M` and `D` stand for its numbers, all else for itself.
struct DateFormat: Sendable {
    let date: String
    /// Without the year.
    let dayOfMonth: String

    static let yearFirst = DateFormat(date: "Y-M-D", dayOfMonth: "M-D")
    static let points = DateFormat(date: "D.M.Y", dayOfMonth: "D.M.")
    static let slashes = DateFormat(date: "D/M/Y", dayOfMonth: "D/M")
    static let monthFirst = DateFormat(date: "M/D/Y", dayOfMonth: "M/D")
    static let dashes = DateFormat(date: "D-M-Y", dayOfMonth: "D-M")
    static let kanji = DateFormat(date: "Y年M月D日", dayOfMonth: "M月D日")

    /// `21.11.2026`.
    func written(year: Int, month: Int, day: Int) -> String { Self.filled(date, year, month, day) }

    /// `21.11.`
    func written(month: Int, day: Int) -> String { Self.filled(dayOfMonth, 0, month, day) }

    private static func filled(_ pattern: String, _ year: Int, _ month: Int, _ day: Int) -> String {
        var text = ""
        text.reserveCapacity(24)
        for sign in pattern.unicodeScalars {
            switch sign {
            case "Y": text += padded(year, to: 4)
            case "M": text += twoDigits(month)
            case "D": text += twoDigits(day)
            default: text.unicodeScalars.append(sign)
            }
        }
        return text
    }
}
