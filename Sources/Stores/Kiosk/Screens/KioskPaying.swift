import Foundation
import Hardware
import Model

/// The bill before it is paid.
package struct KioskReview: Hashable, Codable, Sendable {
    package enum Stage: Hashable, Codable, Sendable {
        case ready
        /// Everything that can refuse the payment is being checked.
        case asking(round: Int)
        case failed(code: String)
    }

    package var attempt: KioskAttempt
    package var stage = Stage.ready

    init(_ attempt: KioskAttempt) { self.attempt = attempt }
}

/// The question for a tip.
package struct KioskTip: Hashable, Codable, Sendable {
    package var attempt: KioskAttempt
    package let percents: [Int]
    /// An amount that is being typed, in minor units.
    package var digits = ""

    /// The tip of a percentage of the bill, rounded down to whole minor units.
    package func amount(_ percent: Int) -> Money {
        let total = attempt.bill.total
        // Divided first where the product would not fit: no bill comes near.
        let (product, isTooLarge) = total.minorUnits.multipliedReportingOverflow(by: Int64(percent))
        let minor = isTooLarge ? total.minorUnits / 100 * Int64(percent) : product / 100
        return Money(minorUnits: minor, currency: total.currency)
    }
}

/// A payment from the moment at which it is asked for until its outcome is known.
package struct KioskPaying: Hashable, Codable, Sendable {
    package enum Stage: String, Hashable, Codable, Sendable {
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

    package enum Awaited: String, Sendable { case terminal, host, card }

    /// What the payment waits for; nil while it has just gone on.
    package var awaited: Awaited? {
        guard isSlow else { return nil }
        guard stage == .authorising, let step else { return .terminal }
        return step.awaited
    }

    package enum Picture: String, Sendable { case insert, tap, remove, pin, wait }

    /// The picture of what the customer is to do.
    package var picture: Picture? {
        guard stage == .authorising else { return .wait }
        if asksToRemoveCard { return .remove }
        return step?.picture ?? .wait
    }
}

extension ProgressStep {
    fileprivate var picture: KioskPaying.Picture {
        switch self {
        case .presentCard, .cardUnreadable, .insertCardForLoading, .confirmAmount: .insert
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

/// The end of an attempt that charged nothing.
package struct KioskEnd: Hashable, Codable, Sendable {
    package enum Canceller: String, Hashable, Codable, Sendable { case customer, terminal, time, staff }

    /// Nil for a payment that an earlier process began.
    package let attempt: KioskAttempt?

    /// Whether the same bill may be paid again: only if it is certain that nothing was charged.
    package var canTryAgain: Bool { attempt != nil }
}

/// A payment that charged something.
package struct KioskPaid: Hashable, Codable, Sendable {
    package let payment: PaymentID
    /// The customer's receipt; nil if there is none.
    package let receipt: ReceiptID?
    /// What was charged, tip included.
    package let amount: Money
    package let tip: Money?
    /// What is still to be paid; nil if nothing is.
    package let open: Money?
    /// When it ended.
    package let at: Date
    /// Why a way to have the receipt is not to be had now, by the way.
    package var unavailable: [KioskSettings.Choice: String] = [:]

    package init(payment: PaymentID, receipt: ReceiptID?, amount: Money, tip: Money?, open: Money?, at time: Date) {
        self.payment = payment
        self.receipt = receipt
        self.amount = amount
        self.tip = tip
        self.open = open
        at = time
    }

    /// The bill without the tip.
    package var base: Money { tip.flatMap { try? amount.subtracting($0) } ?? amount }
}

/// A receipt on its way to the printer.
package struct KioskPrinting: Hashable, Codable, Sendable {
    package enum Stage: Hashable, Codable, Sendable {
        case printing
        case printed
        /// The printer did not say whether it is printed.
        case unconfirmed
        /// It is printed once the printer can.
        case waiting(code: String)
        case failed(code: String)
    }

    package let paid: KioskPaid
    package var round: Int
    package var stage = Stage.printing

    /// Whether the printer still has it, or waits with it.
    var isUnderWay: Bool {
        switch stage {
        case .printing, .waiting: true
        case .printed, .unconfirmed, .failed: false
        }
    }
}

/// A receipt on its way to an e-mail address.
package struct KioskEmail: Hashable, Codable, Sendable {
    package enum Stage: Hashable, Codable, Sendable {
        case typing
        case sending(round: Int)
        /// The mail system has it.
        case sent
        /// The till has it, and hands it over when it can.
        case queued
        case problem(code: String)
    }

    package let paid: KioskPaid
    package var text = ""
    package var stage = Stage.typing

    init(_ paid: KioskPaid) { self.paid = paid }
}
