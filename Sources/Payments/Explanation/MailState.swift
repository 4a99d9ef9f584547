import Flow
import Foundation
import Model
import Storage

/// How an e-mail stands.
package enum MailState: Hashable, Codable, Sendable {
    /// It was not handed over; why not, where it was tried.
    case waiting(Failure?)
    /// It is being handed over. Of a process that was ended over it, nobody knows whether it was.
    case handing
    /// The mail system has it.
    case sent
    /// The mail system will never take it.
    case refused(Failure)
    /// It may be on its way or not. It is not sent again by itself.
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
