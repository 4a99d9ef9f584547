import Foundation
import Model
import Payments

extension Date {
    /// `2026-11-21`, in UTC.
    var day: String { formatted(.iso8601.year().month().day()) }
}

extension TerminalProfile {
    /// The profile's findings, a sentence for each trait.
    var findings: [String] {
        [registration.sentence, setsSentence, statusEnquiry.sentence, repeatReceipt.sentence, prints.sentence]
            + [totals.sentence(of: "Totals"), abortAtRest.sentence(of: "An abort while nothing runs")]
            + [
                "Not asked, since only a payment shows it: who reverses after a lost answer, how an abort ends a payment, "
                    + "whether an older payment can be reversed."
            ]
    }

    /// What the findings mean for the operator of the till.
    var advice: [String] {
        var advice: [String] = []
        if repeatReceipt.isSilent {
            advice.append(
                "This terminal does not tell of its last payment: after a crash a payment stays in doubt until a person "
                    + "looks at the terminal's journal and runs `till settle`.")
        }
        if repeatReceipt == .unknown {
            advice.append("The terminal has nothing to repeat yet: run this again after its first payment.")
        }
        if statusEnquiry == .unknown {
            advice.append("The terminal told no status: check the password, or ask the acquirer to permit it.")
        }
        if prints == .byLine {
            advice.append("Receipts come line by line, which takes longer: prefer 115200 baud or the network.")
        }
        if characterSets?.isEmpty == true || registration == .bare || registration == .withoutCharacterSet {
            advice.append("The terminal agrees on no character set: look at the umlauts of a test receipt.")
        }
        if totals == .refused {
            advice.append("The terminal tells no totals during the day: they are compared at its end of day only.")
        }
        return advice
    }

    private var setsSentence: String {
        guard let characterSets else { return "Character sets: not asked." }
        return
            "Character sets: \(characterSets.isEmpty ? "none" : characterSets.map(\.rawValue).joined(separator: ", "))."
    }
}

extension TerminalProfile.Registration {
    fileprivate var sentence: String {
        switch self {
        case .full: "Registration: takes all that Till announces."
        case .withoutCharacterSet: "Registration: takes no wish for a character set."
        case .bare: "Registration: takes nothing beside the configuration."
        case .unknown: "Registration: not known."
        }
    }
}

extension TerminalProfile.StatusEnquiry {
    fileprivate var sentence: String {
        switch self {
        case .eitherWay: "Status: told with the password and without."
        case .onlyWithPassword: "Status: told for the password only."
        case .onlyBare: "Status: told only when asked without anything."
        case .unknown: "Status: not told."
        }
    }
}

extension TerminalProfile.RepeatReceipt {
    var sentence: String {
        switch self {
        case .tellsStatus: "Last payment: told."
        case .onlyWithPrint: "Last payment: told together with its receipt only."
        case .onlyText: "Last payment: only its receipt is told."
        case .tellsNothing: "Last payment: nothing is told."
        case .refuses: "Last payment: the question is refused."
        case .unknown: "Last payment: there is none yet."
        }
    }
}

extension TerminalProfile.Prints {
    fileprivate var sentence: String {
        switch self {
        case .byLine: "Receipts: line by line."
        case .byBlock: "Receipts: as whole texts."
        case .unknown: "Receipts: not seen."
        }
    }
}

extension TerminalProfile.Answer {
    fileprivate func sentence(of subject: String) -> String {
        switch self {
        case .given: "\(subject): answered."
        case .refused: "\(subject): refused."
        case .ignored: "\(subject): not answered at all."
        case .unknown: "\(subject): not known."
        }
    }
}

extension TerminalQuestion {
    var sentence: String {
        switch self {
        case .registration(.bare, _): "register with nothing announced"
        case .registration(_, nil): "register without a character set"
        case .registration(_, let wish?): "register and wish for \(wish.rawValue)"
        case .status(let withPassword): "status \(withPassword ? "with" : "without") the password"
        case .lastTransaction: "last payment, without paper"
        case .lastTransactionWithPrint: "last payment with its receipt"
        case .lastReceipt: "last receipt"
        case .totals: "totals since the last end of day"
        case .host: "call of the host"
        case .abort: "abort while nothing runs"
        }
    }
}
