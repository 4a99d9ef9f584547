import Flow
import Hardware

/// A printer's status and what a print waits for, as a kiosk can show them.
package struct PrinterStanding: Hashable, Codable, Sendable {
    /// The last status that the printer told; empty if the printer cannot be reached.
    package var status = PrinterStatus()
    /// Why a print that has begun stands still. The print goes on by itself once this is put right.
    package var waitsFor: Failure?
}
