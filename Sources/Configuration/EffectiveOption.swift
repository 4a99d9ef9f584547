/// One option with the value in force.
package struct EffectiveOption: Hashable, Sendable {
    /// The table's name: `shop`, `readers.counter`.
    package let table: String
    package let key: String
    /// The value as TOML writes it; nil when it is unset and has no default.
    package let value: String?
    package let origin: ConfigurationOrigin
}
