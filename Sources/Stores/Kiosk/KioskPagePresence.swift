/// Whether a page draws the kiosk.
package enum KioskPagePresence: Hashable, Codable, Sendable {
    /// None has answered since the service began, and one may still come: a machine that is switched on starts its browser
    /// after the service.
    case awaited
    case answering
    /// The page that was there has stopped answering.
    case silent
    /// None has answered since the service began.
    case missing
}
