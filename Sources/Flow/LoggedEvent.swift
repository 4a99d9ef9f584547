/// How much an entry matters, from the least. What syslog and swift-log know by the same names.
public enum LogLevel: String, Hashable, Sendable, CaseIterable, Comparable {
    case debug, info, notice, warning, error

    public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// All that Till logs: the one vocabulary. A new entry needs a new case here, with an id nobody else has
/// (`systemd-id128 new`); a case never changes its meaning, its name or its id.
public enum LoggedEvent: String, Hashable, Sendable, CaseIterable {
    case programStarted = "program.started"
    case programStopped = "program.stopped"
    case configurationLoaded = "configuration.loaded"
    case signedIn = "session.signedIn"
    case signedOut = "session.signedOut"
    case deviceConnected = "device.connected"
    case deviceLost = "device.lost"
    case deviceReconnected = "device.reconnected"
    case paymentRefused = "payment.refused"
    case paymentStep = "payment.step"
    case paymentProgress = "payment.progress"
    case cancelRequested = "payment.cancelRequested"
    case paymentDisturbed = "payment.disturbed"
    case recoveryAsked = "recovery.asked"
    case recoveryAnswered = "recovery.answered"
    case paymentInDoubt = "payment.inDoubt"
    case paymentEnded = "payment.ended"
    case receiptPrinted = "receipt.printed"
    case receiptNotPrinted = "receipt.notPrinted"
    case storageFailed = "storage.failed"
    case linesWithheld = "log.withheld"
    case linesDropped = "log.dropped"

    public var level: LogLevel {
        switch self {
        case .paymentProgress: .debug
        case .programStarted, .programStopped, .configurationLoaded, .signedIn, .signedOut, .deviceConnected,
            .paymentStep,
            .recoveryAsked, .receiptPrinted:
            .info
        case .deviceReconnected, .paymentRefused, .cancelRequested, .recoveryAnswered,
            .paymentEnded:
            .notice
        case .deviceLost, .paymentDisturbed, .receiptNotPrinted: .warning
        case .paymentInDoubt, .storageFailed, .linesWithheld, .linesDropped: .error
        }
    }

    /// The journal's MESSAGE_ID (sd-id128): by it a program finds all entries of one kind, in every release.
    public var messageID: String {
        switch self {
        case .programStarted: "532ec46765128d936649b1afa97315b8"
        case .programStopped: "75ac9384ef31e1d79527e89ac83d9958"
        case .configurationLoaded: "72fe8a7b7d226f7fd9b4aa626cff70dd"
        case .signedIn: "e8469f0b8bce0d79d06d7fdbd25f1892"
        case .signedOut: "1c4fe62eef496d26550edbfc9645a6da"
        case .deviceConnected: "7b3fb40e8b0b1710c08d986fcd362a3e"
        case .deviceLost: "640b59e3266f0bee6b5eef5c89b6dff6"
        case .deviceReconnected: "d10bc10dbc655b4922c397261975503e"
        case .paymentRefused: "f186803e6d85218b82b5803400430e74"
        case .paymentStep: "565e275bb60df50e251eb73dcd89a7d6"
        case .paymentProgress: "9e134c602b024efaea4868240cbef9d1"
        case .cancelRequested: "4a6fd44ed061aed168165de99138bfc6"
        case .paymentDisturbed: "2fd74f4a0ef3092ac5dbd60fbb38e921"
        case .recoveryAsked: "0704f22a651971a92013767bcd780c27"
        case .recoveryAnswered: "6cb5445a879649e9b02170d278e53c95"
        case .paymentInDoubt: "3aad1613958a3fce1856606cae802d6f"
        case .paymentEnded: "3d51559d0ed2b8f5b4d18046bdf92c5b"
        case .receiptPrinted: "a8675b2901de8cd23559dbeb22ea8158"
        case .receiptNotPrinted: "aa487c5e7bd2d955757ab222c37ebbc7"
        case .storageFailed: "cd95dff54e61dd0789fffacafb3ef889"
        case .linesWithheld: "f5d7f2153087a4b5043860d3e2336da7"
        case .linesDropped: "9f1c07e2ab5d4be3a86f02d1c7b4e95a"
        }
    }

    var sentence: String {
        switch self {
        case .programStarted: "Started"
        case .programStopped: "Stopped"
        case .configurationLoaded: "Configuration loaded"
        case .signedIn: "Signed in"
        case .signedOut: "Signed out"
        case .deviceConnected: "Device connected"
        case .deviceLost: "Device lost"
        case .deviceReconnected: "Device connected again"
        case .paymentRefused: "Payment refused, nothing charged"
        case .paymentStep: "Payment reached a step"
        case .paymentProgress: "The terminal shows progress"
        case .cancelRequested: "Asked to cancel"
        case .paymentDisturbed: "Payment disturbed"
        case .recoveryAsked: "The terminal is asked what happened"
        case .recoveryAnswered: "The terminal told what happened"
        case .paymentInDoubt: "Payment in doubt, do not charge again"
        case .paymentEnded: "Payment ended"
        case .receiptPrinted: "Receipt printed"
        case .receiptNotPrinted: "Receipt not printed for certain"
        case .storageFailed: "Storage failed"
        case .linesWithheld: "A log line was withheld, it held card data"
        case .linesDropped: "Log lines were dropped, the log was not taken fast enough"
        }
    }
}
