import Crypto
import Flow
import Foundation
import Model
import Testing

@testable import Storage

/// A backup is taken as it was written and not otherwise, from a folder as from a tar archive.
@Suite struct BackupSourceTests {
    private typealias File = (name: String, bytes: [UInt8])

    private let place: TemporaryDirectory
    private var backup: String { place.path + "/backup" }
    private var tar: String { place.path + "/backup.tar" }
    private var unpacked: String { place.path + "/unpacked" }

    init() throws { place = try TemporaryDirectory() }

    /// One is no multiple of the block of an archive, one is, and one is longer than what is read at a time.
    private static let files: [File] = [
        ("till.sqlite", [UInt8](repeating: 7, count: 700)), ("till.head", [UInt8](repeating: 8, count: Tar.block)),
        ("archive-1.sqlite", [UInt8](repeating: 9, count: BackupFiles.chunkSize + 100)),
    ]

    private static func naming(
        _ files: [BackupManifest.File], format: String = BackupManifest.format, hash: String = ""
    ) -> BackupManifest {
        BackupManifest(
            format: format, till: "till-1", schema: "1", madeAt: Sample.time, through: 7, hash: hash, payments: 0,
            files: files, missing: [])
    }

    private static let manifest = naming(
        files.map { file in
            let hash = Hexadecimal.text(Data(SHA256.hash(data: file.bytes)))
            return BackupManifest.File(name: file.name, bytes: Int64(file.bytes.count), sha256: hash)
        })

    private static func text(_ manifest: BackupManifest = Self.manifest) throws -> [UInt8] {
        Array(try StoredJSON.data(manifest))
    }

    private static func archived(_ file: File) -> [UInt8] {
        let padding = [UInt8](repeating: 0, count: Tar.padding(after: Int64(file.bytes.count)))
        return Tar.header(Tar.Entry(name: file.name, bytes: Int64(file.bytes.count)), at: Sample.time) + file.bytes
            + padding
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        try Data(bytes).write(to: URL(filePath: path))
    }

    private func writeFolder(_ manifest: [UInt8], _ files: [File] = Self.files) throws {
        try? FileManager.default.removeItem(atPath: backup)
        try FileManager.default.createDirectory(atPath: backup, withIntermediateDirectories: false)
        for file in files + [("manifest.json", manifest)] { try write(file.bytes, to: backup + "/" + file.name) }
    }

    @discardableResult
    private func unpack(_ path: String) throws -> BackupManifest {
        try? FileManager.default.removeItem(atPath: unpacked)
        return try BackupSource(path: path).unpack(into: unpacked)
    }

    private func expectRefusal(
        _ failure: Failure, _ path: String, _ what: String = "", at location: SourceLocation = #_sourceLocation
    ) {
        #expect(throws: StorageError.refused(failure), "\(what)", sourceLocation: location) { try unpack(path) }
    }

    // MARK: Whole

    @Test func whatWasWrittenIsUnpackedFromAFolderAndFromAnArchive() throws {
        try writeFolder(try Self.text())
        var archive = Self.archived(("manifest.json", try Self.text()))
        // In any order, and nothing counts behind the end.
        for file in Self.files.reversed() { archive += Self.archived(file) }
        try write(archive + Tar.end + [1, 2, 3], to: tar)
        for path in [backup, tar] {
            #expect(try unpack(path) == Self.manifest)
            let names = try FileManager.default.contentsOfDirectory(atPath: unpacked)
            #expect(names.sorted() == Self.files.map(\.name).sorted())
            for file in Self.files {
                let isSame = FileManager.default.contents(atPath: unpacked + "/" + file.name) == Data(file.bytes)
                #expect(isSame, "\(file.name) of \(path)")
            }
        }
    }

    /// As `till backup` writes it.
    @Test func theArchiveOfAFolderIsUnpacked() throws {
        try writeFolder(try Self.text())
        var archive: [UInt8] = []
        let code = try BackupStream.write(Self.manifest, in: backup) { chunk in
            archive += chunk
            return nil
        }
        try write(archive, to: tar)
        #expect(try code == nil && unpack(tar) == Self.manifest)
        var chunks = 0
        let stopped = try BackupStream.write(Self.manifest, in: backup) { _ in
            chunks += 1
            return chunks < 3 ? nil : EPIPE
        }
        #expect(stopped == EPIPE && chunks == 3)
    }

    @Test func aFileThatGetsShorterWhileItIsReadIsNotPadded() throws {
        try writeFolder(try Self.text())
        let chunks = BackupChunks(Self.manifest, in: backup)
        for _ in 1...3 { #expect(try chunks.next()?.isEmpty == false) }
        #expect(truncate(backup + "/till.sqlite", 699) == 0)
        let refusal = StorageError.cannotOpen(path: backup + "/till.sqlite", reason: Sentence("detail.noFile", [:]))
        #expect(throws: refusal) { try chunks.next() }
    }

    // MARK: A folder that is not as it was written

    @Test func aFileOfAFolderThatIsMissingOrOtherIsNamed() throws {
        for file in Self.files {
            let path = backup + "/" + file.name
            func refused(_ reason: Sentence, _ what: String) {
                expectRefusal(.backupDamaged(backup, reason), backup, "\(what) \(file.name)")
            }
            let other = Sentence("detail.backup.otherFile", ["file": file.name])
            try writeFolder(try Self.text())
            try write(file.bytes + [0], to: path)
            refused(other, "a longer")
            try write(Array(file.bytes.dropLast()), to: path)
            refused(other, "a shorter")
            try write(Array(file.bytes.dropLast()) + [0], to: path)
            refused(other, "a changed")
            unlink(path)
            refused(Sentence("detail.backup.fileMissing", ["file": file.name]), "no")
        }
    }

    @Test func aFileOfAFolderIsNoLink() throws {
        try writeFolder(try Self.text())
        try FileManager.default.moveItem(atPath: backup + "/till.head", toPath: place.path + "/elsewhere")
        symlink(place.path + "/elsewhere", backup + "/till.head")
        let error = #expect(throws: StorageError.self) { try unpack(backup) }
        #expect(error?.code == "storage.cannotOpen")
    }

    // MARK: An archive that is not as it was written

    @Test func anArchiveThatIsCutOffIsToldWhereverItEnds() throws {
        let text = try Self.text()
        let manifest = Self.archived(("manifest.json", text))
        try #require(manifest.count > Tar.block + text.count, "the manifest is padded")
        let file = Self.archived(Self.files[0])
        let rest = Self.files.dropFirst().reduce(manifest + file) { $0 + Self.archived($1) }
        let (before, whole) = (manifest.count, rest + Tar.end)
        for length in [0, 1, Tar.block - 1] {
            try write(Array(whole.prefix(length)), to: tar)
            expectRefusal(.notABackup(tar), tar, "\(length) bytes")
        }
        let lengths = [
            Tar.block, Tar.block + 1, Tar.block + text.count - 1, Tar.block + text.count, before - 1, before,
            before + 1, before + Tar.block - 1, before + Tar.block, before + Tar.block + 699,
            before + Tar.block + 700, before + file.count - 1, before + file.count, rest.count, rest.count + 1,
            rest.count + Tar.block - 1,
        ]
        for length in lengths {
            try write(Array(whole.prefix(length)), to: tar)
            expectRefusal(.backupDamaged(tar, Sentence("detail.backup.cutOff", [:])), tar, "\(length) bytes")
        }
        try write(Array(whole.prefix(rest.count + Tar.block)), to: tar)
        #expect(try unpack(tar) == Self.manifest, "one of the two blocks that end it is enough")
    }

    @Test func anArchiveWithOtherFilesThanItsManifestNamesIsRefused() throws {
        let manifest = Self.archived(("manifest.json", try Self.text()))
        let files = Self.files.map(Self.archived)
        let longer = Self.archived(("till.sqlite", Self.files[0].bytes + [7]))
        let stranger = Self.archived(("archive-2.sqlite", [1]))
        let other = Sentence("detail.backup.otherEntry", [:])
        let changed = Self.archived(("till.sqlite", [UInt8](repeating: 6, count: 700)))
        let missing = Sentence("detail.backup.fileMissing", ["file": "archive-1.sqlite"])
        let cases: [(what: String, parts: [[UInt8]], reason: Sentence)] = [
            ("twice", [files[0], files[1], files[2], files[0]], other),
            ("longer", [longer, files[1], files[2]], other),
            ("more", [files[0], files[1], files[2], stranger], other),
            ("the manifest again", [manifest, files[0], files[1], files[2]], other),
            ("no header", [[UInt8](repeating: 1, count: Tar.block), files[0], files[1], files[2]], other),
            ("fewer", [files[0], files[1]], missing),
            ("changed", [changed, files[1], files[2]], Sentence("detail.backup.otherFile", ["file": "till.sqlite"])),
        ]
        for (what, parts, reason) in cases {
            try write(manifest + parts.flatMap { $0 } + Tar.end, to: tar)
            expectRefusal(.backupDamaged(tar, reason), tar, what)
        }
    }

    @Test func anArchiveBeginsWithItsManifest() throws {
        let parts = Self.files.map(Self.archived)
        let manifest = Self.archived(("manifest.json", try Self.text()))
        try write(parts[0] + manifest + parts[1] + parts[2] + Tar.end, to: tar)
        expectRefusal(.notABackup(tar), tar)
        try write(Self.archived(("manifest.txt", try Self.text())) + parts.flatMap { $0 } + Tar.end, to: tar)
        expectRefusal(.notABackup(tar), tar)
    }

    // MARK: What is no backup

    @Test func whatIsNoBackupIsToldSo() throws {
        expectRefusal(.noBackup(place.path + "/nowhere"), place.path + "/nowhere")
        expectRefusal(.notABackup("/dev/null"), "/dev/null")
        try #require(mkfifo(place.path + "/pipe", 0o600) == 0)
        expectRefusal(.notABackup(place.path + "/pipe"), place.path + "/pipe")
        try FileManager.default.createDirectory(atPath: backup, withIntermediateDirectories: false)
        expectRefusal(.notABackup(backup), backup)
    }

    /// A manifest may be followed by blanks.
    @Test func aManifestIsAtMostAMegabyteLong() throws {
        let text = try Self.text()
        let files = Self.files.map(Self.archived).flatMap { $0 }
        for (count, isTaken) in [(BackupManifest.largestManifest, true), (BackupManifest.largestManifest + 1, false)] {
            let long = text + [UInt8](repeating: 0x20, count: count - text.count)
            try writeFolder(long)
            try write(Self.archived(("manifest.json", long)) + files + Tar.end, to: tar)
            for path in [backup, tar] {
                guard isTaken else {
                    expectRefusal(.notABackup(path), path)
                    continue
                }
                #expect(try unpack(path) == Self.manifest)
            }
        }
    }

    @Test func aManifestThatCannotBeOneIsRefused() throws {
        func file(_ name: String, _ bytes: Int64 = 0) -> BackupManifest.File {
            BackupManifest.File(name: name, bytes: bytes, sha256: "")
        }
        let database = file("till.sqlite")
        #expect(Self.naming([database]).isUsable)
        #expect(Self.naming([file("till.sqlite", Tar.largest), file("till.head"), file("archive-7.sqlite")]).isUsable)
        let unusable = [
            Self.naming([database], format: "till.backup.2"), Self.naming([file("till.head")]), Self.naming([]),
            Self.naming([database, database]), Self.naming([database, file("other")]),
            Self.naming([file("till.sqlite", -1)]), Self.naming([file("till.sqlite", Tar.largest + 1)]),
        ]
        for manifest in unusable {
            #expect(!manifest.isUsable, "\(manifest)")
            try writeFolder(try Self.text(manifest), [])
            expectRefusal(.notABackup(backup), backup, "\(manifest)")
        }
        try writeFolder(Array("{}".utf8), [])
        expectRefusal(.notABackup(backup), backup)
    }

    @Test func theSizeOfABackupIsThatOfAllItsFiles() {
        func manifest(_ sizes: Int64...) -> BackupManifest {
            Self.naming(sizes.map { BackupManifest.File(name: "", bytes: $0, sha256: "") })
        }
        #expect(manifest().bytes == 0 && manifest(3, 4, 5).bytes == 12)
        #expect(manifest(.max, 0).bytes == .max && manifest(.max, 1).bytes == nil && manifest(.max, 1, -1).bytes == nil)
    }

    @Test func theHeadThatAManifestNamesIsAWholeHash() {
        func head(_ hash: String) -> JournalHead? { Self.naming([], hash: hash).head }
        let hash = String(repeating: "0a", count: 32)
        #expect(head(hash) == JournalHead(sequence: 7, hash: Data(repeating: 10, count: 32)))
        #expect(
            head(String(hash.dropLast(2))) == nil && head(hash + "00") == nil && head("") == nil && head("x") == nil)
    }

    /// Before anything is copied, more than any disk has is noticed.
    @Test func aBackupThatDoesNotFitIsNotUnpacked() throws {
        let files = (1...2_000).map {
            BackupManifest.File(name: BackupManifest.name(ofArchive: $0), bytes: Tar.largest, sha256: "")
        }
        let text = try Self.text(Self.naming([.init(name: "till.sqlite", bytes: 1, sha256: "")] + files))
        try writeFolder(text, [])
        try write(Self.archived(("manifest.json", text)), to: tar)
        for path in [backup, tar] {
            let error = #expect(throws: StorageError.self) { try unpack(path) }
            #expect(error?.code == "storage.diskFull", "\(path)")
        }
    }
}
