import Foundation

/// The name of something in addresses.
enum ShopSlug {
    static func make(_ name: String) -> String {
        let plain = name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil).lowercased()
            .replacing("ß", with: "ss")
        let words = plain.split { !$0.isLetter && !$0.isNumber }
        return String(words.joined(separator: "-").prefix(200))
    }
}
