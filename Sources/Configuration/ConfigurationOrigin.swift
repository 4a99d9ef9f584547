import Model

/// Where a value comes from.
package enum ConfigurationOrigin: Hashable, Sendable {
    case builtIn
    case file(String, TextPlace)
    case variable(String)
}

extension ConfigurationOrigin: CustomStringConvertible {
    /// The place as messages show it, in any language.
    package var name: Sentence {
        switch self {
        case .builtIn: Sentence("config.builtIn")
        case .file, .variable: Sentence(stored: description)
        }
    }

    /// The place as messages show it: `/etc/till/till.toml:3:12` or `TILL_SHOP_LANGUAGE`.
    package var description: String {
        switch self {
        case .builtIn: "built in"
        case .file(let name, let place): "\(name):\(place.line):\(place.column)"
        case .variable(let name): name
        }
    }
}
