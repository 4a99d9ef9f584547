import Flow

/// Cuts the bytes of one side into pieces. It knows nothing of card data: its results must be masked.
struct LineCutter {
    enum Cut {
        /// A telegram without its block.
        case telegram([UInt8])
        case outside(UInt8)
        case damaged(Int)
        case brokenOff(Int)
        case noise(Int)
    }

    private let framing: LineFraming
    private var receiver = BlockReceiver(limit: APDU.longest)
    /// The bytes of a telegram on a line without blocks.
    private var telegram: [UInt8] = []
    /// How many bytes of an incomplete piece were received.
    private var open = 0
    /// When the first of them was received, and below that the last.
    private(set) var began = Uptime(nanoseconds: 0)
    private var last = Uptime(nanoseconds: 0)

    init(_ framing: LineFraming) { self.framing = framing }

    mutating func take(_ byte: UInt8, at now: Uptime) -> [Cut] {
        if open == 0 { began = now }
        last = now
        open += 1
        switch framing {
        case .serial:
            let event = receiver.receive(byte)
            return receiver.isInsideBlock ? [] : cuts(event)
        case .stream:
            telegram.append(byte)
            guard isWhole else { return [] }
            defer { forget() }
            return [.telegram(telegram)]
        }
    }

    /// Ends a block in which nothing was received for T1.
    mutating func silence(of limit: Duration, at now: Uptime) -> Cut? {
        guard framing == .serial, open > 0, now >= last + limit else { return nil }
        return end()
    }

    /// Ends an incomplete piece.
    mutating func end() -> Cut? {
        defer { forget() }
        return open > 0 ? .brokenOff(open) : nil
    }

    private mutating func forget() {
        receiver.reset()
        telegram.removeAll(keepingCapacity: true)
        open = 0
    }

    private mutating func cuts(_ event: BlockReceiver.Event?) -> [Cut] {
        defer { open = 0 }
        switch event {
        case .block(let telegram):
            // The sender began anew, so the bytes before are a broken-off block.
            let lost = open - SerialBlock.encode(telegram).count
            return (lost > 0 ? [.noise(lost)] : []) + [.telegram(telegram)]
        case .damaged: return [.damaged(open)]
        case .outside(let byte): return open == 1 ? [.outside(byte)] : [.noise(open)]
        case nil: return []
        }
    }

    private var isWhole: Bool {
        guard let header = try? APDUHeader(decoding: telegram) else { return false }
        return telegram.count == header.length + header.dataLength
    }
}
