import Foundation
import Testing

/// The search finds what it is meant to find; otherwise an empty result would mean nothing.
@Suite struct CanarySearchTests {
    private let search = CanarySearch()

    @Test(arguments: Disguise.all)
    func aPlantedSecretIsFoundInEveryDisguise(_ disguise: Disguise) async throws {
        try await Kiosk.run { kiosk in
            for canary in Canary.allCases {
                let file = kiosk.path("home/\(canary).bin")
                let leak = Data([0x00, 0xFF]) + Data(disguise.form(canary.digits)) + Data("and more".utf8)
                try leak.write(to: URL(fileURLWithPath: file))
                let finds = try search.finds(below: kiosk.directory)
                #expect(finds.contains { $0.contains("\(canary), ") }, "\(canary)")
                try FileManager.default.removeItem(atPath: file)
            }
            #expect(try search.finds(below: kiosk.directory).isEmpty)
        }
    }

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3"), "there is no /usr/bin/sqlite3"))
    func aSecretInTheDatabaseOrItsLogIsFound() async throws {
        try await Kiosk.run { kiosk in
            #expect(try await kiosk.till("orders", "list").code == 0)
            #expect(try search.finds(below: kiosk.directory).isEmpty)
            try await kiosk.sqlite("CREATE TABLE leak AS SELECT '\(Canary.status.digits)' AS number;")
            #expect(try search.finds(below: kiosk.directory).contains { $0.contains("status, text") })
        }
    }

    @Test func groupsTracksHoldersExpiriesAndNamesOfFilesAreFound() throws {
        let status = Canary.status
        for leak in [status.grouped, status.grouped.replacing(" ", with: "-"), status.track1, "exp \(Canary.expiry)"] {
            #expect(!search.finds(in: Data(leak.utf8), called: "a leak").isEmpty, "\(leak)")
        }
        #expect(!search.finds(in: Data(Canary.track.packedTrack2), called: "a leak").isEmpty)
        #expect(!search.finds(in: Data("\(Canary.cardholder)".utf8), called: "a leak").isEmpty)
    }

    @Test func whatMayBeShownIsNotFound() {
        for canary in Canary.allCases {
            let shown = "************\(canary.digits.suffix(4))"
            #expect(search.finds(in: Data(shown.utf8), called: "a receipt").isEmpty)
        }
    }
}
