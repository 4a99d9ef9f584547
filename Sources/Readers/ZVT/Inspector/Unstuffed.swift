import Model

/// A serial block without framing that remembers the offset of each byte.
struct Unstuffed {
    private(set) var telegram: [UInt8] = []
    private(set) var checksumIsGood = false
    /// The offset of the next block.
    private(set) var end: Int
    private var offsets: [Int] = []

    init(_ bytes: [UInt8], from start: Int) throws(InspectionError) {
        guard bytes[start...].starts(with: [SerialBlock.dle, SerialBlock.stx]) else {
            throw InspectionError(sentence: Sentence("detail.block.noStart"), offset: start)
        }
        var position = start + 2
        while true {
            guard position + 1 < bytes.count else {
                throw InspectionError(sentence: Sentence("detail.block.noEnd"), offset: bytes.count)
            }
            let isEscape = bytes[position] == SerialBlock.dle
            if isEscape, bytes[position + 1] == SerialBlock.etx { break }
            if isEscape, bytes[position + 1] != SerialBlock.dle {
                throw InspectionError(sentence: Sentence("detail.block.escape"), offset: position)
            }
            telegram.append(bytes[position])
            offsets.append(position)
            position += isEscape ? 2 : 1
        }
        guard position + 4 <= bytes.count else {
            throw InspectionError(sentence: Sentence("detail.block.noChecksum"), offset: bytes.count)
        }
        let checksum = UInt16(bytes[position + 3]) << 8 | UInt16(bytes[position + 2])
        checksumIsGood = checksum == SerialBlock.crc(telegram)
        offsets.append(position)
        end = position + 4
    }

    /// The offset of a byte of the telegram; for its end the offset of DLE ETX.
    func offset(of byte: Int) -> Int { offsets[min(byte, offsets.count - 1)] }
}
