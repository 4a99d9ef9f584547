import Flow
import Foundation
import Glibc
import Model
import Storage

/// How long an entry of a payment takes until it is durable, compared with the minimum of the disk: writing and syncing one
/// page of a file. Both alternate; figures are over all rounds.
struct JournalCommits: Benchmark {
    static let name = "journal_commit_"
    static let rounds = 10
    static let commits = 200
    static let page = [UInt8](repeating: 0x5A, count: 4096)
    static let peer = "write and fdatasync of one page"

    private let place: Workplace
    init(_ place: Workplace) { self.place = place }

    func figures() throws -> [Figure] {
        let storage = try StorageManager(directory: "\(place.folder)/journal", environment: place.environment)
        let file = open("\(place.folder)/peer", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw BenchmarkFailed(description: "\(place.folder) cannot be written") }
        defer { close(file) }
        var ours: [Int64] = []
        var theirs: [Int64] = []
        for _ in 0..<Self.rounds {
            for _ in 0..<Self.commits { ours.append(try commit(to: storage)) }
            for _ in 0..<Self.commits { theirs.append(try sync(file)) }
        }
        return figures(Samples(ours), Samples(theirs))
    }

    private func commit(to storage: StorageManager) throws -> Int64 {
        let payload = Data(#"{"amount":1250,"currency":"EUR","receipt":815,"result":0,"trace":4711}"#.utf8)
        return try place.stopwatch.nanoseconds {
            try storage.write { _ = try $0.append(kind: "payment.result", payment: nil, payload: payload) }
        }
    }

    private func sync(_ file: Int32) throws -> Int64 {
        try place.stopwatch.nanoseconds {
            guard write(file, Self.page, Self.page.count) == Self.page.count, fdatasync(file) == 0 else {
                throw BenchmarkFailed(description: "the disk refuses a page: error \(errno)")
            }
        }
    }

    private func figures(_ ours: Samples, _ theirs: Samples) -> [Figure] {
        [("p50", ours.p50, theirs.p50), ("p99", ours.p99, theirs.p99)].map {
            Figure(name: Self.name + $0, value: $1 / 1000, unit: "µs", peer: (Self.peer, $2 / 1000))
        }
    }
}
