import Flow

/// How a print ended: the printer's `PrintResult` as it is stored.
package enum PrintEnd: Hashable, Codable, Sendable {
    case confirmed, probably
    case failed(Failure)
    case unknown(Failure)
}
