/// A USB device as its host controller sees it, without a bus: endpoint 0 and one stream of bytes in each direction.
/// Pure.
///
/// It answers a read when it has bytes to send and accepts a write while the device takes bytes; until then a request
/// waits, as with NAK. Bytes of a write that were delivered before it was unlinked stay delivered.
package struct USBGadget: Sendable {
    package enum Step: Hashable, Sendable {
        case completed(USBCompletion)
        /// Bytes reached the device, in order.
        case heard([UInt8])
        /// The settings of a serial line were changed.
        case set(USBControlSetting)
    }

    /// A setting on endpoint 0.
    package enum USBControlSetting: Hashable, Sendable {
        case lineCoding(LineCoding)
        case controlLines(UInt16)
        case softReset
    }

    package struct LineCoding: Hashable, Sendable {
        package let baud: UInt32
        package let stopBits: UInt8

        package init(baud: UInt32, stopBits: UInt8) {
            self.baud = baud
            self.stopBits = stopBits
        }
    }

    /// Whether the device behind a serial line and the host understand each other: DTR is on, and both have one baud
    /// rate.
    private var isUnderstood: Bool {
        guard isSerialLine else { return true }
        return controlLines & 1 != 0 && (speed == nil || speed == lineCoding?.baud)
    }

    /// Whether the device is a serial line (CDC-ACM).
    private var isSerialLine: Bool { descriptors.interfaces.contains { $0.kind.starts(with: [2, 2]) } }

    private struct Write: Sendable {
        let request: USBRequest
        var taken = 0
    }

    private struct Read: Sendable {
        let request: USBRequest
        var data: [UInt8] = []
    }

    package let descriptors: USBDescriptors
    /// A printer's answer to GET_DEVICE_ID, without its length.
    private let deviceID: String
    /// The address of the input endpoint for data, which is not the endpoint for a serial line's notifications.
    private let speaks: UInt8?
    private var writes: [Write] = []
    private var reads: [Read] = []
    private var said: [[UInt8]] = []
    private var stalled: Set<UInt8> = []
    private var isGone = false
    /// Whether an empty packet has made the device hang until it is plugged in again.
    private var hangs = false
    /// The last settings of a serial line.
    package private(set) var lineCoding: LineCoding?
    /// The last state of a serial line's DTR (bit 0) and RTS (bit 1).
    package private(set) var controlLines: UInt16 = 0

    /// Whether the device accepts writes; otherwise they wait.
    package var takes = true
    /// How many bytes the device still accepts; nil for no limit.
    package var budget: Int?
    /// Whether the output endpoint stalls when `budget` is used up. After the stall is cleared, the device accepts
    /// everything again.
    package var stallsThen = false
    /// The answer to GET_PORT_STATUS (USB printer class 1.1 §4.2.2).
    package var portStatus = USBGadget.sound
    /// Whether the device goes on after an empty packet. Some printers accept nothing more after one.
    private let bearsEmptyPackets: Bool
    /// The only baud rate that the device behind a serial line understands; nil for any.
    package var speed: UInt32?
    /// The answer to GET_PORT_STATUS of a printer that has paper, is selected and has no fault.
    package static let sound: UInt8 = 0x18

    /// - Parameter bearsEmptyPackets: whether the device goes on after an empty packet.
    package init(_ descriptors: USBDescriptors, deviceID: String = "", bearsEmptyPackets: Bool = true) {
        self.descriptors = descriptors
        self.deviceID = deviceID
        self.bearsEmptyPackets = bearsEmptyPackets
        let inputs = descriptors.parts.filter { $0.count >= 7 && $0[1] == 5 && $0[2] & 0x80 != 0 }
        speaks = (inputs.first { $0[3] & 3 == 2 } ?? inputs.first)?[2]
    }

    // MARK: The host's side

    package mutating func submit(_ request: USBRequest) -> [Step] {
        guard !isGone else { return [ended(request, .gone)] }
        if case .control(let setup) = request.kind { return control(request, setup) }
        guard endpoint(request.endpoint) != nil, !stalled.contains(request.endpoint) else {
            return [ended(request, .stalled)]
        }
        if request.endpoint & 0x80 == 0 {
            writes.append(Write(request: request))
        } else {
            reads.append(Read(request: request))
        }
        return pump()
    }

    /// Unlinks a request; does nothing if the request has ended.
    package mutating func unlink(_ id: UInt64) -> [Step] {
        if let index = reads.firstIndex(where: { $0.request.id == id }) {
            return [ended(reads.remove(at: index), .unlinked)]
        }
        guard let index = writes.firstIndex(where: { $0.request.id == id }) else { return [] }
        let write = writes.remove(at: index)
        return [ended(write.request, .unlinked, count: write.taken)]
    }

    package mutating func clearHalt(_ endpoint: UInt8) { stalled.remove(endpoint) }

    /// Unplugs the device: everything under way ends.
    package mutating func unplug() -> [Step] {
        isGone = true
        defer { (reads, writes, said) = ([], [], []) }
        return writes.map { ended($0.request, .gone, count: $0.taken) } + reads.map { ended($0, .gone) }
    }

    // MARK: The device's side

    /// Queues bytes for the host.
    package mutating func say(_ bytes: [UInt8]) -> [Step] {
        guard !bytes.isEmpty, !isGone, isUnderstood else { return [] }
        said.append(bytes)
        return pump()
    }

    /// Stalls these endpoints until the host clears them; what is under way ends.
    package mutating func stall(_ endpoints: Set<UInt8>) -> [Step] {
        stalled.formUnion(endpoints)
        let (broken, kept) = (writes.filter { endpoints.contains($0.request.endpoint) }, writes)
        writes = kept.filter { !endpoints.contains($0.request.endpoint) }
        let unread = reads.filter { endpoints.contains($0.request.endpoint) }
        reads.removeAll { endpoints.contains($0.request.endpoint) }
        return broken.map { ended($0.request, .stalled, count: $0.taken) } + unread.map { ended($0, .stalled) }
    }

    /// Sends more than any read has room for, so that all waiting reads fail.
    package mutating func babble() -> [Step] {
        defer { reads = [] }
        return reads.map { ended($0, .overflow) }
    }

    /// Continues waiting requests after `takes` or `budget` has changed.
    package mutating func pump() -> [Step] { take() + give() }

    private mutating func take() -> [Step] {
        var steps: [Step] = []
        while takes, !hangs, var write = writes.first {
            let rest = write.request.data[write.taken...]
            let bytes = rest.prefix(budget ?? rest.count)
            if !bytes.isEmpty, isUnderstood { steps.append(.heard(Array(bytes))) }
            write.taken += bytes.count
            budget = budget.map { $0 - bytes.count }
            writes[0] = write
            if stallsThen, budget == 0 {
                (stallsThen, budget) = (false, nil)
                return steps + stall([write.request.endpoint])
            }
            guard write.taken == write.request.data.count else { break }
            writes.removeFirst()
            steps.append(ended(write.request, .done, count: write.taken))
            if !bearsEmptyPackets, endsEmpty(write.request) { hangs = true }
        }
        return steps
    }

    private func endsEmpty(_ request: USBRequest) -> Bool {
        guard !request.data.isEmpty else { return true }
        return request.endsEmpty && request.data.count.isMultiple(of: endpoint(request.endpoint)?.packetSize ?? 1)
    }

    private mutating func give() -> [Step] {
        var steps: [Step] = []
        while !said.isEmpty, let index = reads.firstIndex(where: { $0.request.endpoint == speaks }) {
            var read = reads.remove(at: index)
            if let step = fill(&read) { steps.append(step) } else { reads.insert(read, at: index) }
        }
        return steps
    }

    /// Puts one packet into a read. The read ends when it is full or by a short packet; a bulk message that fills its
    /// last packet is followed by an empty one, a report is not. A packet that does not fit fails the read. Nil when
    /// the read waits for more.
    private mutating func fill(_ read: inout Read) -> Step? {
        let (size, isBulk) = endpoint(read.request.endpoint) ?? (1, true)
        let packet = said[0].prefix(size)
        let isMessageEnd = packet.count == said[0].count
        if isMessageEnd { said.removeFirst() } else { said[0].removeFirst(packet.count) }
        guard read.data.count + packet.count <= read.request.room else { return ended(read, .overflow) }
        read.data += packet
        let isFull = read.data.count == read.request.room
        return isFull || packet.count < size || isMessageEnd && isBulk ? ended(read, .done) : nil
    }

    private func ended(_ read: Read, _ status: USBStatus) -> Step {
        .completed(USBCompletion(id: read.request.id, status: status, count: read.data.count, data: read.data))
    }

    private func ended(_ request: USBRequest, _ status: USBStatus, count: Int = 0) -> Step {
        .completed(USBCompletion(id: request.id, status: status, count: count))
    }

    /// An endpoint of the descriptors: its packet size, and whether it is bulk.
    private func endpoint(_ address: UInt8) -> (packetSize: Int, isBulk: Bool)? {
        descriptors.parts.first { $0.count >= 7 && $0[1] == 5 && $0[2] == address }
            .map { (max(1, Int($0[4]) | Int($0[5] & 7) << 8), $0[3] & 3 == 2) }
    }
}

// MARK: - Endpoint 0

extension USBGadget {
    private enum Answer {
        case data([UInt8])
        case done([Step])
        case stall
    }

    private mutating func control(_ request: USBRequest, _ setup: [UInt8]) -> [Step] {
        guard setup.count == 8 else { return [ended(request, .stalled)] }
        switch answer(setup, request.data) {
        case .data(let bytes):
            let data = Array(bytes.prefix(min(request.room, Int(setup[6]) | Int(setup[7]) << 8)))
            return [.completed(USBCompletion(id: request.id, status: .done, count: data.count, data: data))]
        case .done(let steps): return steps + [ended(request, .done, count: request.data.count)]
        case .stall: return [ended(request, .stalled)]
        }
    }

    private mutating func answer(_ setup: [UInt8], _ data: [UInt8]) -> Answer {
        let value = UInt16(setup[2]) | UInt16(setup[3]) << 8
        switch (setup[0], setup[1]) {
        case (0x80, 6), (0x81, 6): return descriptor(kind: setup[3], index: Int(setup[2]))
        case (0x80, 0), (0x81, 0), (0x82, 0): return .data([0, 0])
        case (0x80, 8): return .data([1])
        case (0x00, 9), (0x01, 11): return .done([])
        case (0x02, 1):
            clearHalt(setup[4])
            return .done([])
        case (0xA1, 0) where !deviceID.isEmpty:
            let text = Array(deviceID.utf8)
            return .data([UInt8((text.count + 2) >> 8), UInt8((text.count + 2) & 0xFF)] + text)
        case (0xA1, 1) where !deviceID.isEmpty: return .data([portStatus])
        // A printer without an input endpoint follows class 1.0, whose SOFT_RESET has the request type 23.
        case (0x21, 2) where speaks != nil, (0x23, 2):
            (said, stalled) = ([], [])
            return .done([.set(.softReset)])
        case (0x21, 0x20) where data.count == 7:
            let baud = (0..<4).reduce(UInt32(0)) { $0 | UInt32(data[$1]) << (8 * UInt32($1)) }
            let coding = LineCoding(baud: baud, stopBits: data[4] == 2 ? 2 : 1)
            lineCoding = coding
            return .done([.set(.lineCoding(coding))])
        case (0x21, 0x22):
            controlLines = value
            return .done([.set(.controlLines(value))])
        case (0x21, 9): return .done(data.isEmpty ? [] : [.heard(data)])
        case (0x21, 10), (0x21, 11): return .done([])
        default: return .stall
        }
    }

    private func descriptor(kind: UInt8, index: Int) -> Answer {
        switch kind {
        case 1: .data(descriptors.device)
        case 2 where index == 0: .data(descriptors.configuration)
        case 3 where index == 0: .data([4, 3, 0x09, 0x04])
        case 3 where index <= descriptors.strings.count:
            .data(Self.string(descriptors.strings[index - 1]))
        case 0x22: .data(USBDescriptors.reportDescriptor)
        default: .stall
        }
    }

    private static func string(_ text: String) -> [UInt8] {
        let units = text.utf16.prefix(126).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        return [UInt8(units.count + 2), 3] + units
    }
}
