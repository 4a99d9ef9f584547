import Flow
import Hardware
import Model

/// Read access to the progress of a payment.
package protocol KnowsThePayment: Sendable {
    func show(on screen: some PaymentScreen)
}
