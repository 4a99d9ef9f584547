import Flow
import Synchronization

/// The faults that wait for requests.
package final class ShopFaults: Sendable {
    /// The most faults at a time.
    private static let most = 100
    private let waiting: Mutex<[ShopFault]>

    package init(_ faults: [ShopFault] = []) { waiting = Mutex(faults) }

    /// Obeys a line of the control socket: `mend`, or a fault.
    package func obey(_ line: String) throws(Failure) {
        guard line != "mend" else { return waiting.withLock { $0 = [] } }
        let fault = try ShopFault(name: line)
        waiting.withLock { faults in
            faults.append(fault)
            if faults.count > Self.most { faults.removeFirst() }
        }
    }

    /// Returns the faults that apply to a request, and counts the request for each of them.
    func meeting(_ method: String, _ path: String) -> [ShopFault] {
        waiting.withLock { faults in
            let met = faults.filter { $0.meets(method, path) }
            faults = faults.compactMap { met.contains($0) ? $0.used() : $0 }
            return met
        }
    }
}
