import Foundation

/// The files of this checkout.
enum Repository {
    /// The folder two levels above this file's, resolved where a build reaches the file through a link.
    static let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Every file's path relative to the root, in order; hidden folders and build output left out.
    static let paths: [String] = {
        guard
            let walk = FileManager.default.enumerator(
                at: root, includingPropertiesForKeys: [.isRegularFileKey], options: [.skipsHiddenFiles])
        else { return [] }
        var paths: [String] = []
        for case let url as URL in walk {
            if url.path == root.appending(path: "out").path { walk.skipDescendants() }
            if (try? url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true {
                paths.append(String(url.path.dropFirst(root.path.count + 1)))
            }
        }
        return paths.sorted()
    }()

    /// Every Swift file of this repository.
    static let sources: [SwiftSource] = paths.filter { $0.hasSuffix(".swift") }.compactMap { path in
        text(of: path).map { SwiftSource(path: path, text: $0) }
    }

    /// The text of a file; nil where there is no such file or it is not UTF-8.
    static func text(of path: String) -> String? {
        try? String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}

/// A place where a house rule is broken.
struct Offence: Equatable, CustomStringConvertible {
    let path: String
    /// Counted from one.
    let line: Int
    let what: String

    var description: String { "\(path):\(line): \(what)" }
}

extension [Offence] {
    /// The message of a failing test: one offence a line.
    var listed: String { map(\.description).joined(separator: "\n") }
}

extension SwiftSource {
    /// The lines, counted from zero, of `text` in which `pattern` occurs.
    ///
    /// Words end where letters do: by Unicode's own rule, Swift's default, `main.async` would be one word.
    static func matches(of pattern: String, in text: [String]) throws -> [(line: Int, groups: AnyRegexOutput)] {
        let pattern = try Regex(pattern).wordBoundaryKind(.simple).anchorsMatchLineEndings()
        // One search in the whole text is much cheaper than one in each line, and mostly there is nothing to find.
        guard text.joined(separator: "\n").firstMatch(of: pattern) != nil else { return [] }
        return text.enumerated().compactMap { index, line in
            line.firstMatch(of: pattern).map { (index, $0.output) }
        }
    }
}
