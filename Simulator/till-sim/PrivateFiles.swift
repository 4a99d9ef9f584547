import Glibc

/// Nobody else reads what the simulator writes, whatever the umask is that it was started with.
enum PrivateFiles {
    /// The umask that it was started with. Asked for the first time, it closes all files that are made from then on.
    static let former = umask(mode)
    private static let mode: mode_t = 0o077

    /// Does something with the former umask, such as starting another program.
    static func asBefore<Value>(_ work: () -> Value) -> Value {
        umask(former)
        defer { umask(mode) }
        return work()
    }
}
