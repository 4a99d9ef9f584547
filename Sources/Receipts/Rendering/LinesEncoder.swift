/// Turns laid-out lines into a printer's bytes. Implemented where the printer language is known (ESC/POS).
package protocol LinesEncoder: Sendable {
    /// The paper's width in cells: lay out for this.
    var columns: Int { get }

    /// The same for the printer's other font; itself where it has none.
    func setting(_ font: ReceiptTemplate.Font) -> any LinesEncoder

    /// One print job: it assumes nothing of the printer's state, and holds complete commands only.
    func encode(_ receipt: LaidOutReceipt) -> EncodedLines

    /// Brings a printer back that may wait for the rest of a command that was cut off, and would take the next job for
    /// it; what hangs out is cut off.
    ///
    /// - Parameter bytes: what that command may lack, where it is none of a receipt's.
    func recovery(lacking bytes: Int) -> [UInt8]
}

extension LinesEncoder {
    package func setting(_ font: ReceiptTemplate.Font) -> any LinesEncoder { self }
}
