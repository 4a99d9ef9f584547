import Model
import Synchronization

/// The recoveries that a process began by itself, at most one per terminal. Each makes room when somebody needs its terminal. An
/// enquiry has such a place too, without a runner: it ends soon by itself.
final class BackgroundRecoveries: Sendable {
    private struct Recovery {
        var runner: PaymentRunner?
        var makesRoom = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let recoveries = Mutex<[DeviceAddress: Recovery]>([:])

    /// Notes a recovery; returns false if one runs there already.
    func begin(at address: DeviceAddress) -> Bool {
        recoveries.withLock { recoveries in
            guard recoveries[address] == nil else { return false }
            recoveries[address] = Recovery()
            return true
        }
    }

    /// Notes the runner of the recovery. Returns whether it has to leave at once.
    func runs(_ runner: PaymentRunner, at address: DeviceAddress) -> Bool {
        recoveries.withLock { recoveries in
            recoveries[address]?.runner = runner
            return recoveries[address]?.makesRoom == true
        }
    }

    func ended(at address: DeviceAddress) {
        let waiting = recoveries.withLock { $0.removeValue(forKey: address) }?.waiting ?? []
        for continuation in waiting { continuation.resume() }
    }

    /// Asks the recovery on that terminal to leave; its payment stays as it is.
    func makeRoom(at address: DeviceAddress) {
        let runner = recoveries.withLock { recoveries in
            recoveries[address]?.makesRoom = true
            return recoveries[address]?.runner
        }
        runner?.leave()
    }

    /// Returns once none runs on that terminal.
    func end(at address: DeviceAddress) async {
        guard recoveries.withLock({ $0[address] != nil }) else { return }
        await withCheckedContinuation { continuation in
            let isEnded = recoveries.withLock { recoveries in
                recoveries[address]?.waiting.append(continuation)
                return recoveries[address] == nil
            }
            if isEnded { continuation.resume() }
        }
    }

    /// Forgets all of them, as if the process had ended.
    func letGo() {
        let gone = recoveries.withLock { recoveries in
            defer { recoveries = [:] }
            return recoveries
        }
        for recovery in gone.values {
            recovery.runner?.letGo()
            for continuation in recovery.waiting { continuation.resume() }
        }
    }
}
