/// A lock on Till's data that another process holds and this one waits for.
package struct HeldLock: Hashable, Sendable {
    /// What is locked.
    package enum Kind: Hashable, Sendable {
        /// The data directory, while another till creates or migrates the database.
        case directory
        /// The database, while another process writes to it.
        case database
    }

    package let kind: Kind
    /// The data directory.
    package let path: String
    /// The process that holds the lock; nil when the kernel does not tell.
    package let holder: LockHolder?
    /// How long to wait for the lock before giving up.
    package let longestWait: Duration

    package init(kind: Kind, path: String, holder: LockHolder?, longestWait: Duration) {
        self.kind = kind
        self.path = path
        self.holder = holder
        self.longestWait = longestWait
    }

    /// The message while waiting.
    package var waiting: String {
        let what = kind == .directory ? "the data directory \(path)" : "the database in \(path)"
        return "waiting for \(what), locked by \(holderInWords); at most \(seconds) seconds"
    }

    /// The message after giving up.
    var sentence: String {
        let what = kind == .directory ? "The data directory \(path)" : "The database in \(path)"
        return "\(what) has been locked by \(holderInWords) for more than \(seconds) seconds."
    }

    private var holderInWords: String { holder?.description ?? "another process" }
    private var seconds: String { String(Int((longestWait / .seconds(1)).rounded(.up))) }
}
