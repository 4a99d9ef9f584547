import Foundation
import Testing

/// `till-sim usbip`, listed by Linux's own tool. How a kernel attaches the devices cannot be tested without one.
@Suite struct USBIPTests {
    private static let tool = "/usr/sbin/usbip"

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: tool), "usbip is not installed (scripts/deps)"))
    func linuxsOwnToolListsTheDevicesByTheirBusIDs() async throws {
        try await Kiosk.run { kiosk in
            let server = try kiosk.start(
                "till-sim",
                [
                    "usbip", "--listen", "127.0.0.1:0", "--device", "printer", "--device", "terminal", "--device",
                    "reader", "--out", kiosk.paper, "--data", kiosk.path("terminal-data"),
                ])
            let ready = try await server.says("devices ready on")
            let port = String(try #require(ready.firstMatch(of: /127\.0\.0\.1:(\d+)/)).1)
            let list = try await kiosk.start(Self.tool, ["--tcp-port", port, "list", "-r", "127.0.0.1"]).end()
            #expect(list.code == 0, "\(list)")
            #expect(list.output.contains(/1-1: .*\(04b8:0e28\)/), "\(list)")
            #expect(list.output.contains("(07/01/02)"), "\(list)")
            #expect(list.output.contains(/1-2: .*\(1d6b:0104\)/), "\(list)")
            #expect(list.output.contains("(02/02/01)"), "\(list)")
            #expect(list.output.contains(/1-3: .*\(0acd:3530\)/), "\(list)")
            #expect(list.output.contains("(03/00/00)"), "\(list)")
            server.send(SIGTERM)
            #expect(try await server.end().code == 0)
        }
    }

    @Test(arguments: [
        (["--listen", "3240", "--device", "printer", "--out", "paper"], "HOST:PORT"),
        (["--listen", "127.0.0.1:0"], "Name a --device"), (["--device", "printer"], "--out"),
    ])
    func whatCannotBeServedIsSaidWithWhatToWrite(_ arguments: [String], _ remedy: String) async throws {
        try await Kiosk.run { kiosk in
            let refused = try await kiosk.start("till-sim", ["usbip"] + arguments).end()
            #expect(refused.code != 0 && refused.errors.contains(remedy), "\(refused)")
        }
    }

    @Test func anAddressThatIsNotThisMachinesIsSaidWithWhatToDo() async throws {
        try await Kiosk.run { kiosk in
            let devices = ["--device", "printer", "--out", kiosk.paper]
            let refused = try await kiosk.start("till-sim", ["usbip", "--listen", "192.0.2.1:3240"] + devices).end()
            #expect(refused.code == 1 && refused.errors.contains("simulator.usbip"), "\(refused)")
            #expect(refused.errors.contains("choose another place with --listen"), "\(refused)")
        }
    }
}
