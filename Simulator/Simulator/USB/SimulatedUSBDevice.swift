import Flow
import Synchronization

/// A simulated USB device on a bus: a gadget and, behind it, a device that could also be behind a pty. It does not
/// depend on the kind of bus; everything happens on one lane.
package final class SimulatedUSBDevice: Sendable {
    static let mostWaiting = 4096

    /// The bus of a device. Its closures are called on the device's lane.
    package struct Bus: Sendable {
        let completed: @Sendable (USBCompletion) -> Void
        let plugged: @Sendable () -> Void
        let pulled: @Sendable () -> Void
        let awaits: @Sendable (UInt64) -> Bool

        /// - Parameter awaits: whether the bus still waits for a request.
        package init(
            completed: @escaping @Sendable (USBCompletion) -> Void, plugged: @escaping @Sendable () -> Void,
            pulled: @escaping @Sendable () -> Void, awaits: @escaping @Sendable (UInt64) -> Bool = { _ in true }
        ) {
            self.completed = completed
            self.plugged = plugged
            self.pulled = pulled
            self.awaits = awaits
        }
    }

    /// The device's functions besides its line. They are called on the device's lane.
    struct Panel: Sendable {
        /// A printer's answer to GET_PORT_STATUS.
        var portStatus: @Sendable () -> UInt8 = { USBGadget.sound }
        /// Makes a printer drop unprinted data.
        var forget: @Sendable () -> PtyOrders = { PtyOrders() }
        /// Refills paper and closes the cover.
        var mend: @Sendable () -> PtyOrders = { PtyOrders() }
    }

    package let descriptors: USBDescriptors
    private let fresh: USBGadget
    private let device: any PtyDevice
    private let panel: Panel
    private let environment: Environment
    private let lane: any Lane
    private let state: Mutex<State>

    private struct State {
        var gadget: USBGadget
        var bus: Bus?
        var isPlugged = false
        var timer: (any Running)?
        var returns: (any Running)?
        /// Whether the device behind the gadget reads.
        var reads = true
        /// Whether a command holds writes back.
        var refusesWrites = false

        mutating func hold() { gadget.takes = reads && !refusesWrites }
    }

    package convenience init(_ gadget: USBGadget, device: any PtyDevice, environment: Environment) {
        self.init(gadget, device: device, panel: Panel(), environment: environment)
    }

    init(_ gadget: USBGadget, device: any PtyDevice, panel: Panel, environment: Environment) {
        fresh = gadget
        descriptors = gadget.descriptors
        self.device = device
        self.panel = panel
        self.environment = environment
        lane = environment.lane("simulator.usb", Self.mostWaiting)
        state = Mutex(State(gadget: gadget))
    }

    /// Plugs the device into a bus.
    package func connect(to bus: Bus) {
        onLane { state in
            state.bus = bus
            self.plug(&state)
        }
    }

    // MARK: The host's side

    package func submit(_ request: USBRequest) {
        onLane { state in
            // The device may have been unplugged and plugged in again since.
            guard state.bus?.awaits(request.id) != false else { return }
            state.gadget.portStatus = self.panel.portStatus()
            self.carry(state.gadget.submit(request), &state)
        }
    }

    package func unlink(_ id: UInt64) { onLane { self.carry($0.gadget.unlink(id), &$0) } }
    package func clearHalt(_ endpoint: UInt8) { onLane { $0.gadget.clearHalt(endpoint) } }

    /// Resets the device for a new host: waiting bytes of both sides are dropped, as after a bus reset.
    package func reset() {
        onLane { state in
            guard state.isPlugged else { return }
            self.carry(state.gadget.unplug(), &state)
            self.start(&state)
        }
    }

    // MARK: By command

    package func perform(_ fault: USBFault) {
        onLane { state in
            switch fault {
            case .unplug(let backAfter): self.unplug(backAfter.map { .back(after: $0) } ?? .forGood, &state)
            case .plug: self.plug(&state)
            case .refuse: state.refusesWrites = true
            case .accept: (state.refusesWrites, state.gadget.budget) = (false, nil)
            case .takeOnly(let count): state.gadget.budget = count
            case .stall(nil): self.carry(state.gadget.stall(self.endpoints), &state)
            case .stall(let count): (state.gadget.budget, state.gadget.stallsThen) = (count, true)
            case .speaks(let baud): state.gadget.speed = baud
            case .babble: self.carry(state.gadget.babble(), &state)
            case .mend: self.obey(self.panel.mend(), &state)
            }
            self.goOn(&state)
        }
    }

    private var endpoints: Set<UInt8> {
        Set(descriptors.parts.filter { $0.count >= 7 && $0[1] == 5 }.map { $0[2] })
    }

    /// The last settings of a serial line, such as `9600 2 on`: baud rate, stop bits, DTR. Nil when there are none.
    var lineSetting: String? {
        state.withLock { state in
            let isOn = state.gadget.controlLines & 1 != 0
            return state.gadget.lineCoding.map { "\($0.baud) \($0.stopBits) \(isOn ? "on" : "off")" }
        }
    }

    // MARK: On the lane

    private func onLane(_ work: @escaping @Sendable (inout State) -> Void) {
        _ = lane.enqueue { self.state.withLock { work(&$0) } }
    }

    private func plug(_ state: inout State) {
        guard !state.isPlugged else { return }
        state.isPlugged = true
        state.returns?.cancel()
        state.bus?.plugged()
        start(&state)
    }

    private func start(_ state: inout State) {
        let (budget, speed) = (state.gadget.budget, state.gadget.speed)
        state.gadget = fresh
        (state.gadget.budget, state.gadget.speed) = (budget, speed)
        obey(device.attached(at: environment.uptime()), &state)
    }

    private func unplug(_ way: PtyOrders.Unplug, _ state: inout State) {
        guard state.isPlugged else { return }
        // The device continues by itself: a terminal without its cable still talks to its host.
        state.isPlugged = false
        carry(state.gadget.unplug(), &state)
        state.bus?.pulled()
        guard case .back(let pause) = way else { return }
        state.returns = lane.schedule(at: environment.uptime() + pause) { [weak self] in
            guard let self else { return }
            self.state.withLock { self.plug(&$0) }
        }
    }

    private func carry(_ steps: [USBGadget.Step], _ state: inout State) {
        for step in steps {
            switch step {
            case .completed(let completion): state.bus?.completed(completion)
            case .heard(let bytes): obey(device.received(bytes, at: environment.uptime()), &state)
            case .set(.softReset): obey(panel.forget(), &state)
            case .set(.lineCoding), .set(.controlLines): break  // The gadget keeps them.
            }
        }
    }

    private func obey(_ orders: PtyOrders, _ state: inout State) {
        state.timer?.cancel()
        state.timer = orders.deadline.map { deadline in
            lane.schedule(at: deadline) { [weak self] in
                guard let self else { return }
                self.state.withLock { self.obey(self.device.deadlineReached(at: self.environment.uptime()), &$0) }
            }
        }
        state.reads = orders.reads
        state.hold()
        carry(state.gadget.say(orders.write), &state)
        if let way = orders.unplug { unplug(way, &state) }
        goOn(&state)
    }

    private func goOn(_ state: inout State) {
        state.hold()
        carry(state.gadget.pump(), &state)
    }
}
