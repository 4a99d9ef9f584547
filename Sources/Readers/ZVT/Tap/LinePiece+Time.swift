import Model

extension LinePiece.Content {
    /// This content with its time replaced by `other`; unchanged if it has no time, or if `other` returns nil.
    package func telling(_ other: (TransactionTimestamp) -> TransactionTimestamp?) -> Self {
        guard case .telegram(let bytes, let isMasked) = self, let telegram = Self.unframed(bytes),
            let moved = telegram.telling(other)
        else { return self }
        let isFramed = bytes.first == SerialBlock.dle
        return .telegram(isFramed ? SerialBlock.encode(moved) : moved, isMasked: isMasked)
    }

    private static func unframed(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.first == SerialBlock.dle else { return bytes }
        var receiver = BlockReceiver(limit: APDU.longest)
        for byte in bytes { if case .block(let telegram)? = receiver.receive(byte) { return telegram } }
        return nil
    }
}

extension [UInt8] {
    fileprivate func telling(_ other: (TransactionTimestamp) -> TransactionTimestamp?) -> [UInt8]? {
        var body = TelegramBody(self)
        guard let header = try? body.readHeader(), header.control == Control.statusInformation,
            let fields = try? body.fields(), let time = fields.range(of: 0x0C), let date = fields.range(of: 0x0D),
            let told = TransactionTimestamp(self[date] + self[time]), let moved = other(told)
        else { return nil }
        var telegram = self
        telegram.replaceSubrange(date, with: BCD.bytes(Int64(100 * moved.month + moved.day), count: 2))
        let clock = 10_000 * moved.hour + 100 * moved.minute + (moved.second ?? 0)
        telegram.replaceSubrange(time, with: BCD.bytes(Int64(clock), count: 3))
        return telegram
    }
}

extension TransactionTimestamp {
    /// Reads month, day, hour, minute and second from packed digits.
    fileprivate init?(_ packed: ArraySlice<UInt8>) {
        let numbers = packed.compactMap { BCD.number([$0]).map(Int.init) }
        guard numbers.count == 5 else { return nil }
        self.init(
            month: numbers[0], day: numbers[1], hour: numbers[2], minute: numbers[3], second: numbers[4])
    }
}
