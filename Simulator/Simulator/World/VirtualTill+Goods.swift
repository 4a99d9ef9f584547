import Flow
import Model
import Payments
import Stores

extension VirtualTill {
    /// Pays an order and answers the question for goods with `goods`, which is nil for an ordinary payment.
    package func pay(order: Int64, key: String? = nil, goods: DispenseResult?) -> Result<PaymentReport, Failure>? {
        pay(request(order, key), goods: goods)
    }

    package func pay(_ request: PaymentRequest, goods: DispenseResult?) -> Result<PaymentReport, Failure>? {
        guard let goods else { return pay(request) }
        return payForGoods(request) { payment in tell(goods, of: payment) }
    }

    /// Pays for an order by a payment that waits for the goods. Nil if the till dies or the payment does not end in
    /// time.
    ///
    /// - Parameter give: called each time the display asks for the goods.
    package func payForGoods(
        order: Int64, key: String? = nil, _ give: (PaymentID) -> Void
    ) -> Result<PaymentReport, Failure>? {
        payForGoods(request(order, key), give)
    }

    private func payForGoods(
        _ request: PaymentRequest, _ give: (PaymentID) -> Void
    ) -> Result<PaymentReport, Failure>? {
        var request = request
        request.givesGoods = true
        let (giver, box) = (GoodsGiver(), Mailbox<PaymentReport>())
        let watching = stores.payment(on: request.terminal).subscribe { $0.show(on: giver) }
        defer { watching.cancel() }
        stores.manager.dispatch(CardPresentPaymentsAction.collectPayment(request, Reply { box.put($0) }))
        let end = world.uptime + Self.patience
        while box.value == nil, !life.isOver, world.uptime < end {
            world.advance(by: .milliseconds(50))
            if let payment = giver.takePayment() { give(payment) }
        }
        return life.isOver ? nil : box.value
    }

    @discardableResult
    package func tell(_ goods: DispenseResult, of payment: PaymentID) -> Result<Void, Failure>? {
        ask { CardPresentPaymentsAction.goods(payment, goods, $0) }
    }
}
