import ESCPOS
import Failures
import Flow
import Foundation

/// Stores a simulated printer's paper: `page-0001.png`, its bytes in `page-0001.escpos`, and so on.
///
/// The numbers continue those of an earlier run.
package struct PaperTray: Sendable {
    package let directory: String
    private var last: Int

    /// Creates the directory if it is missing. Throws `simulator.paper`.
    package init(_ directory: String) throws(Failure) {
        self.directory = directory
        do {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            last = try FileManager.default.contentsOfDirectory(atPath: directory).compactMap(Self.number).max() ?? 0
        } catch {
            throw Self.failure(directory, error)
        }
    }

    /// Stores a page and returns the path of its picture.
    @discardableResult
    package mutating func put(_ page: PrintedPage) throws(Failure) -> String {
        let digits = String(last + 1)
        let name = "\(directory)/page-\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)"
        let picture = try PaperPNG.encode(page.picture)
        do {
            try Data(page.bytes).write(to: URL(fileURLWithPath: name + ".escpos"), options: .atomic)
            try Data(picture).write(to: URL(fileURLWithPath: name + ".png"), options: .atomic)
        } catch {
            throw Self.failure(name, error)
        }
        last += 1
        return name + ".png"
    }

    private static func number(_ name: String) -> Int? {
        guard let match = name.wholeMatch(of: /page-([0-9]+)\.(png|escpos)/) else { return nil }
        return Int(match.1)
    }

    private static func failure(_ path: String, _ error: any Error) -> Failure {
        Failure(
            SimulatorFailure.paper, "The simulated printer's paper cannot be put into \(path).",
            remedy: "name a directory that can be written to", recovery: .askOperator, causes: ["\(error)"])
    }
}
