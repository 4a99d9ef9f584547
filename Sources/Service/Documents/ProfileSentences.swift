import Foundation
import Model
import Payments

extension TerminalProfile {
    /// The profile's findings, a sentence for each trait.
    package var findings: [Sentence] {
        [
            registration.sentence, setsSentence, statusEnquiry.sentence, repeatReceipt.sentence, prints.sentence,
            totals.sentence(of: Sentence("profile.totals")),
            abortAtRest.sentence(of: Sentence("profile.abortAtRest")), Sentence("profile.notAsked"),
        ]
    }

    /// What the findings mean for the operator of the till.
    package var advice: [Sentence] {
        var advice: [Sentence] = []
        if repeatReceipt.isSilent { advice.append(Sentence("profile.do.readJournal")) }
        if repeatReceipt == .unknown { advice.append(Sentence("profile.do.diagnoseLater")) }
        if statusEnquiry == .unknown { advice.append(Sentence("profile.do.checkPassword")) }
        if prints == .byLine { advice.append(Sentence("profile.do.fasterLine")) }
        if characterSets?.isEmpty == true || registration == .bare || registration == .withoutCharacterSet {
            advice.append(Sentence("profile.do.lookAtUmlauts"))
        }
        if totals == .refused { advice.append(Sentence("profile.do.totalsAtEnd")) }
        return advice
    }

    private var setsSentence: Sentence {
        guard let characterSets else { return Sentence("profile.sets.notAsked") }
        guard !characterSets.isEmpty else { return Sentence("profile.sets.none") }
        return Sentence("profile.sets", ["sets": characterSets.map(\.rawValue).joined(separator: ", ")])
    }
}

extension TerminalProfile.Registration {
    fileprivate var sentence: Sentence {
        switch self {
        case .full: Sentence("profile.registration.full")
        case .withoutCharacterSet: Sentence("profile.registration.withoutCharacterSet")
        case .bare: Sentence("profile.registration.bare")
        case .unknown: Sentence("profile.registration.unknown")
        }
    }
}

extension TerminalProfile.StatusEnquiry {
    fileprivate var sentence: Sentence {
        switch self {
        case .eitherWay: Sentence("profile.status.eitherWay")
        case .onlyWithPassword: Sentence("profile.status.onlyWithPassword")
        case .onlyBare: Sentence("profile.status.onlyBare")
        case .unknown: Sentence("profile.status.unknown")
        }
    }
}

extension TerminalProfile.RepeatReceipt {
    package var sentence: Sentence {
        switch self {
        case .tellsStatus: Sentence("profile.lastPayment.told")
        case .onlyWithPrint: Sentence("profile.lastPayment.onlyWithPrint")
        case .onlyText: Sentence("profile.lastPayment.onlyText")
        case .tellsNothing: Sentence("profile.lastPayment.nothing")
        case .refuses: Sentence("profile.lastPayment.refuses")
        case .unknown: Sentence("profile.lastPayment.unknown")
        }
    }
}

extension TerminalProfile.Prints {
    fileprivate var sentence: Sentence {
        switch self {
        case .byLine: Sentence("profile.receipts.byLine")
        case .byBlock: Sentence("profile.receipts.byBlock")
        case .unknown: Sentence("profile.receipts.unknown")
        }
    }
}

extension TerminalProfile.Answer {
    fileprivate func sentence(of subject: Sentence) -> Sentence {
        switch self {
        case .given: Sentence("profile.answer.given", ["subject": subject])
        case .refused: Sentence("profile.answer.refused", ["subject": subject])
        case .ignored: Sentence("profile.answer.ignored", ["subject": subject])
        case .unknown: Sentence("profile.answer.unknown", ["subject": subject])
        }
    }
}

extension TerminalQuestion {
    package var sentence: Sentence {
        switch self {
        case .registration(.bare, _): Sentence("question.bareRegistration")
        case .registration(_, nil): Sentence("question.registration")
        case .registration(_, let wish?): Sentence("question.registrationWishing", ["set": wish.rawValue])
        case .status(withPassword: true): Sentence("question.statusWithPassword")
        case .status(withPassword: false): Sentence("question.statusWithoutPassword")
        case .lastTransaction: Sentence("question.lastPayment")
        case .lastTransactionWithPrint: Sentence("question.lastPaymentWithReceipt")
        case .lastReceipt: Sentence("question.lastReceipt")
        case .totals: Sentence("question.totals")
        case .host: Sentence("question.host")
        case .abort: Sentence("question.abort")
        }
    }
}
