import Dispatch
import Foundation
import Synchronization

/// Ctrl-C as a request. The process goes on until the truth is known; only `kill -9` ends it before.
final class Interrupt: Sendable {
    private static let signals = [SIGINT, SIGTERM]
    private let end: Mutex<(() -> Void)?>

    init(_ request: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "till.interrupt")
        let sources = Self.signals.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler(handler: request)
            source.resume()
            return source
        }
        end = Mutex {
            for source in sources { source.cancel() }
            for number in Self.signals { signal(number, SIG_DFL) }
        }
    }

    func stop() {
        end.withLock { end in
            end?()
            end = nil
        }
    }
}
