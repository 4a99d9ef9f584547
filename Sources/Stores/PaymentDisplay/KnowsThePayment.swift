import Flow
import Hardware
import Model

/// Someone who knows how the payment is going, and nothing else.
package protocol KnowsThePayment: Sendable {
    func show(on screen: some PaymentScreen)
}
