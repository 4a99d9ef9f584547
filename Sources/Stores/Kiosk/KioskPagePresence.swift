/// Whether a page draws the kiosk.
package enum KioskPagePresence: Hashable, Codable, Sendable {
    /// No page has answered since the service began, and one may still come: a machine that is switched on starts its browser
    /// after the service.
    case awaited
    case answering
    /// The page that was there has stopped answering.
    case silent
    /// No page has answered since the service began, and it is late for one.
    case missing
}
