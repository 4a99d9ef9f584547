import Synchronization

/// Numbers that are told one after another.
final class Answers: Sendable {
    private let told = Mutex<[Int64]>([])
    var all: [Int64] { told.withLock { $0 } }
    func add(_ number: Int64) { told.withLock { $0.append(number) } }
}
