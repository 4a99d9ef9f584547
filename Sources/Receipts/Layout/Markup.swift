/// Escapes text for XML and HTML.
package enum Markup {
    /// The text with nothing in it that is taken for mark-up, between tags and in attributes. Each scalar is looked at by itself, as a
    /// browser does: a `<` with a mark upon it is one character in Swift, and not the one that is searched for.
    package static func escaped(_ text: String) -> String {
        var safe = ""
        safe.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": safe += "&amp;"
            case "<": safe += "&lt;"
            case ">": safe += "&gt;"
            case "\"": safe += "&quot;"
            case "'": safe += "&#39;"
            default: safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }
}
