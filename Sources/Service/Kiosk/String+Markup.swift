extension String {
    /// The text where HTML or SVG expects one: nothing in it is taken for mark-up, between tags and in attributes. Each scalar is looked at
    /// by itself, as a browser does: a sign with a mark upon it is one character in Swift, and not the sign that is searched for.
    var asMarkup: String {
        var written = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": written += "&amp;"
            case "<": written += "&lt;"
            case ">": written += "&gt;"
            case "\"": written += "&quot;"
            case "'": written += "&#39;"
            default: written.unicodeScalars.append(scalar)
            }
        }
        return written
    }
}
