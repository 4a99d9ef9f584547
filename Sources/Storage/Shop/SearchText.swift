/// Text prepared for searching without regard to case and accents.
package enum SearchText {
    package static func folded(_ text: String) -> String {
        // The same for ASCII, in a fraction of the time.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}
