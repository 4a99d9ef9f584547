import Foundation
import Receipts

/// How long a command takes from starting its process until its end: the best of several processes, because other programs
/// only add time.
struct StartUp: Benchmark {
    static let name = "till_start_"
    static let rounds = 30

    let place: Workplace
    init(_ place: Workplace) { self.place = place }

    func figures() throws -> [Figure] {
        let till = try place.program("till")
        let stream = "\(place.folder)/receipt.escpos"
        let document = "\(place.folder)/receipt.json"
        try Data(ReceiptFigures.Press().bytes(SampleReceipt.plain)).write(to: URL(filePath: stream))
        try ReceiptDocument.encode(SampleReceipt.plain).write(to: URL(filePath: document))
        let version = try best { try place.run(till, ["--version"]) }
        let versionFromDisk = try best {
            try place.forget(till)
            return try place.run(till, ["--version"])
        }
        let render = try best {
            try place.run(till, ["render", "escpos", stream, "--out", "\(place.folder)/pages"])
        }
        let receipt = try best {
            let file = "\(place.folder)/receipt.bytes"
            return try place.run(till, ["render", "receipt", document, "--format", "escpos", "--out", file])
        }
        let python = try python()
        let ratio = "render_receipt_ratio"
        return [
            milliseconds("version", version, goal: .atMost(20), peer: python),
            milliseconds("version_from_disk", versionFromDisk),
            milliseconds("render_escpos", render, goal: .atMost(60)),
            milliseconds("render_receipt", receipt, goal: .atMost(20), peer: python),
            milliseconds("", receipt, peer: python).ratio(Self.name + ratio, goal: .atMost(1.7))
                ?? Figure(name: Self.name + ratio, missing: "/usr/bin/python3 is not there to compare with"),
            milliseconds("floor", try best { try place.run("/bin/true", []) }),
        ]
    }

    private func python() throws -> (name: String, value: Double)? {
        let python = "/usr/bin/python3"
        guard FileManager.default.isExecutableFile(atPath: python) else { return nil }
        return ("python3 -c pass", try best { try place.run(python, ["-c", "pass"]) })
    }

    private func best(_ run: () throws -> ProgramRun) throws -> Double {
        try (0..<Self.rounds).map { _ in Double(try run().nanoseconds) / 1e6 }.min() ?? .nan
    }

    private func milliseconds(
        _ name: String, _ value: Double, goal: Figure.Goal? = nil, peer: (name: String, value: Double)? = nil
    ) -> Figure {
        Figure(name: Self.name + name, value: value, unit: "ms", goal: goal, peer: peer)
    }
}
