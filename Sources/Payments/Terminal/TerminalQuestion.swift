import Flow
import Hardware
import Model

/// One question of the conversation that finds out how a terminal behaves. None of them moves money.
package enum TerminalQuestion: Hashable, Sendable {
    case registration(TerminalProfile.Registration, wish: TerminalProfile.CharacterSet?)
    case status(withPassword: Bool)
    case lastTransaction
    case lastTransactionWithPrint
    case lastReceipt
    case totals
    /// Makes the terminal call its host.
    case host
    case abort

    /// All questions in order; some are asked only if the answer before left something open.
    package static func script(isDeep: Bool) -> [TerminalQuestion] {
        let wishes = TerminalProfile.CharacterSet.allCases.map { TerminalQuestion.registration(.full, wish: $0) }
        return wishes + [.registration(.withoutCharacterSet, wish: nil), .registration(.bare, wish: nil)]
            + [.status(withPassword: true), .status(withPassword: false)]
            + [.lastTransaction, .lastTransactionWithPrint, .lastReceipt, .totals] + (isDeep ? [.host] : []) + [.abort]
    }

    func request(_ currency: Currency) -> TerminalRequest {
        switch self {
        case .registration(let form, let wish): .probe(.registration(currency, form, wish: wish))
        case .status(let withPassword): .probe(.status(withPassword: withPassword))
        case .lastTransaction: .repeatReceipt
        case .lastTransactionWithPrint: .reprint(.last, withResult: true)
        case .lastReceipt: .reprint(.last, withResult: false)
        case .totals: .turnoverTotals
        case .host: .diagnose(.line)
        case .abort: .probe(.abort)
        }
    }
}
