/// A file of `Sources/Model/Languages` as the build embedded it in the program. `all` is made by the plugin `EmbedLanguages`.
package struct EmbeddedLanguage: Sendable {
    /// The file's name: `de`, or `de-CH` for what differs in a country.
    package let tag: String
    /// Whether it has the sentences for operators, and not only the words of receipts.
    let isForOperators: Bool
    let text: StaticString
}
