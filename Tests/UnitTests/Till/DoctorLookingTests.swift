import Configuration
import Flow
import Foundation
import Model
import Storage
import Stores
import Testing

@testable import Till

/// The doctor in a data directory of its own: what it leaves there, and what it leaves alone.
@Suite struct DoctorLookingTests {
    private let directory: String
    private let printer = DeviceAddress(scheme: "serial", path: "/dev/nowhere-printer")

    init() throws {
        directory = NSTemporaryDirectory() + "till-doctor-\(ProcessInfo.processInfo.globallyUniqueString)"
        try StorageManager(directory: directory, environment: .live).close()
    }

    private func examine() async -> Examination {
        let setup = TillSetup(
            directory: directory, configuration: TillConfiguration.read([], environment: [:]).configuration)
        let doctor = Doctor(
            setup: setup, files: ConfigurationFacts(), devices: Devices(setup, environment: .live), environment: .live,
            probes: false, system: SystemFacts(root: "/nowhere"))
        return await doctor.examine(
            terminal: DeviceAddress(scheme: "serial", path: "/dev/nowhere-reader"), printer: printer)
    }

    private func clean() { try? FileManager.default.removeItem(atPath: directory) }

    private var contents: [String] {
        get throws {
            try FileManager.default.subpathsOfDirectory(atPath: directory).sorted().map { name in
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(directory)/\(name)")
                return "\(name) \(attributes[.posixPermissions] ?? "")"
            }
        }
    }

    /// Root looks too, and what root makes or closes the till could not use.
    @Test func lookingMakesNothingAndChangesNoMode() async throws {
        defer { clean() }
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o640], ofItemAtPath: directory + "/till.sqlite")
        let before = try contents
        let findings = await examine().findings
        #expect(findings.contains { $0.code == "database" && $0.severity == .ok }, "\(findings)")
        #expect(try contents == before)
    }

    @Test func aPrinterThatAnotherCommandHasIsNotOpened() async throws {
        defer { clean() }
        let claim = try FileDeviceLocks(directory: directory).take(printer: printer)
        defer { claim.release() }
        let codes = await examine().findings.map(\.code)
        #expect(codes.contains("printer.inUse"), "\(codes)")
        #expect(codes.contains("reader.line.notFound"), "\(codes)")
    }

    @Test func aLockThatCannotBeUsedIsToldAndNotTakenForAFreeDevice() async throws {
        defer { clean() }
        let claim = try FileDeviceLocks(directory: directory).take(printer: printer)
        claim.release()
        let locks = directory + "/locks"
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: locks).first)
        try FileManager.default.removeItem(atPath: "\(locks)/\(name)")
        try FileManager.default.createDirectory(atPath: "\(locks)/\(name)", withIntermediateDirectories: false)
        let found = await examine().findings.first { $0.code == "storage.cannotOpen" }
        #expect(found?.severity == .stops)
        #expect(found?.sentence.contains(name) == true)
    }
}
