import Model

/// One part of a dotted name.
struct TOMLKey: Hashable {
    let name: String
    let place: TextPlace
}

/// A table under construction. TOML defines nothing twice: how a table began decides what may be added to it.
final class TOMLTable {
    enum Beginning {
        /// Begun by the header of a table inside it; its own header may still follow.
        case implied
        case header
        /// Begun by a dotted key such as `a.b`; other keys of the same table may add to it.
        case dotted
        /// Written between braces, and complete.
        case inline
    }

    private enum Content {
        case value(ConfiguredValue)
        case table(TOMLTable)
        case tables(TableList)
    }

    /// Shared storage, so that adding a table does not copy all others.
    private final class TableList {
        var all: [(place: TextPlace, table: TOMLTable)]

        init(_ header: TextPlace, _ first: TOMLTable) { all = [(header, first)] }
    }

    private struct Entry {
        let key: TextPlace
        let place: TextPlace
        let content: Content
    }

    private var beginning: Beginning
    private var entries: [String: Entry] = [:]

    init(_ beginning: Beginning) { self.beginning = beginning }

    /// The table of this name, created if needed, on the path to an inner table.
    func descend(_ key: TOMLKey, _ way: Beginning) throws(TOMLMistake) -> TOMLTable {
        guard let entry = entries[key.name] else {
            let table = TOMLTable(way)
            put(key, key.place, .table(table))
            return table
        }
        switch entry.content {
        case .table(let table) where way == .implied && table.beginning != .inline: return table
        case .table(let table) where way == .dotted && table.beginning == .dotted: return table
        case .tables(let tables) where way == .implied:
            if let last = tables.all.last { return last.table }
            throw again(key, entry)
        case .value, .table, .tables: throw again(key, entry)
        }
    }

    /// The table that a header opens.
    func open(_ key: TOMLKey, _ header: TextPlace) throws(TOMLMistake) -> TOMLTable {
        guard let entry = entries[key.name] else {
            let table = TOMLTable(.header)
            put(key, header, .table(table))
            return table
        }
        guard case .table(let table) = entry.content, table.beginning == .implied else { throw again(key, entry) }
        table.beginning = .header
        return table
    }

    /// Appends a table to a list of tables.
    func append(_ key: TOMLKey, _ header: TextPlace) throws(TOMLMistake) -> TOMLTable {
        let table = TOMLTable(.header)
        guard let entry = entries[key.name] else {
            put(key, header, .tables(TableList(header, table)))
            return table
        }
        guard case .tables(let tables) = entry.content else { throw again(key, entry) }
        tables.all.append((header, table))
        return table
    }

    func set(_ key: TOMLKey, _ value: ConfiguredValue, _ place: TextPlace) throws(TOMLMistake) {
        if let entry = entries[key.name] { throw again(key, entry) }
        put(key, place, .value(value))
    }

    private func put(_ key: TOMLKey, _ place: TextPlace, _ content: Content) {
        entries[key.name] = Entry(key: key.place, place: place, content: content)
    }

    private func again(_ key: TOMLKey, _ earlier: Entry) -> TOMLMistake {
        TOMLMistake(
            key.place,
            Sentence("config.toml.again", ["key": ConfiguredValue.shown(key.name), "line": earlier.key.line]))
    }

    var values: [String: PlacedValue] {
        entries.mapValues { entry in
            let value: ConfiguredValue =
                switch entry.content {
                case .value(let value): value
                case .table(let table): .table(table.values)
                case .tables(let tables):
                    .list(
                        tables.all.map { PlacedValue(key: $0.place, place: $0.place, value: .table($0.table.values)) })
                }
            return PlacedValue(key: entry.key, place: entry.place, value: value)
        }
    }
}
