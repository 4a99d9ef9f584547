import Simulator

/// A bus of simulated USB devices, for processes that run with its environment variables.
struct USBBed: Sendable {
    static let terminal = "usb:1d6b:0104?serial=\(USBIdentity.terminal.serialNumber)"
    static let reader = "usb:0acd:3530?serial=\(USBIdentity.reader.serialNumber)"
    static let printer = "usb:04b8:0e28?serial=\(USBIdentity.printer.serialNumber)"

    /// The environment variables with which a program sees the devices.
    let surroundings: [String: String]
    let simulation: Child
    private let control: String

    /// Reads the environment variables from what `till-sim usb` told when it was ready.
    init(_ simulation: Child, control: String, told: String) {
        self.simulation = simulation
        self.control = control
        let pairs = told.split(whereSeparator: \.isWhitespace).map { $0.split(separator: "=", maxSplits: 1) }
        let variables = pairs.filter { $0.count == 2 }.map { (String($0[0]), String($0[1])) }
        surroundings = Dictionary(variables) { $1 }.merging(["TILL_USB_CONTROL": control]) { $1 }
    }

    func add(terminal scenario: String, data: String) throws -> Child {
        try tell("terminal \(USBIdentity.terminal.serialNumber) \(scenario) \(data)")
        return simulation
    }

    func add(reader scenario: String) throws -> Child {
        try tell("reader \(USBIdentity.reader.serialNumber) \(scenario)")
        return simulation
    }

    func add(
        printer paper: String, fault: String?, answers: Bool = true,
        serialNumber: String = USBIdentity.printer.serialNumber
    ) throws -> Child {
        let kind = answers ? "printer" : "deaf-printer"
        try tell("\(kind) \(serialNumber) \(paper) \(fault ?? "")")
        return simulation
    }

    func terminal(_ fault: String) throws { try tell("\(USBIdentity.terminal.serialNumber) \(fault)") }
    func printer(_ fault: String) throws { try tell("\(USBIdentity.printer.serialNumber) \(fault)") }

    func device(_ serialNumber: String, _ fault: String) throws { try tell("\(serialNumber) \(fault)") }

    private func tell(_ command: String) throws { try ControlSocket.tell(control, command) }
}
