/// Turns laid-out lines into a printer's bytes. Implemented for each printer language (ESC/POS).
package protocol LinesEncoder: Sendable {
    /// The paper's width in cells: lay out for this.
    var columns: Int { get }

    /// This encoder for the printer's other font; itself if there is none.
    func setting(_ font: ReceiptTemplate.Font) -> any LinesEncoder

    /// Encodes one print job. It assumes nothing about the printer's state and contains only complete commands.
    func encode(_ receipt: LaidOutReceipt) -> EncodedLines

    /// The bytes that bring back a printer that may wait for the rest of an interrupted command and would take the next
    /// job for it. Paper that hangs out is cut off.
    ///
    /// - Parameter bytes: how many bytes the command may lack, if it is not a receipt's.
    func recovery(lacking bytes: Int) -> [UInt8]
}

extension LinesEncoder {
    package func setting(_ font: ReceiptTemplate.Font) -> any LinesEncoder { self }
}
