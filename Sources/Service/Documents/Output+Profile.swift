import Failures
import Flow
import Foundation
import Model
import Payments

extension Output {
    /// What was found out about a terminal.
    package struct Profile: Encodable {
        struct Asked: Encodable {
            let question: String
            let answer: String
            let milliseconds: Int64
        }

        let terminalId: String?
        let softwareVersion: String?
        let registration, statusEnquiry, repeatReceipt, prints, totals, abortAtRest: String
        let characterSets: [String]?
        let advice: [String]
        /// Absent if it was found out just now.
        let foundAt: Date?
        let asked: [Asked]

        package init(
            _ profile: TerminalProfile, _ foundAt: Date?, _ asked: [TerminalDiagnosis.Asked],
            in language: OperatorLanguage
        ) {
            (terminalId, softwareVersion) = (profile.terminalID, profile.softwareVersion)
            (registration, statusEnquiry) = (profile.registration.rawValue, profile.statusEnquiry.rawValue)
            (repeatReceipt, prints) = (profile.repeatReceipt.rawValue, profile.prints.rawValue)
            (totals, abortAtRest) = (profile.totals.rawValue, profile.abortAtRest.rawValue)
            characterSets = profile.characterSets?.map(\.rawValue)
            advice = profile.advice.map { $0.text(in: language) }
            self.foundAt = foundAt
            self.asked = asked.map {
                Asked(
                    question: $0.question.sentence.text(in: language), answer: $0.answer.rawValue,
                    milliseconds: $0.took.wholeMilliseconds)
            }
        }
    }
}

extension Failure {
    /// The failure of a terminal about which nothing was found out yet.
    package static func noProfile(_ terminal: DeviceAddress) -> Failure {
        Failure(
            ReaderFailure.noProfile, Sentence("failure.reader.noProfile", ["reader": terminal]),
            remedy: Sentence("remedy.reader.noProfile"), recovery: .askOperator)
    }
}

extension Duration {
    package var wholeMilliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
