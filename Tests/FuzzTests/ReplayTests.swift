import Flow
import Foundation
import Testing

/// What fuzzing found stays fixed: every find is a file in `Tests/Fixtures/fuzz/<target>`, named for what it broke.
@Suite struct ReplayTests {
    struct Find: Sendable, CustomTestStringConvertible {
        /// The prefix in the name of an input that took too long when there was much of it.
        static let growth = "grows-"

        let target: FuzzTarget
        let file: URL

        var testDescription: String { "\(target.name)/\(file.lastPathComponent)" }

        func input() throws -> [UInt8] {
            let bytes = Array(try Data(contentsOf: file))
            return file.lastPathComponent.hasPrefix(Self.growth) ? try target.stretch(bytes) : bytes
        }
    }

    static let finds: [Find] = FuzzTarget.all.flatMap { target in
        let folder = FuzzSeeds.fixtures.appending(path: "fuzz/\(target.name)")
        return ((try? FuzzSeeds.files(in: folder)) ?? []).map { Find(target: target, file: $0) }
    }

    @Test(.timeLimit(.minutes(1)), arguments: finds) func aFindStaysMended(_ find: Find) throws {
        try find.target.check(find.input())
    }

    @Test func everyFolderOfFindsIsATargets() throws {
        let folders = try FuzzSeeds.files(in: FuzzSeeds.fixtures.appending(path: "fuzz")).map(\.lastPathComponent)
        #expect(Set(folders).isSubset(of: FuzzTarget.all.map(\.name)))
        #expect(!Self.finds.isEmpty)
    }

    @Test(arguments: FuzzTarget.all.map(\.name)) func honestInputsBreakNothing(of name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        let seeds = try target.seeds()
        #expect(!seeds.isEmpty)
        for seed in seeds { try target.check(seed) }
    }
}
