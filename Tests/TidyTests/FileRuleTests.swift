import Testing

@Suite struct FileRuleTests {
    private func source(_ text: String, at path: String) -> SwiftSource { SwiftSource(path: path, text: text) }

    private func users(_ count: Int, in folder: String = "Sources/Stores/") -> [SwiftSource] {
        (0..<count).map { source("let a: B? = nil", at: "\(folder)User\($0).swift") }
    }

    @Test(arguments: ["package struct B {}", "public final class B {}", "@frozen public enum B {}"])
    func aTypeOfOtherRoomsInAFileOfAnotherNameIsFound(declaration: String) throws {
        let found = try FileRule.misplacedTypes(in: [source("let a = 1\n\(declaration)", at: "Sources/Stores/A.swift")])
        #expect(found.map(\.line) == [2])
        #expect(try FileRule.misplacedTypes(in: [source(declaration, at: "Sources/Stores/B.swift")]).isEmpty)
    }

    @Test func anInternalTypeThatSeveralFilesOfItsRoomUseIsFound() throws {
        let type = source("struct B {}", at: "Sources/Stores/A.swift")
        #expect(try FileRule.misplacedTypes(in: [type] + users(2)).isEmpty)
        #expect(try FileRule.misplacedTypes(in: [type] + users(3)).count == 1)
        #expect(try FileRule.misplacedTypes(in: [type] + users(3, in: "Sources/Payments/")).isEmpty)
    }

    @Test func aPrivateTypeAndATypeWithinAnotherMayStandAnywhere() throws {
        let types = source(
            "private struct B {}\nextension A {\n    package struct B {}\n}", at: "Sources/Stores/A.swift")
        #expect(try FileRule.misplacedTypes(in: [types] + users(5)).isEmpty)
    }

    @Test func aCrowdedFolderIsFound() {
        let paths = (0...FileRule.longestFolder).map { "Sources/Stores/A\($0).swift" }
        #expect(FileRule.crowdedFolders(among: paths).map(\.path) == ["Sources/Stores"])
        #expect(FileRule.crowdedFolders(among: Array(paths.dropLast())).isEmpty)
    }

    @Test(arguments: [
        ("import Glibc", "Sources/Payments/Machine/A.swift"),
        ("import Dispatch", "Sources/Readers/New/Machine/A.swift"),
        ("import FoundationNetworking", "Sources/Stores/New/NewState.swift"),
        ("import Networking", "Sources/Readers/NewMachine.swift"),
        ("let a = FileManager.default", "Sources/Readers/NewMachine+Part.swift"),
        ("import Glibc\nmutating func reduce(_ event: A) {}", "Sources/Stores/A.swift"),
        ("let a = Data(contentsOf: b)", "Sources/Model/A.swift"),
    ])
    func whatTouchesTheWorldInCodeThatOnlyDecidesIsFound(text: String, path: String) throws {
        #expect(try PureCode.offences(in: source(text, at: path)).count == 1)
        #expect(
            try PureCode.offences(
                in: source(text.replacing("mutating func reduce(_ event: A) {}", with: ""), at: "Sources/Till/A.swift")
            ).isEmpty)
    }

    @Test func everyMachineAndReducerIsCovered() {
        let covered = Set(Repository.sources.filter(PureCode.covers).map(\.path))
        let known = [
            "Sources/Payments/Machine/PaymentMachine.swift", "Sources/Readers/ZVT/Machine/DialogueMachine.swift",
            "Sources/Readers/NEO2/Machine/NEO2Machine.swift", "Sources/Readers/Acquiring/AcquiringMachine.swift",
            "Sources/Stores/State/CachedQueries.swift", "Sources/Stores/Receipt/Spool/PrintSpoolState.swift",
            "Sources/Stores/State/TillState.swift", "Flow/Sources/Flow/Navigation/NavigationState.swift",
        ]
        #expect(known.filter { !covered.contains($0) } == [])
    }
}
