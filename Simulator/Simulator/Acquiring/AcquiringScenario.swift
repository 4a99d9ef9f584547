import Failures
import Flow

/// The behaviour of a simulated encrypting reader and its simulated acquirer. The defaults give a successful payment.
package struct AcquiringScenario: Hashable, Sendable {
    package struct Reader: Hashable, Sendable {
        package enum Card: Hashable, Sendable {
            case presented, absent, unreadable
            /// The reader has no key, so it sends the card data unencrypted.
            case inTheClear
        }

        package var card = Card.presented
        /// Noise precedes each answer.
        package var isNoisy = false
        /// The first answer to each command except an activation is lost.
        package var losesAnswers = false
        /// The card data is sent twice.
        package var repeatsCard = false
        /// The cable is pulled as soon as a card is there.
        package var unplugs: PtyOrders.Unplug?

        package init() {}
    }

    package struct Acquirer: Hashable, Sendable {
        package var declines = false
        /// The time until a request reaches the acquirer.
        package var arrivesAfter = Duration.milliseconds(100)
        /// The time until the acquirer has decided.
        package var decidesAfter = Duration.milliseconds(700)
        /// The acquirer books, and its answer is lost.
        package var losesAnswer = false
        /// Nothing reaches the acquirer from the first authorisation on.
        package var isGone = false
        /// The acquirer refuses to void.
        package var refusesVoid = false
        /// How much more the acquirer books than was requested.
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
        /// The acquirer decides after the till has stopped waiting.
        case acquirerLate = "acquirer-late"
        /// The request reaches the acquirer after the till has stopped waiting.
        case acquirerArrivesLate = "acquirer-arrives-late"
        case acquirerAnswerLost = "acquirer-answer-lost"
        case acquirerGone = "acquirer-gone"
        /// The acquirer books another amount and refuses to reverse it.
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
                SimulatorFailure.scenario, "There is no scenario of encrypting readers named \(name)",
                remedy: "name one of: \(Shipped.allCases.map(\.rawValue).joined(separator: ", "))",
                recovery: .askOperator)
        }
        self.init(shipped)
    }
}
