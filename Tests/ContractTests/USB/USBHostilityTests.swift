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

/// Devices that break off, stall, babble and go away at any moment, with an unmodified libusb; only with simulated
/// devices.
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
        let (port, handler) = (try port(device), EndOfLine())
        try port.open(handler)
        #expect(device.trouble("stall", until: { handler.failure != nil }))
        #expect(handler.failure?.code == "line.system")
        #expect(handler.failure?.remedy == "unplug it, and plug it in again")
    }

    // MARK: Too little, too much

    @Test func wcposElectron411_aPrinterThatTakesNothingAnyMoreLeavesItsJobUnknown() async throws {
        let rig = try PrinterRig(.usb)
        rig.trouble("take 700")
        #expect(await rig.print(receipt(lines: 60)).summary == "unknown printer.noAnswer")
        rig.trouble("ack")
        #expect(try await rig.status().paper == .ok)
    }

    /// The printer stands still for longer than one transfer waits.
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
        let (port, handler) = (try port(device), EndOfLine())
        try port.open(handler)
        #expect(device.trouble("babble", until: { handler.failure != nil }))
        #expect(handler.failure?.code == "line.system")
        try port.open(EndOfLine())
        port.close()
    }

    // MARK: Packets

    /// A job of exactly `count` bytes: text, and a cut.
    private static func job(_ count: Int) -> [UInt8] {
        let (start, end): ([UInt8], [UInt8]) = ([0x1B, 0x40], [0x0A, 0x1D, 0x56, 0x42, 0x00])
        var text = [UInt8](repeating: 0x41, count: count - start.count - end.count)
        for place in stride(from: 47, to: text.count, by: 48) { text[place] = 0x0A }
        return start + text + end
    }

    /// The lengths of a packet, several packets, a transfer, and two transfers. A printer that sends nothing gets a job
    /// all at once, so that its transfers are as long as the job.
    @Test(arguments: [64, 192, 512, 4096, 16_384, 32_768])
    func pappl434_noEmptyPacketIsEverSent(_ count: Int) async throws {
        let rig = try PrinterRig(.usb, fault: .silent, proof: nil)
        // An empty packet at the end of a job would hang the printer, and the next job would not come out.
        for _ in 1...2 { #expect(await rig.print(Self.job(count)) == .probably) }
        #expect(passes { rig.printed == Self.job(count) + Self.job(count) })
    }

    /// A picture whose height is a power of two, in jobs that fill their last packet.
    @Test(arguments: [1, 8, 64, 128, 256])
    func escposCoffee92_noHeightOfAPictureHangsAPrinterOnUSB(_ height: Int) async throws {
        let rig = try PrinterRig(.usb, fault: .silent, proof: nil)
        let head: [UInt8] = [0x1D, 0x76, 0x30, 0, 72, 0, UInt8(height & 0xFF), UInt8(height >> 8)]
        let picture = head + [UInt8](repeating: 0x55, count: 72 * height)
        let job = picture + Self.job((picture.count + 127) / 64 * 64 - picture.count)
        #expect(job.count.isMultiple(of: 64))
        for _ in 1...2 { #expect(await rig.print(job) == .probably) }
        #expect(passes { rig.printed == job + job })
    }

    // MARK: Two users of one device

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

    // MARK: Requests to a printer beside its data

    @Test(arguments: ["printer", "deaf-printer"])
    func aPrinterSaysWhatItIsAndHowItIs(_ kind: String) async throws {
        let device = try USBBed.Device(.printer, "/tmp", as: kind)
        defer { device.tell("unplug") }
        let port = try port(device)
        try port.open(EndOfLine())
        let said = try #require(try await port.deviceID())
        #expect(said.title == "EPSON TM-T20III" && said.languages == ["ESC/POS"])
        #expect(try await port.printerStatus() == PrinterStatus(online: true, paper: .ok))
        port.close()
        await #expect(throws: Failure.self) { try await port.softReset() }
    }

    /// The printer's driver keeps the device, and so does a process that prints on it.
    @Test func whatAPrinterIsIsAskedWithoutTakingIt() throws {
        let device = try USBBed.Device(.printer, "/tmp")
        defer { device.tell("unplug") }
        #expect(USBPort.deviceIDs().values.map(\.title) == ["EPSON TM-T20III"])
        #expect(device.driver == "usblp")
        let port = try port(device)
        try port.open(EndOfLine())
        #expect(USBPort.deviceIDs().count == 1)
        port.close()
    }

    /// What the printer holds while it has no paper does not come out when it has paper again.
    @Test(arguments: [("printer", 60), ("deaf-printer", 60)])
    func aPrinterForgetsWhatItHasNotPrinted(_ kind: String, _ lines: Int) async throws {
        let folder = NSTemporaryDirectory() + Environment.live.newID("paper")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let device = try USBBed.Device(.printer, "\(folder) paper-out", as: kind)
        defer { device.tell("unplug") }
        let (port, handler) = (try port(device), EndOfLine())
        try port.open(handler)
        port.perform { _ in LineCommands(write: receipt("vorher", lines: lines)) }
        #expect(passes { handler.isTaken })
        try await port.softReset()
        device.tell("mend")
        port.perform { _ in LineCommands(write: receipt("danach")) }
        let printed = { FileManager.default.contents(atPath: folder + "/page-0001.escpos").map { [UInt8]($0) } }
        #expect(passes { printed() != nil })
        #expect(printed() == receipt("danach"))
        port.close()
    }

    // MARK: Settings of a serial line

    @Test func aSerialLineIsSetBeforeTheFirstByteAndLetGoAtTheEnd() throws {
        let journal = NSTemporaryDirectory() + Environment.live.newID("journal")
        defer { try? FileManager.default.removeItem(atPath: journal) }
        let device = try USBBed.Device(.terminal, "approve \(journal)")
        defer { device.tell("unplug") }
        let port = try USBPort(
            serialLine: device.address(["baud": "38400", "stop": "1"]), uptime: Environment.live.uptime)
        #expect(!device.agrees("line 38400 1 on"))
        try port.open(EndOfLine())
        #expect(passes { device.agrees("line 38400 1 on") })
        port.close()
        #expect(passes { device.agrees("line 38400 1 off") })
    }

    /// libusb is told the device's configuration number, which need not be 1.
    @Test func aDeviceThatIsNotConfiguredTakesOnItsOwnConfiguration() throws {
        let device = try USBBed.Device(.printer, "/tmp")
        defer { device.tell("unplug") }
        let descriptors = try #require(USBBed.soleDescriptors())
        var bytes = [UInt8](try Data(contentsOf: descriptors))
        // bConfigurationValue comes after the device's own descriptor.
        bytes[18 + 5] = 3
        try Data(bytes).write(to: descriptors)
        let active = descriptors.deletingLastPathComponent().appending(path: "bConfigurationValue")
        try Data().write(to: active)
        let port = try port(device)
        try port.open(EndOfLine())
        port.close()
        #expect(try String(contentsOf: active, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines) == "3")
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

    /// The failures of opening a device that comes and goes. The last occurs while the device's folder in /sys is being
    /// filled.
    private static let absences: Set = ["line.notFound", "line.unplugged", "line.system", "line.notThat"]

    @Test func aDeviceThatComesAndGoesAtAnyMomentIsHadOrMissedAndNothingIsKept() throws {
        let device = try USBBed.Device(.printer, "/tmp")
        defer { device.tell("unplug") }
        let first = try port(device)
        try first.open(EndOfLine())
        first.close()
        let descriptors = openDescriptors
        var (opened, plugging, rounds) = (0, Plugging([device], times: 300), 1)
        while !plugging.isOver || opened == 0 {
            // On a busy machine a device may never stay long enough to be opened: then it comes and goes anew.
            if opened == 0, plugging.isOver {
                rounds += 1
                try #require(rounds < 20)
                plugging = Plugging([device], times: 300)
            }
            let port = try port(device)
            do throws(Failure) {
                try port.open(EndOfLine())
                opened += 1
            } catch { #expect(Self.absences.contains(error.code), "\(error)") }
            port.perform { _ in LineCommands(write: receipt(lines: 20)) }
            port.close()
            // A port closes on a thread of its own. umockdev has room for 50 files that are open at once.
            if openDescriptors.count > descriptors.count + 20 {
                #expect(passes { openDescriptors.count <= descriptors.count + 5 })
            }
        }
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

    @Test func pythonEscpos437_aPrinterPulledOutInAReceiptServesTheSameProcessUnderItsNextNumber() async throws {
        let rig = try PrinterRig(.usb)
        let former = try #require(rig.node)
        rig.trouble("take 900")
        async let lost = rig.print(receipt("vorher", lines: 60))
        poll(nil, 0, 500)
        rig.trouble("unplug")
        #expect(await lost.summary == "unknown printer.lineLost")
        // The line is lost before the last file of its folder in /sys has gone.
        #expect(passes { (try? rig.connectedAnew())?.close() == nil })
        for hand in ["ack", "plug"] { rig.trouble(hand) }
        // The device is not there yet while its folder in /sys is being filled.
        var again: (any ReceiptPrinter)?
        #expect(
            passes {
                again = try? rig.connectedAnew()
                return again != nil
            })
        let printer = try #require(again)
        #expect(rig.node != former)
        #expect(await printer.print(PrintData(commandsIn: receipt("danach"))) == .confirmed)
        printer.close()
        #expect(Array(rig.printed.suffix(receipt("danach").count)) == receipt("danach"))
    }

    /// Descriptors without sockets: umockdev keeps a socket for each opening of a node that has just gone.
    private var openDescriptors: [String] {
        let (folder, files) = ("/proc/self/fd/", FileManager.default)
        return ((try? files.contentsOfDirectory(atPath: folder)) ?? []).compactMap {
            try? files.destinationOfSymbolicLink(atPath: folder + $0)
        }.filter { !$0.hasPrefix("socket:") }.sorted()
    }
}

/// A line handler that only records how the line ends.
private final class EndOfLine: LineHandler {
    private let end = Mutex<Failure?>(nil)
    private let hasTaken = Mutex(false)

    var failure: Failure? { end.withLock { $0 } }
    /// Whether the device has received all that was written.
    var isTaken: Bool { hasTaken.withLock { $0 } }

    func taken(at now: Uptime) -> LineCommands? {
        hasTaken.withLock { $0 = true }
        return nil
    }

    func opened(at now: Uptime) -> LineCommands { LineCommands() }
    func received(_ bytes: [UInt8], at now: Uptime) -> LineCommands { LineCommands() }
    func deadlineReached(at now: Uptime) -> LineCommands { LineCommands() }
    func lost(_ loss: LineLoss, at now: Uptime) {
        if case .disconnected(let failure) = loss { end.withLock { $0 = failure } }
    }
}

/// Pulls devices out and plugs them in, with a thread for each, at moments that are the same in each run.
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
