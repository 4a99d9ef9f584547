import Glibc

/// Makes all files of the simulator private, whatever its umask was.
enum PrivateFiles {
    /// The umask of the process at its start. The first use of this property makes all files private that are created
    /// from then on.
    static let former = umask(mode)
    private static let mode: mode_t = 0o077

    /// Runs `work` with the original umask, for example to start another program.
    static func asBefore<Value>(_ work: () -> Value) -> Value {
        umask(former)
        defer { umask(mode) }
        return work()
    }
}
