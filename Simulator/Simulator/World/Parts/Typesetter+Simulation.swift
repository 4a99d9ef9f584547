import ESCPOS

extension Typesetter {
    /// The typesetter that all simulated tills share. If it fails to draw characters, their replacements show in the
    /// receipts.
    package static let ofSimulation = Typesetter { _ in }
}
