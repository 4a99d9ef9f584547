import Flow
import Foundation
import Hardware
import Model
import Receipts
import Storage
import Stores

/// One run of a story at a lawful terminal: a pure function of the story and the choices.
package struct WorldRun: Sendable {
    /// The kind of storage and line.
    package struct Setup: Hashable, Sendable {
        package var isSerial = false
        package var isSQLite = false
        package init(isSerial: Bool = false, isSQLite: Bool = false) {
            self.isSerial = isSerial
            self.isSQLite = isSQLite
        }
    }

    package struct Outcome: Sendable {
        /// What the terminal's book contradicts, as sentences that begin with the name of the violated rule.
        package internal(set) var violations: [String] = []
        package internal(set) var met: [Choices.Met] = []
        /// How often each choice point was met.
        package internal(set) var points: [ChoicePoint: Int] = [:]
        package internal(set) var taken: [Departure] = []
        /// How many transactions the till began.
        package internal(set) var transactions = 0
        package internal(set) var ends: [String: Int] = [:]
        /// The doubts left at the end.
        package internal(set) var doubts: [String] = []
        /// The doubts that no departure excuses.
        package internal(set) var unjustified: [String] = []
        /// How many payments have an outcome that no till could know.
        package internal(set) var unknowable = 0
        /// The log of the run; empty when it was not kept.
        package internal(set) var story: [String] = []
        /// The record of what is visible from outside; nil when it was not kept.
        package internal(set) var record: WorldRecord?
    }

    package let story: WorldStory
    package var setup = Setup()

    package init(_ story: WorldStory, on setup: Setup = Setup()) {
        self.story = story
        self.setup = setup
    }

    package func play(
        _ departures: [Departure] = [], keepsStory: Bool = false, keepsRecord: Bool = false
    ) throws -> Outcome {
        try play(Choices(departures), keepsStory: keepsStory, keepsRecord: keepsRecord)
    }

    package func play(seed: UInt64, keepsStory: Bool = false) throws -> Outcome {
        try play(Choices(seed: seed), keepsStory: keepsStory)
    }

    private func play(_ choices: Choices, keepsStory: Bool, keepsRecord: Bool = false) throws -> Outcome {
        let kiosk = try WorldKiosk(
            choices, seed: 1, on: setup.isSerial ? .raw : .stream(.kept), shelf: setup.isSQLite ? .sqlite : .memory,
            hasTwin: story.hasTwin, keepsLog: keepsStory || keepsRecord)
        var player = WorldPlayer(kiosk)
        try player.perform(story)
        player.calmDown()
        var outcome = Outcome()
        outcome.doubts = try player.doubts()
        outcome.unjustified = outcome.doubts.isEmpty ? [] : player.unjustified(outcome.doubts)
        try player.settleDoubts()
        player.payWhatIsUnpaid()
        let oracle = WorldOracle(kiosk, player)
        outcome.unknowable = try oracle.unknowable()
        // A payment that cannot be made because of a report that nobody could know to be wrong does not count.
        let followed = player.violations.filter { outcome.unknowable == 0 || !$0.hasPrefix("cannot-pay") }
        outcome.violations = try oracle.violations() + followed
        (outcome.met, outcome.points) = (choices.met, choices.points)
        outcome.taken = choices.taken
        for record in try kiosk.storage.read({ try $0.recentPayments(limit: .max) }) {
            outcome.transactions += 1
            outcome.ends["\(record.kind.rawValue) \(record.outcome?.word ?? "open")", default: 0] += 1
        }
        if keepsStory { outcome.story = kiosk.log.lines }
        if keepsRecord { outcome.record = try WorldRecorder(kiosk, answers: player.answers).record() }
        kiosk.end()
        return outcome
    }
}

extension PaymentOutcome {
    var word: String {
        switch self {
        case .approved: "approved"
        case .declined: "declined"
        case .cancelled: "cancelled"
        case .reversed: "reversed"
        case .notCharged: "not charged"
        case .inDoubt: "in doubt"
        case .goodsNotGiven: "goods not given"
        case .goodsUnpaid: "goods unpaid"
        }
    }
}
