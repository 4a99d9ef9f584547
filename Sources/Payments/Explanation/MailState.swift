import Flow
import Foundation
import Model
import Storage

/// The state of an e-mail.
package enum MailState: Hashable, Codable, Sendable {
    /// The e-mail was not handed over yet; the failure says why, if it was tried.
    case waiting(Failure?)
    /// The e-mail is being handed over. If the process ended meanwhile, nobody knows whether it was.
    case handing
    /// The mail system has accepted it.
    case sent
    /// The mail system will never accept it.
    case refused(Failure)
    /// The e-mail may have been sent or not. It is not sent again automatically.
    case unknown(Failure)

    /// Why it may not have been sent.
    package var failure: Failure? {
        switch self {
        case .waiting(let failure): failure
        case .refused(let failure), .unknown(let failure): failure
        case .handing, .sent: nil
        }
    }
}
