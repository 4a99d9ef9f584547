import Foundation

struct Problem: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

enum Shell {
    struct Output {
        let status: Int32
        let text: String
    }

    static func run(_ arguments: [String], in folder: String) throws -> Output {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Output(status: process.terminationStatus, text: String(decoding: data, as: UTF8.self))
    }
}

enum Files {
    static func read(_ path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map { Array($0) } }

    /// Writes a file unless it already has these bytes. A file that stays keeps its time, so nothing is built because
    /// of it.
    static func write(_ bytes: [UInt8], to path: String) throws {
        if read(path) == bytes { return }
        let folder = (path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    static func decoded<T: Decodable>(_ type: T.Type, at path: String) -> T? {
        read(path).flatMap { try? JSONDecoder().decode(type, from: Data($0)) }
    }

    static func encode(_ value: some Encodable, to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try write(Array(try encoder.encode(value)), to: path)
    }

    /// Appends a line of JSON to a file.
    static func append(_ value: some Encodable, to path: String) throws {
        let line = try JSONEncoder().encode(value) + Data("\n".utf8)
        if !FileManager.default.fileExists(atPath: path) { try write([], to: path) }
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: line)
        try handle.close()
    }

    /// The FNV-1a hash.
    static func hash(_ bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return String(hash, radix: 16)
    }
}

/// Measures time from its creation.
struct Stopwatch {
    private let began = ContinuousClock.now

    var seconds: Double { (ContinuousClock.now - began) / .seconds(1) }
}
