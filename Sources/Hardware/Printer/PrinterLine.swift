import Flow

/// A line that knows the state of the printer at its end by other means than its bytes, and reports to its handler when
/// the printer has `taken` everything.
package protocol PrinterLine: Transport {
    /// Throws if the line is closed or the printer does not tell.
    func printerStatus() async throws(Failure) -> PrinterStatus
}
