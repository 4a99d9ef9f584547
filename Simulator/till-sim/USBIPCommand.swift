import ArgumentParser
import Flow
import Simulator
import USBIP

struct USBIPCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "usbip",
        abstract: "USB devices for any Linux machine, over the network.",
        discussion: """
            A USB/IP server. On the machine that shall have the devices, as root: `modprobe vhci-hcd`, `usbip list -r \
            HOST`, `usbip attach -r HOST -b 1-1`. They are USB devices there for everything: the kernel's drivers, udev, \
            CUPS, and till. Whoever reaches the port can have them; it is open to this machine only unless --listen says \
            otherwise.

            Commands of the control socket, a line for each connection, answered by `ok` or what is wrong: \
            \(SimulatedUSBBus.commands.joined(separator: "; ")). A device that was pulled out is to be attached again \
            when it is back.
            """)

    @Option(help: ArgumentHelp("Where to listen; port 0 takes any that is free.", valueName: "host:port"))
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
