import Flow

/// Cuts what one side says into pieces. Knows nothing of card data: what it returns must be masked before it leaves.
struct LineCutter {
    enum Cut {
        /// Without its block.
        case telegram([UInt8])
        case outside(UInt8)
        case damaged(Int)
        case brokenOff(Int)
        case noise(Int)
    }

    private let framing: LineFraming
    private var receiver = BlockReceiver(limit: APDU.longest)
    /// On a line without blocks.
    private var telegram: [UInt8] = []
    /// Bytes of what has begun and not ended.
    private var open = 0
    /// When the first and the last of them came.
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

    /// A block in which nothing came for that long (T1) will not go on.
    mutating func silence(of limit: Duration, at now: Uptime) -> Cut? {
        guard framing == .serial, open > 0, now >= last + limit else { return nil }
        return end()
    }

    /// What has begun will not go on.
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
            // A sender that began anew has left what stands before.
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
