import Failures
import Flow
import Foundation
import Glibc
import Model
import Simulator
import Transports

/// The simulated USB devices of a demonstration. They exist in the /sys and /dev of processes that umockdev-wrapper has
/// started, so this program runs itself again among them, as the companion of `till-sim usb`.
struct DemoUSB: Sendable {
    static let terminal = address(of: .terminal)
    static let printer = address(of: .printer)

    private static func address(of identity: USBIdentity) -> DeviceAddress {
        USBAddress(vendor: identity.vendor, product: identity.product, serialNumber: identity.serialNumber)
            .deviceAddress
    }

    /// Whether this process has such devices already.
    static var isHere: Bool { ProcessInfo.processInfo.environment["UMOCKDEV_DIR"] != nil }

    /// Options of `till-sim usb`.
    private var options: [String] = []

    init() {}

    mutating func add(terminal scenario: String, data: String) {
        options += ["--device", "terminal", "--scenario", scenario, "--data", data]
    }

    mutating func add(printer paper: String, fault: String?) {
        options += ["--device", "printer", "--out", paper] + (fault.map { ["--fault", $0] } ?? [])
    }

    /// Replaces this process by the simulation, which runs this very command. It returns only by throwing
    /// `simulator.testbed`.
    func enter() throws(Failure) -> Never {
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let simulator = program.deletingLastPathComponent().appendingPathComponent("till-sim").path
        let command = [program.path] + CommandLine.arguments.dropFirst()
        var pointers = (["umockdev-wrapper", simulator, "usb"] + options + ["--"] + command).map { strdup($0) } + [nil]
        execvp("umockdev-wrapper", &pointers)
        throw Failure(
            SimulatorFailure.testbed, Sentence("failure.simulator.testbed"),
            remedy: Sentence("remedy.simulator.testbed"), recovery: .askOperator,
            causes: [Sentence(systemError: errno)])
    }
}
