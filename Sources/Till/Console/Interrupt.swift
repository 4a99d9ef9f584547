import Dispatch
import Foundation

/// Ctrl-C as a request. The process goes on until the truth is known; only `kill -9` ends it before.
final class Interrupt: Sendable {
    private let sources: [any DispatchSourceSignal & Sendable]

    init(_ request: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "till.interrupt")
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler(handler: request)
            source.resume()
            return source
        }
    }

    func stop() {
        for source in sources { source.cancel() }
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }
}
