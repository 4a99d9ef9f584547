import Simulator

/// The server's side of one USB/IP connection, without socket and device. Pure.
///
/// The client asks for a list and leaves, or imports a device and sends requests until one side hangs up. Each request
/// is answered exactly once. An unlinked request is answered before the request that unlinks it, because only the first
/// answer has a field for the number of transferred bytes; without it a client would assume 0.
struct USBIPConversation {
    enum Step: Hashable {
        case send([UInt8])
        /// Answer with `listed`.
        case list
        /// Answer with `imported` or `refused`.
        case take(busID: String)
        case submit(USBRequest)
        case unlink(UInt64)
        case hangUp
    }

    /// The maximum number of pending requests.
    static let mostPending = 1024

    private enum Phase: Hashable {
        case asking
        case waiting
        case attached(generation: UInt32)
        case ended
    }

    private struct Pending {
        let sequence: UInt32
        let length: Int
        /// The sequence number of the request that unlinks this one.
        var unlink: UInt32?
    }

    private var phase = Phase.asking
    private var buffer: [UInt8] = []
    private var pending: [UInt64: Pending] = [:]
    /// The total length of the pending requests, in bytes.
    private var underWay = 0

    mutating func received(_ bytes: [UInt8]) -> [Step] {
        buffer += bytes
        var steps: [Step] = []
        while let step = next() { steps.append(step) }
        return steps
    }

    // MARK: Answers to its steps

    mutating func listed(_ devices: [USBIPDescription]) -> [Step] {
        phase = .ended
        return [.send(USBIPMessage.list(devices)), .hangUp]
    }

    /// Answers that the device is imported, and takes requests to it from now on.
    ///
    /// - Parameter generation: distinguishes this connection's requests from those of earlier ones.
    mutating func imported(_ device: USBIPDescription, generation: UInt32) -> [Step] {
        phase = .attached(generation: generation)
        return [.send(USBIPMessage.imported(device))] + received([])
    }

    mutating func refused(_ status: USBIPMessage.Status) -> [Step] {
        phase = .ended
        return [.send(USBIPMessage.head(.import, status)), .hangUp]
    }

    /// Returns the answers to a request that has ended at the device.
    mutating func completed(_ completion: USBCompletion) -> [Step] {
        guard let ended = pending.removeValue(forKey: completion.id) else { return [] }
        underWay -= ended.length
        let answer = USBIPMessage.submitted(ended.sequence, completion)
        return [.send(answer + (ended.unlink.map { USBIPMessage.unlinked($0) } ?? []))]
    }

    /// Ends the conversation with its connection and returns the requests to unlink.
    mutating func closed() -> [UInt64] {
        phase = .ended
        defer { pending = [:] }
        return pending.keys.sorted()
    }

    // MARK: One message

    private mutating func next() -> Step? {
        switch phase {
        case .asking: operation()
        case .attached(let generation): command(generation)
        case .waiting, .ended: nil
        }
    }

    private mutating func operation() -> Step? {
        guard buffer.count >= USBIPMessage.operationLength else { return nil }
        let code = UInt16(buffer[2]) << 8 | UInt16(buffer[3])
        switch USBIPMessage.Operation(rawValue: code) {
        case .list:
            take(USBIPMessage.operationLength)
            phase = .waiting
            return .list
        case .import:
            let length = USBIPMessage.operationLength + USBIPMessage.busIDLength
            guard buffer.count >= length else { return nil }
            let name = buffer[USBIPMessage.operationLength..<length].prefix { $0 != 0 }
            take(length)
            phase = .waiting
            return .take(busID: String(decoding: name, as: UTF8.self))
        case nil: return hangUp()
        }
    }

    private mutating func command(_ generation: UInt32) -> Step? {
        guard buffer.count >= USBIPMessage.headerLength else { return nil }
        guard let command = USBIPCommand(Array(buffer.prefix(USBIPMessage.headerLength))) else { return hangUp() }
        switch command.kind {
        case .submit: return submit(command, generation)
        case .unlink(let sequence):
            take(USBIPMessage.headerLength)
            let id = Self.id(sequence, generation)
            guard let waits = pending[id], waits.unlink == nil else {
                return .send(USBIPMessage.unlinked(command.sequence))
            }
            pending[id]?.unlink = command.sequence
            return .unlink(id)
        }
    }

    private mutating func submit(_ command: USBIPCommand, _ generation: UInt32) -> Step? {
        let length = USBIPMessage.headerLength + command.dataLength
        let id = Self.id(command.sequence, generation)
        guard pending[id] == nil, pending.count < Self.mostPending,
            underWay + command.length <= USBIPCommand.longest
        else { return hangUp() }
        guard buffer.count >= length else { return nil }
        guard let request = command.request(id, data: Array(buffer[USBIPMessage.headerLength..<length])) else {
            return hangUp()
        }
        take(length)
        pending[id] = Pending(sequence: command.sequence, length: command.length)
        underWay += command.length
        return .submit(request)
    }

    private mutating func hangUp() -> Step {
        (phase, buffer) = (.ended, [])
        return .hangUp
    }

    private mutating func take(_ count: Int) { buffer.removeFirst(count) }

    private static func id(_ sequence: UInt32, _ generation: UInt32) -> UInt64 {
        UInt64(generation) << 32 | UInt64(sequence)
    }
}
