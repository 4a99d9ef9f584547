/// An option as docs/configuration.md describes it.
package struct OptionDescription: Hashable, Sendable {
    package let key: String
    package let takes: String
    package let unit: String?
    package let fallback: String
    package let meaning: String
}
