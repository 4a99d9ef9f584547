import ArgumentParser
import Flow
import Simulator
import USBIP

struct USBIPCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "usbip",
        abstract: "Serves simulated USB devices to any Linux machine over the network (USB/IP).",
        discussion: """
            On the machine that is to use the devices, run as root: `modprobe vhci-hcd`, `usbip list -r <host>`, `usbip \
            attach -r <host> -b 1-1`. They are ordinary USB devices there for the kernel's drivers, udev, CUPS and till. \
            Everyone who reaches the port can attach them; without --listen only this machine reaches it.

            The control socket takes one command per connection, as a line, and answers `ok` or what is wrong: \
            \(SimulatedUSBBus.commands.joined(separator: "; ")). A device that was pulled out and plugged in must be \
            attached again.
            """)

    @Option(
        help: ArgumentHelp(
            "The address and port to listen on, such as 0.0.0.0:3240; port 0 takes any free one.",
            valueName: "host:port"))
    var listen = "127.0.0.1:\(USBIPServer.usualPort)"

    @OptionGroup var devices: USBDeviceOptions

    private var place: (host: String, port: Int)? {
        guard let colon = listen.lastIndex(of: ":"), let port = UInt16(listen[listen.index(after: colon)...]) else {
            return nil
        }
        let host = listen[..<colon].drop { $0 == "[" }
        return (host.hasSuffix("]") ? String(host.dropLast()) : String(host), Int(port))
    }

    func validate() throws {
        guard let place, !place.host.isEmpty else {
            throw ValidationError("\(listen) is no place to listen at. Write HOST:PORT, such as 0.0.0.0:3240.")
        }
        guard !devices.device.isEmpty || devices.control != nil else {
            throw ValidationError("Name a --device, or a --control to make some.")
        }
    }

    func run() throws {
        UntilTold.holdSignals()
        do throws(Failure) {
            let server = USBIPServer()
            let control = try devices.populate { (device) throws(Failure) in try server.connect(device) }
            defer { control?.stop() }
            let (host, port) = place ?? ("127.0.0.1", USBIPServer.usualPort)
            let heard = try server.start(host: host, port: port)
            UntilTold.wait(Ready("devices ready on \(heard)"))
            server.stop()
        } catch {
            UntilTold.say("\(error)")
            throw ExitCode.failure
        }
    }
}
