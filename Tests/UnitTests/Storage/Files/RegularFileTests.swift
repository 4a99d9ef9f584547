import Foundation
import Testing

@testable import Storage

/// Files that a person names, which must be regular files.
@Suite struct RegularFileTests {
    private let place: TemporaryDirectory
    private static let mark = Array("mark".utf8)

    init() throws { place = try TemporaryDirectory() }

    private func begins(_ name: String) -> Bool { RegularFile.begins(place.path + "/" + name, with: Self.mark) }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: place.path + "/" + name))
    }

    @Test func aFileIsKnownByItsFirstBytes() throws {
        try write("mark", to: "same")
        try write("marked", to: "longer")
        try write("mar", to: "shorter")
        try write("Mark", to: "other")
        #expect(begins("same") && begins("longer"))
        #expect(!begins("shorter") && !begins("other") && !begins("missing"))
    }

    @Test func neitherAFolderNorAPipeNorADeviceIsOne() throws {
        try FileManager.default.createDirectory(atPath: place.path + "/folder", withIntermediateDirectories: false)
        try #require(mkfifo(place.path + "/pipe", 0o600) == 0)
        #expect(!begins("folder") && !begins("pipe"))
        #expect(!RegularFile.begins("/dev/zero", with: [0, 0]))
    }

    @Test func roomThatIsGivenBackIsNeverLessThanNone() {
        #expect(RoomGivenBack(before: 9, after: 4, obstacle: nil).bytes == 5)
        #expect(RoomGivenBack(before: 4, after: 4, obstacle: nil).bytes == 0)
        #expect(RoomGivenBack(before: 4, after: 9, obstacle: nil).bytes == 0)
    }
}
