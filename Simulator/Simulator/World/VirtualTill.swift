import Flow
import Model
import Payments
import Stores

/// One life of the till, for sending actions to it.
package struct VirtualTill: Sendable {
    /// Longer than anything that a till waits for.
    package static let patience = Duration.seconds(600)

    package let stores: TillStores
    package let life: TillLife
    package let world: VirtualWorld
    let terminal: DeviceAddress

    /// Sends an action to the stores and lets time pass until they answer. Nil when the till died meanwhile.
    package func ask<Asked: Action, Value: Sendable>(
        _ make: (Reply<Value>) -> Asked
    ) -> Result<Value, Failure>? {
        let box = Mailbox<Value>()
        stores.manager.dispatch(make, answer: box.put)
        world.advance(by: .milliseconds(50), atMost: Self.patience) { box.value == nil && !life.isOver }
        return life.isOver ? nil : box.value
    }

    package func pay(order: Int64, key: String? = nil, giveUpAfter: Duration = .seconds(300))
        -> Result<PaymentReport, Failure>?
    {
        pay(request(order, key, giveUpAfter))
    }

    package func pay(_ request: PaymentRequest) -> Result<PaymentReport, Failure>? {
        ask { CardPresentPaymentsAction.collectPayment(request, $0) }
    }

    /// Refunds or reverses: `till refund` and `till reverse`.
    package func giveBack(_ what: PaymentRequest.GiveBack, key: String? = nil, giveUpAfter: Duration = .seconds(300))
        -> Result<PaymentReport, Failure>?
    {
        take(.giveBack(what), key: key, giveUpAfter: giveUpAfter)
    }

    /// Performs any payment request, including those of `till reserve` and `till reservations`.
    package func take(
        _ subject: PaymentRequest.Subject, key: String? = nil, giveUpAfter: Duration = .seconds(300)
    ) -> Result<PaymentReport, Failure>? {
        pay(
            PaymentRequest(
                subject: subject, key: key, terminal: terminal, printer: MemoryPrinter.address,
                giveUpAfter: giveUpAfter))
    }

    package func request(_ order: Int64, _ key: String? = nil, _ giveUpAfter: Duration = .seconds(300))
        -> PaymentRequest
    {
        PaymentRequest(
            subject: .order(OrderID(rawValue: order)), key: key, terminal: terminal, printer: MemoryPrinter.address,
            giveUpAfter: giveUpAfter)
    }

    /// Prints everything that waits and lets time pass until printing has ended. Nil when the till died meanwhile.
    @discardableResult
    package func printPending() -> Result<[PrintReport], Failure>? {
        guard ask({ PrintSpoolAction.serve(printer: MemoryPrinter.address, $0) }) != nil else { return nil }
        world.advance(by: .seconds(30))
        guard !life.isOver,
            case .atRest(let prints, let failure) = stores.prints.current.printing(on: MemoryPrinter.address)
        else { return nil }
        return failure.map { prints.isEmpty ? .failure($0) : .success(prints) } ?? .success(prints)
    }
}
