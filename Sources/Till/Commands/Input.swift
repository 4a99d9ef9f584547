import Model
import Failures
import Flow
import Foundation

/// Bytes that a command reads from a file, or from standard input for `-`.
enum Input {
    /// The most bytes: no stream of a receipt printer or a terminal comes near this.
    static let longest = 64 * 1024 * 1024

    static func bytes(_ path: String, upTo longest: Int = longest) throws(Failure) -> [UInt8] {
        let data: Data
        do {
            data = try path == "-" ? Invocation.current.input.bytes(upTo: longest) : file(path.absolutePath, longest)
        } catch {
            throw Failure(
                UsageFailure.cannotRead, Sentence("failure.usage.cannotRead", ["path": path]), recovery: .giveUp,
                causes: [Self.reason(of: error)])
        }
        guard data.count <= longest else {
            throw Failure(
                InputFailure.tooLong, Sentence("failure.input.tooLong", ["path": path, "longest": longest]),
                recovery: .giveUp)
        }
        return Array(data)
    }

    /// Reads a pipe or a device like a file: to its end, or to one byte beyond the limit.
    private static func file(_ path: String, _ longest: Int) throws -> Data {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
            throw IsFolder()
        }
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? handle.close() }
        return try read(handle, longest)
    }

    private struct IsFolder: Error {}

    /// Why a file cannot be read; in Foundation's words, but for a folder.
    private static func reason(of error: any Error) -> Sentence {
        error is IsFolder ? Sentence("detail.isFolder") : Sentence(stored: error.localizedDescription)
    }

    private static func read(_ handle: FileHandle, _ longest: Int) throws -> Data {
        try handle.read(upToCount: longest + 1) ?? Data()
    }

    /// Reads hexadecimal digits with or without blanks; from standard input for `-`. Reports the position of any other
    /// character.
    static func hexadecimal(_ argument: String) throws(Failure) -> [UInt8] {
        let text = argument == "-" ? String(decoding: try bytes("-"), as: UTF8.self) : argument
        var digits: [UInt8] = []
        for (offset, character) in text.enumerated() where !character.isWhitespace {
            guard character.isASCII, let digit = character.hexDigitValue else {
                throw Failure(
                    InputFailure.notHexadecimal, Sentence("failure.input.notHexadecimal.digits", ["offset": offset]),
                    recovery: .giveUp)
            }
            digits.append(UInt8(digit))
        }
        guard !digits.isEmpty, digits.count.isMultiple(of: 2) else {
            throw Failure(
                InputFailure.notHexadecimal, Sentence("failure.input.notHexadecimal.odd", ["count": digits.count]),
                recovery: .giveUp)
        }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
