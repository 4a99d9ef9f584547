extension String {
    /// The text as `printable`, without card data, for text that repeats what was typed.
    package var presentable: String { CardData.masked(self).printable }

    /// Untrusted text for one line of a terminal, without characters that could move its cursor, colour it or end the
    /// line.
    package var printable: String { String(unicodeScalars.filter(\.isPrintable)) }
}

extension Unicode.Scalar {
    /// Whether a terminal shows it, and does nothing else.
    package var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
