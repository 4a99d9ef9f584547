import Flow
import Hardware

/// A printer as a kiosk can show it.
package struct PrinterStanding: Hashable, Codable, Sendable {
    /// What it said last. Nothing where it cannot be reached.
    package var status = PrinterStatus()
    /// Why a print that has begun stands still. It goes on by itself when that is mended.
    package var waitsFor: Failure?
}
