import Foundation
import Testing

@testable import Storage

/// The headers of the tar archives that backups are.
@Suite struct TarTests {
    private static let entry = Tar.Entry(name: "till.sqlite", bytes: 331_776)

    @Test func aHeaderTellsWhatWasWritten() {
        #expect(Tar.entry(in: Tar.header(Self.entry, at: Sample.time)) == Self.entry)
        let largest = Tar.Entry(name: "archive-1.sqlite", bytes: Tar.largest)
        #expect(Tar.entry(in: Tar.header(largest, at: .distantPast)) == largest)
    }

    /// IEEE Std 1003.1-2017, pax, ustar Interchange Format: digits with zeros before them, each field ended by a zero.
    @Test func aHeaderIsWrittenAsTheFormatSays() throws {
        let header = Tar.header(Self.entry, at: Sample.time)
        var wanted = [UInt8](repeating: 0, count: Tar.block)
        for (place, text) in [
            (0, "till.sqlite"), (100, "0000600"), (108, "0000000"), (116, "0000000"), (124, "00001210000"),
            (136, "15300157400"), (148, "        "), (156, "0"), (257, "ustar\u{0}00"),
        ] { wanted.replaceSubrange(place..<place + text.utf8.count, with: Array(text.utf8)) }
        let sum = String(wanted.reduce(0) { $0 + Int($1) }, radix: 8)
        try #require(sum.count == 5)
        wanted.replaceSubrange(148..<156, with: Array("0\(sum)\u{0} ".utf8))
        #expect(header == wanted)
        #expect(Array(Tar.header(Self.entry, at: .distantPast)[136..<148]) == Array("00000000000\u{0}".utf8))
    }

    @Test func noChangedByteOfAHeaderIsAccepted() {
        let header = Tar.header(Self.entry, at: Sample.time)
        // Nothing is read of the blank after the sum.
        for place in header.indices where place != 155 {
            var changed = header
            changed[place] ^= 0x01
            #expect(Tar.entry(in: changed) != Self.entry, "byte \(place)")
        }
    }

    /// Some programs fill the field with digits, up to the byte that tells what kind of file it is.
    @Test func aSumMayFillItsField() {
        var header = Tar.header(Self.entry, at: Sample.time)
        header.replaceSubrange(148..<156, with: Array("00".utf8) + header[148..<154])
        #expect(Tar.entry(in: header) == Self.entry)
    }

    @Test func aHeaderThatIsCutOffOrEmptyIsNone() {
        #expect(Tar.entry(in: Array(Tar.header(Self.entry, at: Sample.time).dropLast())) == nil)
        #expect(Tar.entry(in: [UInt8](repeating: 0, count: Tar.block)) == nil)
    }

    @Test func contentsArePaddedToBlocks() {
        #expect([0, 1, 511, 512, 513].map { Tar.padding(after: Int64($0)) } == [0, 511, 1, 0, 511])
    }

    /// The database is longer than what is read at a time.
    @Test func anArchiveHasItsFilesWholeAndInOrder() throws {
        let place = try TemporaryDirectory()
        let part = BackupFiles.chunkSize
        let database = ([1, 2, 3] as [UInt8]).flatMap { [UInt8](repeating: $0, count: $0 < 3 ? part : 100) }
        let files: [(name: String, bytes: [UInt8])] = [
            ("manifest.json", Array("{}".utf8)), ("till.sqlite", database), ("till.head", [4]),
        ]
        var wanted: [UInt8] = []
        for (name, bytes) in files {
            try Data(bytes).write(to: URL(filePath: place.path + "/" + name))
            wanted += Tar.header(Tar.Entry(name: name, bytes: Int64(bytes.count)), at: Sample.time) + bytes
            wanted += [UInt8](repeating: 0, count: Tar.padding(after: Int64(bytes.count)))
        }
        let manifest = BackupManifest(
            format: BackupManifest.format, till: nil, schema: "1", madeAt: Sample.time, through: 0, hash: "",
            payments: 0,
            files: files.dropFirst().map { .init(name: $0.name, bytes: Int64($0.bytes.count), sha256: "") },
            missing: [])
        let chunks = BackupChunks(manifest, in: place.path)
        var archive: [UInt8] = []
        while let chunk = try chunks.next() {
            #expect(chunk.count <= part + Tar.block)
            archive += chunk
        }
        let isWhole = archive == wanted + Tar.end
        #expect(isWhole)
    }

    @Test(arguments: [
        "../till.sqlite", "/till.sqlite", "manifest.json", "archive-0.sqlite", "archive-1.sqlite.new", "",
    ])
    func aManifestWithAnotherNameIsNotUsed(_ name: String) {
        #expect(!BackupManifest.isName(name))
    }
}
