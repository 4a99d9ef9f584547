import Flow
import Foundation
import Model

extension Output {
    /// A webhook, without its secret.
    package struct Endpoint: Encodable {
        let id: String
        let url: String
        let events: [String]
        let createdAt: Date
        /// The number of the last entry that needs nothing any more.
        let lastEvent: Int64
        let setAside: Int
        /// Why the next event waits.
        let trouble: DeliveryFailure?

        struct DeliveryFailure: Encodable {
            let code: String
            let sentence: String
        }

        package init(_ endpoint: EventEndpoint, _ progress: EndpointProgress, in language: OperatorLanguage) {
            (id, url, events, createdAt) = (endpoint.id, endpoint.url, endpoint.events, endpoint.createdAt)
            (lastEvent, setAside) = (progress.last, progress.setAside.count)
            trouble = progress.trouble.map {
                DeliveryFailure(code: $0.code, sentence: $0.said.text(in: language).presentable)
            }
        }
    }

    /// The secret of a new webhook, which is not shown again.
    package struct NewSecret: Encodable {
        let secret: String

        package init(_ secret: EndpointSecret) { self.secret = secret.text }
    }

    /// An event that a webhook refused for good.
    package struct SetAsideEvent: Encodable {
        let event: Int64
        let kind: String
        let at: Date
        let code: String
        let sentence: String

        package init(_ event: EndpointProgress.SetAside, in language: OperatorLanguage) {
            (self.event, kind, at) = (event.event, event.kind, event.at)
            (code, sentence) = (event.refusal.code, event.refusal.said.text(in: language).presentable)
        }
    }
}
