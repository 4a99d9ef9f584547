import Foundation
import GRDB
import Model

/// Compares the tables, indexes, triggers and views of a database with those that its migrations make.
enum SchemaComparison {
    /// Returns every object that is missing, that differs, or that no migration of this release makes.
    ///
    /// - Parameter newest: the last of the migrations that the database has; nil for all of this release.
    static func findings(in database: Database, after newest: String? = nil) throws -> [DatabaseFinding] {
        let fresh = try DatabaseQueue()
        if let newest { try Schema.migrator.migrate(fresh, upTo: newest) } else { try Schema.migrator.migrate(fresh) }
        return try findings(SchemaObject.all(database), expected: try fresh.read(SchemaObject.all))
    }

    /// Throws `.corrupt` if a file that is not trusted holds anything but what the migrations of this or an earlier release
    /// make: a trigger or a view would run as soon as the database is written. The file is opened to read, and must have no
    /// log.
    static func check(untrusted file: String) throws(StorageError) {
        do {
            guard let rest = DatabaseAtRest(file) else {
                throw StorageError.corrupt(reason: Sentence("detail.archive.hasLog"))
            }
            var configuration = StorageManager.configuration(StorageManager.Patience(), nil)
            configuration.readonly = true
            let queue = try DatabaseQueue(path: rest.name, configuration: configuration)
            defer { try? queue.close() }
            try queue.read(refuseStrangers)
        } catch { throw StorageError(error) }
    }

    private static func refuseStrangers(_ database: Database) throws {
        // No release has made a view, and one could take the place of the list of migrations.
        if let view = try SchemaObject.all(database).first(where: { $0.type == "view" }) {
            throw StorageError.corrupt(reason: Sentence("difference.object.foreign", ["object": view.words]))
        }
        guard try !Schema.migrator.hasBeenSuperseded(database) else { throw try SchemaUpgrade.newerVersion(database) }
        let newest = try Schema.newest(in: database)
        guard Schema.migrator.migrations.contains(newest) else {
            throw StorageError.corrupt(reason: Sentence("detail.journal.noTable"))
        }
        if let finding = try findings(in: database, after: newest).first {
            throw StorageError.corrupt(reason: finding.sentence)
        }
    }

    private static func findings(_ found: [SchemaObject], expected: [SchemaObject]) throws -> [DatabaseFinding] {
        let names = Dictionary(grouping: found, by: \.key)
        let missing = expected.compactMap { object -> DatabaseFinding? in
            guard let same = names[object.key]?.first else {
                return DatabaseFinding(object.name, Sentence("difference.object.missing", ["object": object.words]))
            }
            guard same == object else {
                return DatabaseFinding(object.name, Sentence("difference.object.other", ["object": object.words]))
            }
            return nil
        }
        let own = Set(expected.map(\.key))
        let foreign = found.filter { !own.contains($0.key) }
        return missing
            + foreign.map { DatabaseFinding($0.name, Sentence("difference.object.foreign", ["object": $0.words])) }
    }
}
