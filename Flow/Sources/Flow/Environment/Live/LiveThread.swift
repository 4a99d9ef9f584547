import Foundation

/// A thread for one piece of work.
enum LiveThread {
    static func start(_ name: String, _ work: @escaping @Sendable (Cancellation) -> Void) -> any Running {
        let cancellation = Cancellation()
        let thread = Thread { work(cancellation) }
        thread.name = name
        thread.start()
        return cancellation
    }
}
