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

    @Test func noChangedByteOfAHeaderIsAccepted() {
        let header = Tar.header(Self.entry, at: Sample.time)
        // Nothing is read of the blank after the sum.
        for place in header.indices where place != 155 {
            var changed = header
            changed[place] ^= 0x01
            #expect(Tar.entry(in: changed) != Self.entry, "byte \(place)")
        }
    }

    @Test func aHeaderThatIsCutOffOrEmptyIsNone() {
        #expect(Tar.entry(in: Array(Tar.header(Self.entry, at: Sample.time).dropLast())) == nil)
        #expect(Tar.entry(in: [UInt8](repeating: 0, count: Tar.block)) == nil)
    }

    @Test func contentsArePaddedToBlocks() {
        #expect([0, 1, 511, 512, 513].map { Tar.padding(after: Int64($0)) } == [0, 511, 1, 0, 511])
    }

    @Test(arguments: [
        "../till.sqlite", "/till.sqlite", "manifest.json", "archive-0.sqlite", "archive-1.sqlite.new", "",
    ])
    func aManifestWithAnotherNameIsNotUsed(_ name: String) {
        #expect(!BackupManifest.isName(name))
    }
}
