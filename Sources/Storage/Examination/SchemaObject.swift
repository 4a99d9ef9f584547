import GRDB
import Model

/// A table, index, trigger or view, as `sqlite_schema` names it.
struct SchemaObject: Hashable {
    let type: String
    let name: String
    let table: String
    /// The definition without quotes and white space, which SQLite writes in different ways.
    let definition: String

    var key: String { "\(type) \(name)" }
    /// What it is, to follow the article of its sentence.
    var words: Sentence {
        switch type {
        case "table": Sentence("difference.object.table", ["name": name])
        case "view": Sentence("difference.object.view", ["name": name])
        case "index": Sentence("difference.object.index", ["name": name, "table": table])
        case "trigger": Sentence("difference.object.trigger", ["name": name, "table": table])
        default: Sentence(stored: "\(type) \(name)")
        }
    }

    /// All objects except the indexes and tables that SQLite makes for itself. A person who edits the file can give anything a
    /// name that begins like theirs.
    static func all(_ database: Database) throws -> [SchemaObject] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT CAST(type AS TEXT), CAST(name AS TEXT), CAST(tbl_name AS TEXT), CAST(sql AS TEXT)
                FROM sqlite_schema WHERE NOT (type = 'index' AND name LIKE 'sqlite~_autoindex~_%' ESCAPE '~' AND sql IS NULL)
                    AND NOT (type = 'table' AND name IN ('sqlite_sequence', 'sqlite_stat1', 'sqlite_stat4'))
                ORDER BY type, name
                """)
        return try rows.map { row in
            let sql = try row.decode(String?.self, atIndex: 3) ?? ""
            return SchemaObject(
                type: try row.decode(String?.self, atIndex: 0) ?? "",
                name: try row.decode(String?.self, atIndex: 1) ?? "",
                table: try row.decode(String?.self, atIndex: 2) ?? "",
                definition: String(sql.filter { !$0.isWhitespace && $0 != "\"" && $0 != ";" }))
        }
    }
}
