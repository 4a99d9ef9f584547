import Flow
import Hardware
import Model
import Simulator

/// One way in which a payment or another transaction goes and is cut off, without the place of the cut.
struct CrashCase: Sendable, Hashable, CustomStringConvertible {
    var errand = TransactionKind.payment
    var kind: PaymentKind
    var reading: Reading
    var cut: CutKind
    var terminalState: TerminalAfterCut
    var line = LineKind.raw

    var description: String {
        "\(errand.rawValue), \(kind.rawValue), \(reading.rawValue), \(cut.rawValue), \(terminalState.rawValue)"
    }

    var scenario: TerminalScenario {
        var scenario = TerminalScenario()
        kind.apply(to: &scenario)
        reading.apply(to: &scenario)
        terminalState.apply(to: &scenario)
        return scenario
    }

    /// Whether the terminal, once it answers, tells all that is needed; otherwise a doubt may remain.
    var canBeResolved: Bool {
        switch terminalState {
        case .repeatsNothing, .refusesToRepeat, .installedAnew, .exchanged, .winterTime, .clockBack: false
        // Such a terminal shows the transaction before a reversed payment, whether or not the reversal was kept.
        case .showsPrevious where errand == .reversal: false
        // What the terminal says of an amount that the till did not ask for is for a person to judge.
        default: !kind.isMismatch
        }
    }
}

/// What card, host and cashier do.
enum PaymentKind: String, CaseIterable {
    case approve, decline
    case customerCancels = "the customer cancels"
    case nobodyComes = "nobody presents a card"
    case cashierCancels = "the cashier cancels"
    case wrongPIN = "a wrong PIN first"
    case tip = "a tip given at the terminal"
    case partial = "a partial approval"
    case wrongEcho = "the amount is told wrong"
    case goodsGiven = "goods are given before it is booked"
    case goodsInPart = "goods are given in part"
    case goodsNotGiven = "no goods are given"

    var isMismatch: Bool { [.tip, .partial, .wrongEcho].contains(self) }

    /// What is reported about the goods once the terminal has approved.
    var goods: DispenseResult? {
        switch self {
        case .goodsGiven: .given
        case .goodsInPart: .givenInPart(Money(minorUnits: 500, currency: .eur))
        case .goodsNotGiven: .notGiven
        case .approve, .decline, .customerCancels, .nobodyComes, .cashierCancels, .wrongPIN, .tip, .partial, .wrongEcho:
            nil
        }
    }

    func apply(to scenario: inout TerminalScenario) {
        switch self {
        case .approve, .cashierCancels, .goodsGiven, .goodsInPart, .goodsNotGiven: break
        case .decline: scenario.outcomes = [.decline]
        case .customerCancels: scenario.outcomes = [.cancel]
        case .nobodyComes: scenario.outcomes = [.noCard]
        case .wrongPIN: scenario.outcomes = [.wrongPIN, .approve]
        case .tip: scenario.faults.bookedAmountError = 150
        case .partial: scenario.faults.bookedAmountError = -500
        case .wrongEcho: scenario.faults.amountError = 1
        }
    }
}

/// What the terminal does with a booking when some acknowledgements are missing. The ZVT document allows each of these
/// readings.
enum Reading: String, CaseIterable {
    /// ZVT 13.08 §2.2.8: the result and every print block must be acknowledged, or the booking is reversed.
    case everyAcknowledgement = "§2.2.8"
    /// The result and every print block must be acknowledged, and the payment is complete only once the card is taken
    /// out.
    case afterCardRemoval = "§2.2.8, after the card is out"
    /// §2.2.9: the acknowledged result completes the payment.
    case resultOnly = "§2.2.9"
    /// §4.2: the terminal does not reverse by itself.
    case keeps = "§4.2"
    /// What the acquirer card complete does.
    case voids = "turns it into a declined one"

    func apply(to scenario: inout TerminalScenario) {
        switch self {
        case .everyAcknowledgement: scenario.onMissingPrintResponse = .reverses
        case .afterCardRemoval:
            scenario.onMissingPrintResponse = .reverses
            scenario.timing.cardRemoval = 20
        case .resultOnly: break
        case .keeps: scenario.onMissingResponse = .keeps
        case .voids:
            scenario.onMissingResponse = .declines
            scenario.repeatReceipt.showsDeclines = true
        }
    }
}

enum CutKind: String, CaseIterable {
    case tillDies = "the till dies"
    case powerFails = "power fails for both"
    case lineLost = "the line is lost and back"
    case lineGone = "the line is gone"

    var tillSurvives: Bool { self == .lineLost || self == .lineGone }
}

/// The state in which the terminal is found after the cut.
enum TerminalAfterCut: String, CaseIterable {
    case stillRunning = "still running"
    case midway = "card in, authorising"
    case approving = "approved, or reversing"
    case idle = "idle again"
    case offAndBack = "off and back with its journal"
    case busy = "busy, and says so"
    case neverBack = "not there until somebody comes"
    case showsFailed = "repeats failed ones too"
    case showsPrevious = "repeats the one before a reversed one"
    case repeatsNothing = "repeats nothing"
    case refusesToRepeat = "cannot repeat"
    case installedAnew = "installed anew"
    case exchanged = "another one in its place"
    case clockAhead = "clocks three days ahead"
    case summerTime = "clocks an hour ahead"
    case winterTime = "clocks an hour back"
    case clockBack = "clocks five hours back"

    /// How many seconds the clocks of the till and the terminal jump, unnoticed.
    var clockJump: Double {
        switch self {
        case .clockAhead: 3 * 86_400
        case .summerTime: 3600
        case .winterTime: -3600
        case .clockBack: -5 * 3600
        default: 0
        }
    }

    /// The time between the cut and the next start.
    var pause: Duration {
        switch self {
        case .stillRunning, .busy, .showsFailed, .clockBack: .zero
        case .midway, .summerTime: .milliseconds(700)
        case .approving, .showsPrevious, .winterTime, .clockAhead: .milliseconds(1500)
        case .offAndBack, .repeatsNothing, .refusesToRepeat: .seconds(3)
        case .neverBack, .installedAnew, .exchanged: .seconds(10)
        case .idle: .seconds(240)
        }
    }

    var isSwitchedOff: Bool { [.offAndBack, .neverBack, .installedAnew, .exchanged].contains(self) }

    func apply(to scenario: inout TerminalScenario) {
        switch self {
        case .busy: scenario.whileBusy = .answers
        case .showsFailed: scenario.repeatReceipt.showsDeclines = true
        case .showsPrevious: scenario.repeatReceipt.showsReversals = false
        case .repeatsNothing: scenario.repeatReceipt.ability = .tellsNothing
        case .refusesToRepeat: scenario.repeatReceipt.ability = .refuses
        case .stillRunning, .midway, .approving, .idle, .offAndBack, .neverBack, .installedAnew, .exchanged,
            .clockAhead, .summerTime, .winterTime, .clockBack:
            break
        }
    }
}
