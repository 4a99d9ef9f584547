import ESCPOS

extension Typesetter {
    /// The one that all simulated tills share. A failure to draw shows in the replaced characters of their receipts.
    package static let ofSimulation = Typesetter { _ in }
}
