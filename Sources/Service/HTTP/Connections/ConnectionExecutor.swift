import NIOCore

/// Runs a task on the thread of its connection, for tasks that do nothing but write to it: each of their steps would otherwise go
/// from that thread to one of Swift's and back. Work that waits or computes for long holds up the other connections of the thread.
final class ConnectionExecutor: TaskExecutor {
    private let thread: any EventLoop

    init(of channel: any Channel) { thread = channel.eventLoop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        thread.execute { job.runSynchronously(on: executor) }
    }
}
