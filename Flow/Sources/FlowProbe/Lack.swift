/// How a test's expectations were not met: what was unexpected, missing, or still working.
public struct Lack: Error, Hashable, Sendable, CustomStringConvertible {
    public let complaints: [String]

    init(_ complaints: [String]) { self.complaints = complaints }

    public var description: String { complaints.joined(separator: "\n") }
}
