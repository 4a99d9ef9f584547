import Model

/// A raw value of a file or an environment variable, before it is checked against an option.
indirect enum ConfiguredValue: Hashable, Sendable {
    case text(String)
    case number(Int64)
    case flag(Bool)
    case list([PlacedValue])
    case table([String: PlacedValue])
    /// A TOML type that no option takes: `a date or a time`.
    case other(Sentence)

    /// The value as messages show it.
    var named: Sentence {
        switch self {
        case .text(let text) where CardData.isIn(written: text): Sentence("config.value.cardNumber")
        case .text(let text): Sentence(stored: "\"\(Self.shown(text))\"")
        case .number(let number): Sentence(stored: "\(number)")
        case .flag(let flag): Sentence(stored: "\(flag)")
        case .list: Sentence("config.value.list")
        case .table: Sentence("config.value.table")
        case .other(let what): what
        }
    }

    private static let longestShown = 40

    /// The text as messages quote it: on one line and shortened.
    static func shown(_ text: String) -> String {
        escaped(text.count > longestShown ? text.prefix(longestShown - 1) + "…" : text)
    }

    /// The text as a basic string of TOML (toml.io/en/v1.0.0#string).
    static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": return "\\\(scalar)"
            case _ where scalar.properties.generalCategory == .control:
                let digits = String(scalar.value, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: return String(scalar)
            }
        }.joined()
    }
}
