import ArgumentParser
import Configuration
import Failures
import Flow
import Foundation
import Model
import Service
import Storage
import Stores

struct BackupCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copies the till's data, verified, into a folder or a tar archive.",
        discussion: """
            The copy is of one moment, whatever other commands do meanwhile: the database with its journal, the journal's head, \
            and the archives of earlier years. It is read back before it counts. Not in it are the passwords and keys of shops, \
            the key that signs the journal, the configuration, and recordings of the terminals' lines. docs/operations.md \
            tells how to keep and restore backups.

            Exit codes: 0 done, 6 the disk is full or cannot be written, 7 there are no data, 8 the place is taken, 65 the \
            data are damaged, 75 another backup is being made.
            """)

    @Argument(
        help: ArgumentHelp(
            "The folder to create, or - to write a tar archive to standard output.", valueName: "dir"))
    var place: String
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var onlyTells: Bool { false }

    private struct Document: Encodable {
        let backup: String
        let till: String?
        let madeAt: Date
        let lastEntry: Int64
        let hash: String
        let transactions: Int64
        let bytes: Int64
        let missing: [String]
    }

    func validate() throws {
        if place.isEmpty { throw ValidationError("Name a folder, or - for standard output.") }
        if place == "-", output.json { throw ValidationError("--json does not go with -: the archive is the output.") }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let setup = try data.setup()
        guard FileManager.default.fileExists(atPath: setup.directory + "/till.sqlite") else {
            throw .nothingToBackUp(setup.directory)
        }
        guard place != "-" || isatty(STDOUT_FILENO) == 0 else { throw .backupOnTerminal }
        let language = OperatorLanguage.asked(setup.configuration)
        let key = try setup.journalKey()
        let storage = try open(setup)
        OpenStorage.atCommandEnd(storage)
        let claim = try claim(setup.directory)
        defer { claim?.release() }
        let environment = TestHooks.environment(.live.logged)
        let manifest =
            place == "-"
            ? try stream(storage, key, setup.directory, environment)
            : try write(storage, key, to: place.absolutePath, environment)
        tell(manifest, console, language)
        return .done
    }

    private func tell(_ manifest: BackupManifest, _ console: Console, _ language: OperatorLanguage) {
        let bytes = manifest.files.reduce(0) { $0 + $1.bytes }
        let facts: [String: any CustomStringConvertible] = [
            "place": place.printable,
            "entries": manifest.through, "payments": manifest.payments,
            "size": Sentence(roughSize: UInt64(max(0, bytes))),
        ]
        let done = language.text("backup.done", facts)
        if output.json {
            let document = Document(
                backup: place.absolutePath, till: manifest.till, madeAt: manifest.madeAt, lastEntry: manifest.through,
                hash: manifest.hash, transactions: manifest.payments, bytes: bytes, missing: manifest.missing)
            if let json = try? Output.json(document) { console.print(json) }
        } else if place == "-" {
            console.say(done)
        } else {
            console.print(done)
        }
        for file in manifest.missing { console.say(language.text("backup.archiveMissing", ["file": file.printable])) }
    }

    /// Data that cannot be written can still be backed up, for example on a full disk.
    private func open(_ setup: TillSetup) throws(Failure) -> StorageManager {
        do throws(StorageError) { return try setup.openStorage(.live.logged) } catch {
            guard error.failure.is(StorageFailure.diskFull) || error == .readOnly,
                let readable = try? StorageManager(readingOnly: setup.directory, environment: .live.logged)
            else { throw error.failure }
            return readable
        }
    }

    /// Keeps two backups of the same data from using the same folder. Nil on a disk that cannot be written, from which only
    /// folders elsewhere are written.
    private func claim(_ directory: String) throws(Failure) -> (any DeviceLock)? {
        let taken: (any DeviceLock)?
        do throws(StorageError) { taken = try FileDeviceLocks(directory: directory).claim("backup") } catch {
            return nil
        }
        guard let taken else { throw .backupRuns }
        return taken
    }

    // MARK: A folder

    /// The folder has another name until it is complete.
    private func write(
        _ storage: StorageManager, _ key: JournalKey?, to target: String, _ environment: Environment
    ) throws(Failure) -> BackupManifest {
        var node = stat()
        if lstat(target, &node) == 0 {
            let names = try? FileManager.default.contentsOfDirectory(atPath: target)
            guard node.st_mode & S_IFMT == S_IFDIR, names?.isEmpty == true else { throw .backupExists(target) }
        }
        let parent = (target as NSString).deletingLastPathComponent
        let unfinished = "\(parent)/.\((target as NSString).lastPathComponent).till-backup"
        try OutputFile.makeFolder(parent)
        try? FileManager.default.removeItem(atPath: unfinished)
        do throws(StorageError) {
            let manifest = try storage.backUp(
                into: unfinished, environment: environment, key: key, check: RestoredTill.check)
            guard rename(unfinished, target) == 0 else {
                throw .cannotOpen(path: target, reason: Sentence(stored: String(cString: strerror(errno)).lowercased()))
            }
            environment.reached("backup.named")
            try StorageManager.syncFolder(parent)
            return manifest
        } catch {
            try? FileManager.default.removeItem(atPath: unfinished)
            throw error.failure
        }
    }

    // MARK: A tar archive

    private func stream(
        _ storage: StorageManager, _ key: JournalKey?, _ directory: String, _ environment: Environment
    ) throws(Failure) -> BackupManifest {
        let folder = directory + "/backup.new"
        try? FileManager.default.removeItem(atPath: folder)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let manifest: BackupManifest
        let stopped: Int32?
        do throws(StorageError) {
            manifest = try storage.backUp(into: folder, environment: environment, key: key, check: RestoredTill.check)
            stopped = try BackupStream.write(manifest, in: folder) { DataStream.write($0, to: STDOUT_FILENO) }
        } catch { throw error.failure }
        if let stopped { throw .notWritten(Sentence("detail.standardOutput"), stopped) }
        return manifest
    }
}

extension Failure {
    fileprivate static func nothingToBackUp(_ directory: String) -> Failure {
        Failure(
            BackupFailure.nothing, Sentence("failure.archive.nothing.nothingStored", ["directory": directory]),
            remedy: Sentence("remedy.archive.nothing.nothingStored"), recovery: .giveUp)
    }

    fileprivate static let backupOnTerminal = Failure(
        BackupFailure.onTerminal, Sentence("failure.backup.onTerminal"), remedy: Sentence("remedy.backup.onTerminal"),
        recovery: .giveUp)

    static let backupRuns = Failure(
        BackupFailure.running, Sentence("failure.backup.running"), recovery: .retry)

    fileprivate static func backupExists(_ path: String) -> Failure {
        Failure(
            BackupFailure.exists, Sentence("failure.backup.exists", ["path": path]),
            remedy: Sentence("remedy.backup.exists"), recovery: .giveUp)
    }
}
