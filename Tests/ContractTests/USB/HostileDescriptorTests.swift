import Flow
import Foundation
import Glibc
import Hardware
import Simulator
import Testing
import Transports

/// Descriptors that lie, as an unmodified libusb passes them on; only with simulated devices.
@Suite(.serialized, .enabled(if: USBBed.isHere)) struct HostileDescriptorTests {
    /// How many devices of each kind are tried, one after the other.
    private static let devices = 4000
    private static let opened = 40

    private static let kinds: [(USBIdentity, USBUse, String)] = [
        (.printer, .printer, "/tmp"), (.terminal, .serialLine(.terminal), "approve \(journal)"),
        (.reader, .reports, "approve"),
    ]
    private static let journal = "/tmp/till-hostile-\(getpid())"

    @Test(arguments: kinds)
    func thousandsOfDevicesThatLieAboutThemselvesDoNoHarm(
        _ identity: USBIdentity, _ use: USBUse, _ setting: String
    ) throws {
        defer { try? FileManager.default.removeItem(atPath: Self.journal) }
        let device = try USBBed.Device(identity, setting)
        defer { device.tell("unplug") }
        let file = try #require(USBBed.soleDescriptors())
        let sound = [UInt8](try Data(contentsOf: file))
        var random = Draws(state: 20_261_121)
        var usable = 0
        for number in 0..<Self.devices {
            try Data(random.mutated(sound)).write(to: file)
            let found = try USBPort.devices()
            usable += found.count { use.isMet(by: $0) }
            guard number.isMultiple(of: Self.devices / Self.opened) else { continue }
            let port = try USBPort(device.address(), for: use, uptime: Environment.live.uptime)
            // Opening may succeed or fail, as long as it ends.
            if (try? port.open(DeafLineHandler())) != nil { port.close() }
        }
        // Some mutations leave a usable device and some do not, so the same wrong thing was not tried over and over.
        #expect((1..<Self.devices).contains(usable))
        try Data(sound).write(to: file)
        #expect(try USBPort.devices().contains { use.isMet(by: $0) })
    }

    private final class DeafLineHandler: LineHandler {
        func opened(at now: Uptime) -> LineCommands { LineCommands() }
        func received(_ bytes: [UInt8], at now: Uptime) -> LineCommands { LineCommands() }
        func deadlineReached(at now: Uptime) -> LineCommands { LineCommands() }
        func lost(_ loss: LineLoss, at now: Uptime) {}
    }
}

extension USBUse {
    fileprivate func isMet(by device: USBDevice) -> Bool {
        switch self {
        case .printer: device.isPrinter
        case .serialLine: device.isSerialLine
        case .reports: device.isEncryptingReader
        }
    }
}

/// Random numbers that are the same in each run.
struct Draws {
    var state: UInt64

    /// SplitMix64.
    mutating func next(below limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((value ^ (value >> 31)) % UInt64(limit))
    }

    /// Changes, removes, inserts, repeats or cuts off bytes after the first eighteen, which say whose device it is;
    /// some lengths become too long, too short or zero.
    mutating func mutated(_ sound: [UInt8]) -> [UInt8] {
        var bytes = sound
        for _ in 0...next(below: 4) {
            let place = 18 + next(below: max(1, bytes.count - 18))
            guard place < bytes.count else { continue }
            switch next(below: 6) {
            case 0: bytes[place] = UInt8(next(below: 256))
            case 1: bytes[place] = [0, 1, 2, 255][next(below: 4)]
            case 2: bytes.remove(at: place)
            case 3: bytes.insert(UInt8(next(below: 256)), at: place)
            case 4: bytes.insert(contentsOf: bytes[place...].prefix(next(below: 64)), at: place)
            default: bytes.removeLast(next(below: bytes.count - 17))
            }
        }
        return bytes
    }
}
