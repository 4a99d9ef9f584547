import Flow

/// What a simulated encrypting reader and its simulated acquirer do. Values beside what is named are those of a payment
/// that goes well.
package struct AcquiringScenario: Hashable, Sendable {
    package struct Reader: Hashable, Sendable {
        package enum Card: Hashable, Sendable {
            case presented, absent, unreadable
            /// The reader was never given a key.
            case inTheClear
        }

        package var card = Card.presented
        /// Bytes that are no frame come before each answer.
        package var isNoisy = false
        /// The first answer to each command but an activation is lost.
        package var losesAnswers = false
        /// What it had read comes a second time.
        package var repeatsCard = false
        /// The cable is pulled as soon as a card is there.
        package var unplugs: PtyOrders.Unplug?

        package init() {}
    }

    package struct Acquirer: Hashable, Sendable {
        package var declines = false
        /// Until a request has reached it.
        package var arrivesAfter = Duration.milliseconds(100)
        /// Until it has decided on it.
        package var decidesAfter = Duration.milliseconds(700)
        /// It books, and its answer is lost.
        package var losesAnswer = false
        /// From the first authorisation on nothing reaches it.
        package var isGone = false
        /// What was to be made void stands.
        package var refusesVoid = false
        /// How much more it books than was asked for.
        package var amountError: Int64 = 0

        package init() {}
    }

    package var reader = Reader()
    package var acquirer = Acquirer()

    package init() {}
}

extension AcquiringScenario {
    package enum Shipped: String, CaseIterable, Sendable {
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

    package init(_ shipped: Shipped) {
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

    package init(named name: String) throws(Failure) {
        guard let shipped = Shipped(rawValue: name) else {
            throw Failure(
                "simulator.scenario", "There is no scenario of encrypting readers named \(name)",
                remedy: "name one of: \(Shipped.allCases.map(\.rawValue).joined(separator: ", "))",
                recovery: .askOperator)
        }
        self.init(shipped)
    }
}
