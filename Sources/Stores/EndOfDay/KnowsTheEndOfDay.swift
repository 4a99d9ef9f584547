import Flow
import Hardware
import Model

/// Someone who knows how an end of day goes, and nothing else.
package protocol KnowsTheEndOfDay: Sendable {
    func show(on screen: some PaymentScreen)
}
