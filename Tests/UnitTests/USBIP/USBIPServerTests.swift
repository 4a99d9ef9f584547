import Flow
import Glibc
import Readers
import Simulator
import Testing

@testable import USBIP

/// Over real sockets, with a client in user space.
@Suite("USB/IP server")
struct USBIPServerTests {
    private func served(_ body: (_ port: UInt16, _ printer: SimulatedUSBDevice) throws -> Void) throws {
        let printer = SimulatedUSBDevice(
            USBGadget(.printer(), deviceID: "MFG:EPSON;"), device: Echo(), environment: .live)
        let server = USBIPServer()
        defer { server.stop() }
        try server.connect(printer)
        try server.connect(SimulatedUSBDevice(USBGadget(.serialLine()), device: Echo(), environment: .live))
        let place = try server.start(host: "127.0.0.1", port: 0)
        try body(#require(place.split(separator: ":").last.flatMap { UInt16($0) }), printer)
    }

    @Test func aClientReadsDescriptorsSaysSomethingAndHearsTheAnswer() throws {
        try served { port, _ in
            let client = try USBIPClient(port, device: "1-2")
            let descriptor = try client.control([0x80, 6, 0, 1, 0, 0, 18, 0], room: 18)
            #expect(descriptor.data == USBDescriptors.serialLine().device)
            // DTR: somebody is there.
            #expect(try client.control([0x21, 0x22, 1, 0, 0, 0, 0, 0]).status == 0)
            try client.send(ClientMessages.submit(2, endpoint: 0x82, room: 64))
            try client.send(ClientMessages.submit(3, endpoint: 0x01, data: Array("hello".utf8)))
            let answers = [try client.answer(), try client.answer()]
            let heard = try #require(answers.first { $0.sequence == 2 })
            #expect(heard.data == Array("hello".utf8))
            #expect(answers.first { $0.sequence == 3 }?.count == 5)
        }
    }

    @Test func aDeviceHasOneClientAtATime() throws {
        try served { port, _ in
            do {
                let first = try USBIPClient(port, device: "1-1")
                #expect(throws: ClientFailure.refused(2)) { _ = try USBIPClient(port, device: "1-1") }
                _ = first
            }
            // It is free as soon as the server has seen the first one go.
            let second = try USBIPClient.eventually(port, device: "1-1")
            #expect(try second.control([0xA1, 1, 0, 0, 0, 0, 1, 0], room: 1).data == [0x18])
            #expect(throws: ClientFailure.refused(4)) { _ = try USBIPClient(port, device: "1-9") }
        }
    }

    @Test func aWriteThatADeviceTakesOnlyInPartTellsHowMuchWhenItIsTakenBack() throws {
        try served { port, printer in
            printer.perform(.takeOnly(20_000))
            let client = try USBIPClient(port, device: "1-1")
            try client.send(ClientMessages.submit(2, endpoint: 1, data: [UInt8](repeating: 7, count: 65_536)))
            try client.send(ClientMessages.unlink(3, of: 2))
            let ended = try client.answer()
            #expect(ended == USBIPClient.Answer(command: 3, sequence: 2, status: -ENOENT, count: 20_000, data: []))
            #expect(try client.answer() == USBIPClient.Answer(command: 4, sequence: 3, status: 0, count: 0, data: []))
        }
    }

    @Test func pulledOutWithARequestUnderWayTheConnectionEndsAndTheDeviceIsInNoListUntilItIsBack() throws {
        try served { port, printer in
            let client = try USBIPClient(port, device: "1-1")
            try client.send(ClientMessages.submit(2, endpoint: 0x82, room: 64))
            _ = try client.control([0x80, 0, 0, 0, 0, 0, 2, 0], room: 2)
            printer.perform(.unplug(backAfter: nil))
            #expect(try client.answer().status == -ESHUTDOWN)
            #expect(throws: ClientFailure.ended) { try client.answer() }
            #expect(throws: ClientFailure.refused(4)) { _ = try USBIPClient(port, device: "1-1") }
            printer.perform(.plug)
            _ = try USBIPClient.eventually(port, device: "1-1")
        }
    }

    /// Its connection ends when it does; by then the device may be plugged in again and have another client.
    @Test func aClientThatGoesLateLeavesTheNextOneItsDevice() throws {
        let printer = SimulatedUSBDevice(USBGadget(.printer()), device: Echo(), environment: .live)
        let export = USBIPExport(printer, number: 1)
        let taker = USBIPExport.Taker(completed: { _ in }, pulled: {})
        let first = try #require(export.take(taker))
        for (fault, isPlugged) in [(USBFault.unplug(backAfter: nil), false), (.plug, true)] {
            printer.perform(fault)
            for _ in 0..<5000 where export.isPlugged != isPlugged { poll(nil, 0, 1) }
        }
        let second = try #require(export.take(taker))
        export.giveBack(first, pending: [])
        #expect(export.take(taker) == nil)
        export.giveBack(second, pending: [])
        #expect(export.take(taker) != nil)
    }

    @Test func aStalledEndpointIsFreeAgainWhenTheClientClearsIt() throws {
        try served { port, printer in
            let client = try USBIPClient(port, device: "1-1")
            try client.send(ClientMessages.submit(2, endpoint: 0x82, room: 64))
            printer.perform(.stall(after: nil))
            #expect(try client.answer().status == -EPIPE)
            #expect(try client.control([0x02, 1, 0, 0, 0x01, 0, 0, 0]).status == 0)
            try client.send(ClientMessages.submit(3, endpoint: 1, data: [1]))
            #expect(try client.answer().count == 1)
        }
    }

    /// Import, descriptors, a report each way.
    @Test func aReaderSpeaksByReportsOverTheNetwork() throws {
        let server = USBIPServer()
        defer { server.stop() }
        try server.connect(.reader(AcquiringScenario(.approve).reader, environment: .live))
        let place = try server.start(host: "127.0.0.1", port: 0)
        let client = try USBIPClient(
            #require(place.split(separator: ":").last.flatMap { UInt16($0) }), device: "1-1")
        #expect(try client.control([0x80, 6, 0, 1, 0, 0, 18, 0], room: 18).data == USBDescriptors.reader().device)
        let report = try client.control([0x81, 6, 0, 0x22, 0, 0, 0, 1], room: 256).data
        #expect(report.starts(with: [0x06, 0x00, 0xFF]), "a usage page of its maker's own")
        try client.send(ClientMessages.submit(2, endpoint: 0x81, room: 64))
        let ping = try #require(NEO2Reports.encode(NEO2Command.ping.frame).first)
        try client.send(ClientMessages.submit(3, endpoint: 0x02, data: ping))
        let answers = [try client.answer(), try client.answer()]
        #expect(answers.first { $0.sequence == 3 }?.count == 64)
        var reports = NEO2Reports()
        let pong = reports.receive(answers.first { $0.sequence == 2 }?.data ?? []).flatMap(\.bytes)
        #expect(pong.starts(with: NEO2Response(0x18, .ok).frame))
    }
}

private final class Echo: PtyDevice, Sendable {
    func attached(at now: Uptime) -> PtyOrders { PtyOrders() }
    func received(_ bytes: [UInt8], at now: Uptime) -> PtyOrders { PtyOrders(write: bytes) }
    func deadlineReached(at now: Uptime) -> PtyOrders { PtyOrders() }
}
