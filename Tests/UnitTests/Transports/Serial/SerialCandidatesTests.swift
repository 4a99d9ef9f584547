import Foundation
import Model
import Testing

@testable import Transports

/// The discovery of serial lines, in a folder made for the test.
@Suite struct SerialCandidatesTests {
    @Test func linksThatLastComeFirstAndEachLineComesOnce() throws {
        let root = try tree(
            files: [
                "dev/ttyUSB0", "dev/ttyUSB10", "dev/ttyUSB2", "dev/ttyACM0", "dev/ttyS0", "dev/tty1", "dev/ttyprintk",
            ],
            links: ["dev/serial/by-id/usb-Terminal_01": "../../ttyUSB0", "dev/serial/by-id/usb-Gone": "../../ttyUSB7"])
        defer { try? FileManager.default.removeItem(atPath: root) }
        let found = SerialPort.candidates(root: root).map { String($0.dropFirst(root.count)) }
        #expect(
            found == [
                "/dev/serial/by-id/usb-Terminal_01", "/dev/ttyACM0", "/dev/ttyS0", "/dev/ttyUSB2", "/dev/ttyUSB10",
            ])
    }

    @Test func aBuiltInLineWithoutAChipIsLeftOut() throws {
        let root = try tree(
            files: ["dev/ttyS0", "dev/ttyS1", "dev/ttyS2"],
            texts: ["sys/class/tty/ttyS0/type": "4\n", "sys/class/tty/ttyS1/type": "0\n"])
        defer { try? FileManager.default.removeItem(atPath: root) }
        let found = SerialPort.candidates(root: root).map { String($0.dropFirst(root.count)) }
        #expect(found == ["/dev/ttyS0", "/dev/ttyS2"])
    }

    @Test func aMachineWithoutLinesHasNoCandidates() {
        #expect(SerialPort.candidates(root: "/nowhere").isEmpty)
    }

    @Test func candidatesOfThisMachineAreSerialAddresses() {
        #expect(SerialPort.candidates().allSatisfy { $0.scheme == "serial" && $0.path.hasPrefix("/dev/") })
    }

    private func tree(
        files: [String], links: [String: String] = [:], texts: [String: String] = [:]
    ) throws -> String {
        let root = NSTemporaryDirectory() + "till-tree-\(ProcessInfo.processInfo.globallyUniqueString)"
        let all = Dictionary(uniqueKeysWithValues: files.map { ($0, "") }).merging(texts) { $1 }
        for (path, text) in all {
            try folder(of: "\(root)/\(path)")
            try text.write(toFile: "\(root)/\(path)", atomically: false, encoding: .utf8)
        }
        for (path, target) in links {
            try folder(of: "\(root)/\(path)")
            try FileManager.default.createSymbolicLink(atPath: "\(root)/\(path)", withDestinationPath: target)
        }
        return root
    }

    private func folder(of path: String) throws {
        let folder = (path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
}
