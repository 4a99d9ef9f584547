import Foundation
import Testing

/// The test hooks are compiled out of a release build: no environment variable kills a till or takes its shop away.
@Suite struct ReleaseBinaryTests {
    private static let path: String = {
        let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return root.appending(path: ".build/release/till").path
    }()
    private static let isHere = FileManager.default.isExecutableFile(atPath: path)

    @Test(.enabled(if: isHere, "there is no release build: swift build -c release --product till"))
    func aReleaseHasNoHooksOfTests() throws {
        let binary = try Data(contentsOf: URL(filePath: Self.path), options: .mappedIfSafe)
        #expect(binary.range(of: Data("TILL_CONFIG".utf8)) != nil, "strings of a program are found in it")
        for hook in ["TILL_TEST_", "TILL_TEST_KILL_AT", "TILL_TEST_SHOP", "TILL_TEST_CARD_PHASE"] {
            #expect(binary.range(of: Data(hook.utf8)) == nil, "\(hook) is in \(Self.path)")
        }
    }

    /// A debug build contains the hooks, which proves that the search works.
    @Test func aBuildForTestsHasThem() throws {
        let binary = try Data(contentsOf: URL(filePath: Programs.path("till")), options: .mappedIfSafe)
        #expect(binary.range(of: Data("TILL_TEST_KILL_AT".utf8)) != nil)
    }
}
