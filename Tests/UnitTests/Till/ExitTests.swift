import Failures
import Flow
import Foundation
import Testing

@testable import Till

/// Every failure ends the command with an exit status that a script can act on; 1 is only for mistakes in Till itself.
@Suite struct ExitTests {
    /// The codes of mistakes in Till, which no input and no device can cause.
    private static let mistakes: Set = [
        "action.abandoned", "action.unhandled", "action.unwaited", "output.json", "storage.abandoned",
        "service.unexpected", "storage.missing", "world.dead",
    ]

    private static let codes = FailureList.layers.flatMap { $0.codes }

    /// The exit status of each code as first published, on which scripts of kiosks rely.
    private static let promised: [(code: String, status: Int32)] = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fixtures")
        let text = try? String(contentsOf: root.appending(path: "exit-statuses.txt"), encoding: .utf8)
        return (text ?? "").split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            return words.count == 2 ? Int32(words[1]).map { (String(words[0]), $0) } : nil
        }
    }()

    @Test func noStatusHasChanged() throws {
        #expect(Self.promised.count > 200, "the fixture is read")
        for (code, status) in Self.promised {
            let stored = #"{"causes":[],"code":"\#(code)","recovery":"giveUp","sentence":"It failed."}"#
            let failure = try JSONDecoder().decode(Failure.self, from: Data(stored.utf8))
            #expect(Exit(failure).rawValue == status, "\(code)")
        }
    }

    @Test func noFailureOfTheWorldIsAnInternalError() {
        let internals = Self.codes.filter { $0.meaning.exitClass == .internalError }.map(\.code)
        #expect(Set(internals) == Self.mistakes)
    }

    @Test func aCodeThatNobodyKnowsIsAnInternalError() throws {
        let stored = #"{"causes":[],"code":"nobody.knows","recovery":"giveUp","sentence":"It failed."}"#
        #expect(Exit(try JSONDecoder().decode(Failure.self, from: Data(stored.utf8))) == .internalError)
    }

    /// An acquirer that is silent for a while before a payment is no reason to give up.
    @Test func aSilentAcquirerMayBeAskedAgain() {
        let silent = [AcquirerFailure.noAnswer, .unreachable, .pending]
        #expect(silent.allSatisfy { Exit(Failure($0, "It failed.", recovery: .retry)) == .temporary })
    }
}
