import Foundation
import Payments
import Stores

extension Output {
    /// An e-mail with a receipt. The recipient's address is not told.
    package struct Mail: Encodable {
        let mail: String
        let receipt: String
        /// `waiting`, `handing`, `sent`, `refused` or `unknown`.
        let state: String
        let failure: String?
        let askedAt: Date

        package init(_ report: MailReport) {
            mail = report.id.rawValue
            receipt = report.receipt.rawValue
            state = report.state.word
            failure = report.state.failure?.code
            askedAt = report.askedAt
        }
    }
}
