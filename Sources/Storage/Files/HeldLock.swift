import Model

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
    package var waiting: Sentence {
        switch kind {
        case .directory: Sentence("lock.waiting.directory", arguments)
        case .database: Sentence("lock.waiting.database", arguments)
        }
    }

    /// The message after giving up.
    var sentence: Sentence {
        switch kind {
        case .directory: Sentence("failure.storage.busy.directory", arguments)
        case .database: Sentence("failure.storage.busy.database", arguments)
        }
    }

    private var arguments: [String: any CustomStringConvertible] {
        let seconds = Int((longestWait / .seconds(1)).rounded(.up))
        return ["path": path, "holder": holder?.inWords ?? Sentence("detail.otherProcess"), "seconds": seconds]
    }
}
