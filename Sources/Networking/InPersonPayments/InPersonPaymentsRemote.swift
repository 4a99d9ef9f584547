import Foundation
import Model

/// The routes of an extension for card payments in person. Throws `.missingFeature` when the shop does not have the extension.
package struct InPersonPaymentsRemote: Remote {
    package let network: any Network
    package let gateway: PaymentGatewayExtension
    package var resource: ShopResource { .gateway }

    package init(_ gateway: PaymentGatewayExtension, network: any Network) {
        self.gateway = gateway
        self.network = network
    }

    package func loadAccount() async throws(NetworkError) -> PaymentGatewayAccount {
        let request =
            switch gateway {
            case .wooPayments:
                Request(.get, "\(gateway.root)/accounts", query: ["_fields": Self.accountFields])
            case .stripe: Request(.get, "\(gateway.root)/account/summary")
            }
        return try await telling { () async throws(NetworkError) in
            try await enqueue(request, mapper: PaymentGatewayAccountMapper(gateway: gateway))
        }
    }

    /// Captures an authorised payment intent for an order. Must not be repeated without looking at the order: after a capture the
    /// shop refuses the same intent.
    package func capture(_ intent: String, for order: OrderID) async throws(NetworkError) -> TerminalCapture {
        guard PathPart.isPlain(intent) else { throw .notFound(nil, of: resource) }
        let body: JSONValue = ["payment_intent_id": .string(intent)]
        let request = Request(
            .post, "\(gateway.root)/orders/\(order)/capture_terminal_payment", query: ["_fields": "id,status"],
            body: body.data)
        return try await telling { () async throws(NetworkError) in
            do throws(NetworkError) { return try await enqueue(request, mapper: TerminalCaptureMapper()) } catch {
                guard case .notFound(let complaint?, _) = error, complaint.code == "wcpay_missing_order" else {
                    throw error
                }
                throw .notFound(complaint, of: .order)
            }
        }
    }

    /// WooPayments answers 500 for a charge that there is not.
    package func loadCharge(_ id: String) async throws(NetworkError) -> WCPayCharge {
        guard PathPart.isPlain(id) else { throw .notFound(nil, of: .charge) }
        return try await telling { () async throws(NetworkError) in
            do throws(NetworkError) {
                return try await enqueue(
                    Request(.get, "\(gateway.root)/charges/\(id)"), mapper: EntityMapper<WCPayCharge>(), of: .charge)
            } catch {
                guard case .server(_, let complaint?, _) = error, complaint.code == "wcpay_get_charge",
                    complaint.message.contains("No such charge")
                else { throw error }
                throw .notFound(complaint, of: .charge)
            }
        }
    }

    private static let accountFields =
        "status,is_live,test_mode,has_pending_requirements,has_overdue_requirements,current_deadline,"
        + "statement_descriptor,store_currencies,country,card_present_eligible"

    private func telling<Value: Sendable>(
        _ work: () async throws(NetworkError) -> Value
    ) async throws(NetworkError) -> Value {
        do throws(NetworkError) { return try await work() } catch {
            throw error.saysNoRoute ? .missingFeature(.cardPayments(gateway)) : error
        }
    }
}
