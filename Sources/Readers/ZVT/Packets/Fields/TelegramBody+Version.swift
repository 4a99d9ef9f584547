extension TelegramBody {
    /// Text with a length of three decimal digits and no BMP number.
    mutating func version() throws(PacketError) -> [UInt8] {
        let start = reader.offset
        let length = try FieldList.decimalLength(3, &reader)
        redaction.keep(start..<reader.offset)
        return try text(length)
    }
}
