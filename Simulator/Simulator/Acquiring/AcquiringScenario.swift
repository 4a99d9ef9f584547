import Flow

/// What a simulated encrypting reader and its simulated acquirer do. Values beside what is named are those of a payment
/// that goes well.
public struct AcquiringScenario: Hashable, Sendable {
    public struct Reader: Hashable, Sendable {
        public enum Card: Hashable, Sendable {
            case presented, absent, unreadable
            /// The reader was never given a key.
            case inTheClear
        }

        public var card = Card.presented
        /// Bytes that are no frame come before each answer.
        public var isNoisy = false
        /// The first answer to each command but an activation is lost.
        public var losesAnswers = false
        /// What it had read comes a second time.
        public var repeatsCard = false
        /// The cable is pulled as soon as a card is there.
        public var unplugs: PtyOrders.Unplug?

        public init() {}
    }

    public struct Acquirer: Hashable, Sendable {
        public var declines = false
        /// Until a request has reached it.
        public var arrivesAfter = Duration.milliseconds(100)
        /// Until it has decided on it.
        public var decidesAfter = Duration.milliseconds(700)
        /// It books, and its answer is lost.
        public var losesAnswer = false
        /// From the first authorisation on nothing reaches it.
        public var isGone = false
        /// What was to be made void stands.
        public var refusesVoid = false
        /// How much more it books than was asked for.
        public var amountError: Int64 = 0

        public init() {}
    }

    public var reader = Reader()
    public var acquirer = Acquirer()

    public init() {}
}

extension AcquiringScenario {
    public enum Shipped: String, CaseIterable, Sendable {
        case approve, decline
        case noCard = "no-card"
        case cardUnreadable = "card-unreadable"
        case notEncrypting = "not-encrypting"
        case cablePull = "cable-pull"
        case cableGone = "cable-gone"
        case noise
        case lostFrame = "lost-frame"
        case lateEvent = "late-event"
        /// It decides after the till has stopped to wait.
        case acquirerLate = "acquirer-late"
        /// The request reaches it after the till has stopped to wait.
        case acquirerArrivesLate = "acquirer-arrives-late"
        case acquirerAnswerLost = "acquirer-answer-lost"
        case acquirerGone = "acquirer-gone"
        /// It books another amount, and takes nothing back.
        case reversalRefused = "reversal-refused"
    }

    public init(_ shipped: Shipped) {
        switch shipped {
        case .approve: break
        case .decline: acquirer.declines = true
        case .noCard: reader.card = .absent
        case .cardUnreadable: reader.card = .unreadable
        case .notEncrypting: reader.card = .inTheClear
        case .cablePull: reader.unplugs = .back(after: .seconds(5))
        case .cableGone: reader.unplugs = .forGood
        case .noise: reader.isNoisy = true
        case .lostFrame: reader.losesAnswers = true
        case .lateEvent: reader.repeatsCard = true
        case .acquirerLate: acquirer.decidesAfter = .seconds(45)
        case .acquirerArrivesLate: acquirer.arrivesAfter = .seconds(45)
        case .acquirerAnswerLost: acquirer.losesAnswer = true
        case .acquirerGone: acquirer.isGone = true
        case .reversalRefused: (acquirer.amountError, acquirer.refusesVoid) = (100, true)
        }
    }

    public init(named name: String) throws(Failure) {
        guard let shipped = Shipped(rawValue: name) else {
            throw Failure(
                "simulator.scenario", "There is no scenario of encrypting readers named \(name)",
                remedy: "name one of: \(Shipped.allCases.map(\.rawValue).joined(separator: ", "))",
                recovery: .askOperator)
        }
        self.init(shipped)
    }
}
