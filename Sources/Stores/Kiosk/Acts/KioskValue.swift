/// The value that comes with an act.
package enum KioskValue: Hashable, Sendable {
    case nothing
    case text(String)
    case number(Int64)
    case flag(Bool)
    /// A chosen value of an option.
    case option(name: String, value: String)
    /// How many of a line are wanted.
    case line(Int, quantity: Int)

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }

    /// A number, or a text that is one.
    var number: Int64? {
        switch self {
        case .number(let number): number
        case .text(let text): Int64(text)
        case .nothing, .flag, .option, .line: nil
        }
    }

    var count: Int? { number.flatMap { Int(exactly: $0) } }
}
