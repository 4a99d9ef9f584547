import Dispatch
import Flow
import Foundation
import Glibc
import Hardware
import Model
import Simulator
import Synchronization
import Testing
import Transports

/// Devices that break off, stall, babble and go away at any moment, before an unmodified libusb; among simulated devices
/// only.
@Suite(.enabled(if: USBBed.isHere), .serialized) struct USBHostilityTests {
    private func port(_ device: USBBed.Device) throws -> USBPort {
        try USBPort(device.address(), for: .printer, uptime: Environment.live.uptime)
    }

    // MARK: Stalls

    @Test func aStallInTheMiddleOfAJobIsClearedAndNothingIsPrintedTwice() async throws {
        let rig = try PrinterRig(.usb)
        let job = receipt(lines: 60)
        rig.trouble("stall 700")
        #expect(await rig.print(job) == .confirmed)
        #expect(rig.printed == job)
    }

    @Test func anEndpointThatStallsOverAndOverIsBroken() throws {
        let device = try USBBed.Device(.printer, "/tmp")
        defer { device.tell("unplug") }
        let (port, wire) = (try port(device), EndOfLine())
        try port.open(wire)
        #expect(device.trouble("stall", until: { wire.failure != nil }))
        #expect(wire.failure?.code == "line.system")
        #expect(wire.failure?.remedy == "unplug it, and plug it in again")
    }

    // MARK: Too little, too much

    @Test func wcposElectron411_aPrinterThatTakesNothingAnyMoreLeavesItsJobUnknown() async throws {
        let rig = try PrinterRig(.usb)
        rig.trouble("take 700")
        #expect(await rig.print(receipt(lines: 60)).summary == "unknown printer.noAnswer")
        rig.trouble("ack")
        #expect(try await rig.status().paper == .ok)
    }

    /// Longer than one transfer waits.
    @Test func pythonEscpos17_aPrinterThatStandsStillForAWhileGoesOnWhereItStood() async throws {
        let rig = try PrinterRig(.usb)
        rig.trouble("take 700")
        async let printed = rig.print(receipt(lines: 60))
        poll(nil, 0, 2_500)
        rig.trouble("ack")
        #expect(await printed == .confirmed)
        #expect(rig.printed == receipt(lines: 60))
    }

    @Test func whatSendsMoreThanItWasAskedForIsLostAndCanBeHadAgain() throws {
        let device = try USBBed.Device(.printer, "/tmp")
        defer { device.tell("unplug") }
        let (port, wire) = (try port(device), EndOfLine())
        try port.open(wire)
        #expect(device.trouble("babble", until: { wire.failure != nil }))
        #expect(wire.failure?.code == "line.system")
        try port.open(EndOfLine())
        port.close()
    }

    // MARK: Two at one device

    @Test func aDeviceIsHadByOneAndTheOtherIsToldByWhom() throws {
        let device = try USBBed.Device(.printer, "/tmp")
        defer { device.tell("unplug") }
        let (first, second) = (try port(device), try port(device))
        try first.open(EndOfLine())
        let refused = #expect(throws: Failure.self) { try second.open(EndOfLine()) }
        #expect(refused?.code == "line.busy")
        #expect(refused?.sentence.hasSuffix("is in use by this process.") == true)
        first.close()
        try second.open(EndOfLine())
        second.close()
    }

    // MARK: What a printer is asked beside its data

    @Test(arguments: ["printer", "deaf-printer"])
    func aPrinterSaysWhatItIsAndForgetsWhatItHasNotPrinted(_ kind: String) async throws {
        let device = try USBBed.Device(.printer, "/tmp", as: kind)
        defer { device.tell("unplug") }
        let port = try port(device)
        try port.open(EndOfLine())
        #expect(try await port.deviceID() == "MFG:EPSON;CMD:ESC/POS;MDL:TM-T20III;CLS:PRINTER;")
        #expect(try await port.printerStatus() == PrinterStatus(online: true, paper: .ok))
        try await port.softReset()
        port.close()
        await #expect(throws: Failure.self) { try await port.softReset() }
    }

    // MARK: Drivers

    @Test(arguments: [("04b8:0e15", true), ("1a86:7584", false)])
    func pythonEscpos259_theKernelsDriverComesBackButToThoseThatDoNotBearIt(_ model: String, _ comesBack: Bool) throws {
        let device = try USBBed.Device(.printer, "/tmp", model: model)
        defer { device.tell("unplug") }
        #expect(device.driver == "usblp")
        let port = try port(device)
        try port.open(EndOfLine())
        #expect(passes { device.driver == nil })
        port.close()
        #expect(device.driver == (comesBack ? "usblp" : nil))
    }

    // MARK: Coming and going

    /// What an opening may fail with while the device comes and goes. The last: while its folder in /sys is being filled.
    private static let absences: Set = ["line.notFound", "line.unplugged", "line.system", "line.notThat"]

    @Test func aDeviceThatComesAndGoesAtAnyMomentIsHadOrMissedAndNothingIsKept() throws {
        let device = try USBBed.Device(.printer, "/tmp")
        defer { device.tell("unplug") }
        let first = try port(device)
        try first.open(EndOfLine())
        first.close()
        let (descriptors, plugging) = (openDescriptors, Plugging([device], times: 300))
        var opened = 0
        while !plugging.isOver {
            let port = try port(device)
            do throws(Failure) {
                try port.open(EndOfLine())
                opened += 1
            } catch { #expect(Self.absences.contains(error.code), "\(error)") }
            port.perform { _ in WireOrders(write: receipt(lines: 20)) }
            port.close()
        }
        #expect(opened > 0)
        let last = try port(device)
        #expect(passes { (try? last.open(EndOfLine())) != nil })
        last.close()
        #expect(passes { openDescriptors.count <= descriptors.count }, "\(openDescriptors) after \(descriptors)")
    }

    @Test func twoThatComeAndGoAtOnceAreBothHadAgain() throws {
        let devices = [try USBBed.Device(.printer, "/tmp"), try USBBed.Device(.printer, "/tmp")]
        defer { for device in devices { device.tell("unplug") } }
        for _ in 0..<20 {
            let ends = devices.map { device in
                let end = EndOfLine()
                #expect(passes { (try? port(device).open(end)) != nil })
                return end
            }
            let hub = Plugging(devices, times: 1)
            #expect(passes { ends.allSatisfy { $0.failure != nil } })
            #expect(ends.map { $0.failure?.code } == ["line.unplugged", "line.unplugged"])
            #expect(passes { hub.isOver })
        }
    }

    /// Without sockets: umockdev keeps one for each opening of a node that has just gone.
    private var openDescriptors: [String] {
        let (folder, files) = ("/proc/self/fd/", FileManager.default)
        return ((try? files.contentsOfDirectory(atPath: folder)) ?? []).compactMap {
            try? files.destinationOfSymbolicLink(atPath: folder + $0)
        }.filter { !$0.hasPrefix("socket:") }.sorted()
    }
}

/// A wire that only hears how it ends.
private final class EndOfLine: Wire {
    private let end = Mutex<Failure?>(nil)

    var failure: Failure? { end.withLock { $0 } }

    func opened(at now: Uptime) -> WireOrders { WireOrders() }
    func received(_ bytes: [UInt8], at now: Uptime) -> WireOrders { WireOrders() }
    func deadlineReached(at now: Uptime) -> WireOrders { WireOrders() }
    func lost(_ loss: LineLoss, at now: Uptime) {
        if case .disconnected(let failure) = loss { end.withLock { $0 = failure } }
    }
}

/// Hands that pull devices out and plug them in, a thread for each, at moments that are the same each time.
private final class Plugging: Sendable {
    private let ended = Mutex(0)
    private let count: Int

    init(_ devices: [USBBed.Device], times: Int) {
        count = devices.count
        for (number, device) in devices.enumerated() {
            Thread.detachNewThread { [self] in
                var random = Draws(state: UInt64(number) + 17)
                for _ in 0..<times {
                    device.tell("unplug")
                    poll(nil, 0, Int32(random.next(below: 3)))
                    device.tell("plug")
                    poll(nil, 0, Int32(random.next(below: 6)))
                }
                ended.withLock { $0 += 1 }
            }
        }
    }

    var isOver: Bool { ended.withLock { $0 == count } }
}
