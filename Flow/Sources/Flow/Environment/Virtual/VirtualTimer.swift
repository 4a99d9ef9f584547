/// Work for one moment.
struct VirtualTimer: Running {
    let time: Uptime
    let number: Int
    let work: Once

    var isPending: Bool { work.isPending }
    func isBefore(_ other: VirtualTimer) -> Bool {
        time == other.time ? number < other.number : time < other.time
    }
    func fire() { work.run() }
    func cancel() { work.cancel() }
}
