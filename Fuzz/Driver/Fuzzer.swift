import CLibFuzzer
import Foundation

/// libFuzzer over one of the targets, and what a run needs: `scripts/fuzz` starts it.
///
///     till-fuzz --targets
///     till-fuzz --target=NAME --write-seeds=DIR
///     till-fuzz --target=NAME --stretch=DIR --into=DIR
///     till-fuzz --target=NAME [libFuzzer's options, a corpus's folder, or a file to replay]
@main
enum Fuzzer {
    static func main() throws {
        if CommandLine.arguments.contains("--targets") {
            for target in FuzzTarget.all { print(target.name, target.longestInput) }
            return
        }
        guard let name = option("target"), let chosen = FuzzTarget.named(name) else {
            complain("--target is one of " + FuzzTarget.all.map(\.name).joined(separator: " "))
            exit(64)
        }
        if let folder = option("write-seeds") { return try write(chosen.seeds(), to: folder) }
        if let corpus = option("stretch"), let folder = option("into") {
            return try write(some(of: FuzzSeeds.files(in: URL(filePath: corpus))).map(chosen.stretch), to: folder)
        }
        target = chosen
        exit(runLibFuzzer())
    }

    /// libFuzzer calls a function without context.
    nonisolated(unsafe) private static var target = FuzzTarget.all[0]  // guards: set before libFuzzer starts

    /// libFuzzer ignores options with two hyphens, and passes them to the processes that it starts.
    private static func option(_ name: String) -> String? {
        CommandLine.arguments.lazy.compactMap { argument in
            let mark = "--\(name)="
            return argument.hasPrefix(mark) ? String(argument.dropFirst(mark.count)) : nil
        }.first
    }

    private static func runLibFuzzer() -> CInt {
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        return LLVMFuzzerRunDriver(&count, &arguments) { start, count in
            let input = Array(UnsafeBufferPointer(start: start, count: count))
            do {
                try Fuzzer.target.check(input)
            } catch {
                Fuzzer.complain("broken: \(error)")
                abort()
            }
            return 0
        }
    }

    private static func write(_ inputs: [[UInt8]], to folder: String) throws {
        let folder = URL(filePath: folder, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (number, input) in inputs.enumerated() {
            try Data(input).write(to: folder.appending(path: "input-\(number)"))
        }
    }

    /// The most inputs that are stretched, because each takes long.
    private static let mostStretched = 100

    /// Reads at most so many of the files, evenly chosen from all of them.
    private static func some(of files: [URL]) throws -> [[UInt8]] {
        try stride(from: 0, to: files.count, by: max(1, files.count / mostStretched)).map {
            Array(try Data(contentsOf: files[$0]))
        }
    }

    private static func complain(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}
