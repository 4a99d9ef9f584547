import Failures
import Flow
import Model
import Networking
import Payments
import Storage

/// Captures a payment intent for an order by the shop's extension, once.
///
/// The shop refuses to capture an intent again, and does not say whether it was captured. So what counts is the order: the intent
/// that it belongs to (`_intent_id`), and what became of it (`_intention_status`).
struct OrderCapture: Sendable {
    struct Wanted: Hashable {
        let order: OrderID
        let intent: String
    }

    let orders: ShopOrders
    let accounts: InPersonAccounts

    func run(_ wanted: Wanted) async throws(Failure) -> CapturedOrderPayment {
        let id = try shopIDIfFree(wanted.order)
        guard let gateway = try accounts.selected()?.gateway else { throw .noAccount }
        if try await isCaptured(wanted, id) { return captured(wanted, gateway, before: true) }
        let answer: TerminalCapture
        do throws(NetworkError) {
            answer = try await InPersonPaymentsRemote(gateway, network: orders.network).capture(wanted.intent, for: id)
        } catch {
            guard try await wasCaptured(wanted, id, after: error) else { throw refusal(error, wanted) }
            return await shown(captured(wanted, gateway, before: true))
        }
        guard answer.isDone, answer.intent == wanted.intent else { throw .notCaptured(wanted.intent, answer.status) }
        return await shown(captured(wanted, gateway, before: false))
    }

    /// The order's id in the shop. An order for which this till takes money itself must not be charged by the shop too.
    private func shopIDIfFree(_ order: OrderID) throws(Failure) -> OrderID {
        let site = orders.site
        let (own, number, isHeld) = try orders.storage.reading { reader in
            let own = try reader.ownID(of: order, site: site)
            let isHeld =
                try reader.paidBy(order: own, site: site) != nil
                || reader.payments(order: own, site: site).contains { $0.isOpen }
                || reader.reservation(for: own, site: site) != nil
            return (own, try reader.number(of: own, at: site), isHeld)
        }
        guard !isHeld else { throw .orderHoldsMoney(number) }
        return try orders.shop.shopID(of: own)
    }

    /// Looks at the order. Throws `gateway.otherIntent` if it is paid by, or belongs to, something else.
    private func isCaptured(_ wanted: Wanted, _ id: OrderID) async throws(Failure) -> Bool {
        let state = try await asFailure { () async throws(NetworkError) in
            try await OrdersRemote(network: orders.network, site: orders.site).loadPaymentState(of: id)
        }
        guard let intent = state.intent else {
            if state.isPaid { throw .otherIntent(wanted.order, wanted.intent) }
            return false
        }
        guard intent == wanted.intent else { throw .otherIntent(wanted.order, wanted.intent) }
        return state.intentStatus.map { $0 == TerminalCapture.succeeded } ?? state.isPaid
    }

    /// Whether the order shows the capture after an error that leaves it open. An answer that refuses something else is final.
    private func wasCaptured(
        _ wanted: Wanted, _ id: OrderID, after error: NetworkError
    ) async throws(Failure) -> Bool {
        guard error.mayHaveCaptured || error.isUncapturable else { return false }
        do throws(Failure) { return try await isCaptured(wanted, id) } catch {
            if error.is(GatewayFailure.otherIntent) { throw error }
            // The order could not be looked at either.
            throw .captureUnknown(wanted.order, wanted.intent, because: error)
        }
    }

    private func refusal(_ error: NetworkError, _ wanted: Wanted) -> Failure {
        if error.isUncapturable { return .notCaptured(wanted.intent, "uncapturable", because: error.failure) }
        if error.isOfProvider { return .notCaptured(wanted.intent, "failed", because: error.failure) }
        guard error.mayHaveCaptured else { return error.failure }
        return .captureUnknown(wanted.order, wanted.intent, because: error.failure)
    }

    private func captured(
        _ wanted: Wanted, _ gateway: PaymentGatewayExtension, before: Bool
    ) -> CapturedOrderPayment {
        CapturedOrderPayment(order: wanted.order, intent: wanted.intent, gateway: gateway, wasCaptured: before)
    }

    /// Loads the order as it is now. A capture stands whether or not that succeeds.
    private func shown(_ payment: CapturedOrderPayment) async -> CapturedOrderPayment {
        _ = try? await orders.fetch(.one(payment.order), at: orders.environment.now())
        return payment
    }
}

extension NetworkError {
    /// Whether the extension says that there is nothing to capture, which also holds after a capture.
    fileprivate var isUncapturable: Bool {
        if case .refused(status: 409, _) = self { true } else { false }
    }

    /// Whether the payment provider has refused to capture.
    fileprivate var isOfProvider: Bool {
        switch self {
        case .refused(_, let complaint?), .server(_, let complaint?, _): complaint.code == "wcpay_capture_error"
        default: false
        }
    }

    /// Whether the shop may have captured although it did not say so.
    fileprivate var mayHaveCaptured: Bool {
        switch self {
        case .unreachable, .answer, .malformed, .server: true
        case .connection(let problem): if case .timedOut = problem { true } else { false }
        case .noCredentials, .site, .unauthorized, .forbidden, .notFound, .missingFeature, .refused, .conflict: false
        }
    }
}

extension Failure {
    fileprivate static func notCaptured(_ intent: String, _ status: String, because cause: Failure? = nil) -> Failure {
        Failure(
            GatewayFailure.notCaptured,
            Sentence("failure.gateway.notCaptured", ["intent": intent, "status": status]),
            remedy: Sentence("remedy.gateway.notCaptured"), recovery: .askOperator, causes: cause?.reasons ?? [])
    }

    fileprivate static func otherIntent(_ order: OrderID, _ intent: String) -> Failure {
        Failure(
            GatewayFailure.otherIntent,
            Sentence("failure.gateway.otherIntent", ["number": order.written, "intent": intent]),
            remedy: Sentence("remedy.gateway.otherIntent"), recovery: .askOperator)
    }

    fileprivate static func captureUnknown(_ order: OrderID, _ intent: String, because cause: Failure) -> Failure {
        Failure(
            GatewayFailure.captureUnknown,
            Sentence("failure.gateway.captureUnknown", ["number": order.written, "intent": intent]),
            remedy: Sentence("remedy.gateway.captureUnknown"), recovery: .retry, causes: [cause.said])
    }
}
