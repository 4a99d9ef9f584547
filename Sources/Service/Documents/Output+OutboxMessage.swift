import Flow
import Foundation
import Model
import Stores

extension Output {
    /// A message that has not reached its shop.
    package struct OutboxMessage: Encodable {
        let id: String
        let kind: String
        let site: Int64
        let shop: String?
        /// The order's number.
        let order: String?
        let createdAt: Date
        /// The code and the sentence of the refusal; nil for a message that waits to be delivered.
        let refusalCode: String?
        let refusal: String?
        /// What an operator can do; nil if nothing is to be decided.
        let remedy: String?

        package init(_ message: UndeliveredMessage, in language: OperatorLanguage) {
            self.init(message, refusal: message.refusal, in: language)
        }

        /// A message that an operator has sent again.
        static func retried(_ message: UndeliveredMessage, in language: OperatorLanguage) -> OutboxMessage {
            OutboxMessage(message, refusal: nil, in: language)
        }

        private init(_ message: UndeliveredMessage, refusal: Failure?, in language: OperatorLanguage) {
            (id, kind, site, shop) = (message.id, message.kind, message.site.rawValue, message.shop)
            (order, createdAt) = (message.order, message.createdAt)
            refusalCode = refusal?.code
            self.refusal = refusal?.said.text(in: language).presentable
            remedy = refusal?.advice?.text(in: language).presentable
        }
    }
}
