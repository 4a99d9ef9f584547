import Foundation

@testable import Configuration

extension FuzzTarget {
    /// A file that someone has named till.toml.
    static let configuration = FuzzTarget(
        name: "config", longestInput: 4_096, seeds: FuzzSeeds.configurations,
        stretch: { repeated($0, from: 0) }
    ) { bytes in
        let read = TillConfiguration.read([("till.toml", bytes)], environment: [:])
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).count
        for problem in read.problems {
            try promise("a mistake has a place in the file: \(problem.line)", isPlace(problem.origin, lines))
            let isReadable = problem.line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            try promise("no control reaches the screen: \(problem.line)", isReadable)
        }
        try promise("few words about many bytes", read.problems.count <= bytes.count + mostOfOurOwn)
        let again = TillConfiguration.read([("till.toml", bytes)], environment: [:])
        try promise("a file reads the same twice", again.problems == read.problems && again.options == read.options)
    }

    /// The most problems that an empty file has.
    private static let mostOfOurOwn = 16

    private static func isPlace(_ origin: ConfigurationOrigin, _ lines: Int) -> Bool {
        switch origin {
        case .builtIn: true
        case .file(let name, let place): name == "till.toml" && (1...lines).contains(place.line) && place.column >= 1
        case .variable: false
        }
    }
}

extension FuzzSeeds {
    /// The examples of docs/configuration.md.
    @Sendable static func configurations() throws -> [[UInt8]] {
        let page = fixtures.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "docs/configuration.md")
        return try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```toml\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }.map { Array($0.utf8) }
    }
}
