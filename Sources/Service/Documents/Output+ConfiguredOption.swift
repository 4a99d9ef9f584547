extension Output {
    /// An option of the configuration, as `till config show --json` prints it.
    package struct ConfiguredOption: Encodable, Sendable {
        let table: String
        let key: String
        /// The value as TOML writes it; nil when it is unset and has no default.
        let value: String?
        let place: Place

        package init(table: String, key: String, value: String?, place: Place) {
            (self.table, self.key, self.value, self.place) = (table, key, value, place)
        }
    }

    /// The source of a value: a position in a file, a variable, or neither for a default.
    package struct Place: Encodable, Sendable {
        let file: String?
        let line: Int?
        let column: Int?
        let variable: String?

        package init(file: String? = nil, line: Int? = nil, column: Int? = nil, variable: String? = nil) {
            (self.file, self.line, self.column, self.variable) = (file, line, column, variable)
        }
    }
}
