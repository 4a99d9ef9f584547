import Flow
import Foundation
import Hardware
import Model
import Receipts
import Storage
import Stores

/// One run of a story at a lawful terminal: a pure function of the story and of what is chosen.
public struct WorldRun: Sendable {
    /// On what the till's data and line are.
    public struct Ground: Hashable, Sendable {
        public var isSerial = false
        public var isSQLite = false
        public init(isSerial: Bool = false, isSQLite: Bool = false) {
            self.isSerial = isSerial
            self.isSQLite = isSQLite
        }
    }

    public struct Outcome: Sendable {
        /// What the book contradicts, in sentences that begin with the name of what does not hold.
        public internal(set) var violations: [String] = []
        public internal(set) var met: [Choices.Met] = []
        /// How often each point was met.
        public internal(set) var points: [ChoicePoint: Int] = [:]
        public internal(set) var taken: [Departure] = []
        /// Transactions that the till began.
        public internal(set) var transactions = 0
        public internal(set) var ends: [String: Int] = [:]
        /// Doubts that stayed when all was calm.
        public internal(set) var doubts: [String] = []
        /// Those of them that what the till has seen does not justify.
        public internal(set) var unjustified: [String] = []
        /// Payments of which no till could tell the truth.
        public internal(set) var unknowable = 0
        /// Who said what; empty where it was not kept.
        public internal(set) var story: [String] = []
        /// What an outsider could see; nil where it was not kept.
        public internal(set) var record: WorldRecord?
    }

    public let story: WorldStory
    public var ground = Ground()

    public init(_ story: WorldStory, on ground: Ground = Ground()) {
        self.story = story
        self.ground = ground
    }

    public func play(
        _ departures: [Departure] = [], keepsStory: Bool = false, keepsRecord: Bool = false
    ) throws -> Outcome {
        try play(Choices(departures), keepsStory: keepsStory, keepsRecord: keepsRecord)
    }

    public func play(seed: UInt64, keepsStory: Bool = false) throws -> Outcome {
        try play(Choices(seed: seed), keepsStory: keepsStory)
    }

    private func play(_ choices: Choices, keepsStory: Bool, keepsRecord: Bool = false) throws -> Outcome {
        let kiosk = try WorldKiosk(
            choices, seed: 1, on: ground.isSerial ? .raw : .stream(.kept), shelf: ground.isSQLite ? .sqlite : .memory,
            keepsLog: keepsStory || keepsRecord)
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
        // What follows from a word that nobody could know to be wrong is no fault of its own.
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
