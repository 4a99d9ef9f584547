import Hardware
import Model

/// A payment from the moment at which it is asked for until its outcome is known.
package struct KioskPaying: Hashable, Codable, Sendable {
    package enum Stage: String, Hashable, Codable, Sendable, CaseIterable {
        case preparing, authorising, cancelling
        /// A machine gives the goods.
        case goods
        /// The outcome is not known; the terminal is asked until it is.
        case doubt

        var name: String {
            switch self {
            case .preparing, .authorising, .cancelling: "pay"
            case .goods: "goods"
            case .doubt: "doubt"
            }
        }
    }

    /// What the customer can be told; nil for a payment that an earlier process began.
    package var attempt: KioskAttempt?
    /// The payment, once its intent is durable.
    package var payment: PaymentID?
    package var stage = Stage.preparing
    package var due: Money
    package let since: KioskTime
    /// What the terminal shows.
    package var step: ProgressStep?
    package var asksToRemoveCard = false
    /// The terminal's own words, if it has any.
    package var text: String?
    /// When the terminal showed something else last.
    package var changed: KioskTime
    /// Whether the customer should be told what is waited for.
    package var isSlow = false

    /// After how long without a change a customer is told what is waited for.
    package static let patience = Duration.seconds(2)

    init(_ attempt: KioskAttempt?, payment: PaymentID? = nil, due: Money, at now: KioskTime) {
        self.attempt = attempt
        self.payment = payment
        self.due = due
        since = now
        changed = now
    }

    /// Whether the customer may ask the terminal to cancel.
    package var canCancel: Bool { stage == .preparing || stage == .authorising && step?.isTooLateToCancel != true }

    package enum Awaited: String, Sendable, CaseIterable { case terminal, host, card }

    /// What the payment waits for; nil while it has just gone on.
    package var awaited: Awaited? {
        guard isSlow else { return nil }
        guard stage == .authorising, let step else { return .terminal }
        return step.awaited
    }

    package enum Picture: String, Sendable, CaseIterable {
        case insert, remove, pin, wait
        /// A terminal that wants a card does not tell which of the two ways it takes.
        case insertOrTap = "insert_or_tap"
    }

    /// The picture of what the customer is to do.
    package var picture: Picture? {
        guard stage == .authorising else { return .wait }
        if asksToRemoveCard { return .remove }
        return step?.picture ?? .wait
    }
}

extension ProgressStep {
    /// The picture of what it asks the customer to do.
    var picture: KioskPaying.Picture {
        switch self {
        case .presentCard, .confirmAmount: .insertOrTap
        case .cardUnreadable, .insertCardForLoading: .insert
        case .removeCard: .remove
        case .watchPINPad, .pinNeeded, .wrongPIN, .enterMileage, .enterMobileNumber, .repeatMobileNumber: .pin
        default: .wait
        }
    }

    fileprivate var awaited: KioskPaying.Awaited {
        switch self {
        case .waitingForHost, .dialling, .connected, .online, .sendingBookings, .sendingReversal: .host
        case .presentCard, .cardUnreadable, .removeCard, .watchPINPad, .pinNeeded, .confirmAmount, .wrongPIN: .card
        default: .terminal
        }
    }

    /// Whether the terminal has passed the card's holder by.
    fileprivate var isTooLateToCancel: Bool {
        switch self {
        case .waitingForHost, .sendingBookings, .sendingReversal, .approvedFillUp, .approvedTakeGoods, .removeCard: true
        default: false
        }
    }
}
