import Flow
import Hardware
import Model

/// Read access to the progress of an end of day.
package protocol KnowsTheEndOfDay: Sendable {
    func show(on screen: some PaymentScreen)
}
