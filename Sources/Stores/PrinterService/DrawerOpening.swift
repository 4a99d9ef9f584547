import Model

/// Journal kind `drawer.opened`: a printer was told to open a drawer. No printer tells for certain whether it did open.
struct DrawerOpening: Hashable, Codable, Sendable {
    static let kind = "drawer.opened"

    /// `DeviceAddress.description` of the printer.
    let printer: String
    /// The requester; nil where nobody said.
    let by: Requester?
}
