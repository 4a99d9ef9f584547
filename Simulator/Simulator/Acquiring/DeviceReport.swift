/// The HID reports in which a reader on USB takes and sends its frames: an id, and 63 bytes (NEO 2 IDG p. 42).
///
/// It is written for the simulated reader alone and shares nothing with the till's side, like `DeviceFrame`.
enum DeviceReport {
    /// The size of a report in bytes, including its id.
    static let size = 64
    private static let room = 63

    /// The id of a report, which says which part of a frame it contains.
    enum ID: UInt8 {
        case wholeFrame = 1
        case firstOfSeveral = 2
        case between = 3
        case lastOfSeveral = 4
    }

    /// The reports of one frame; the last one is padded with zeros.
    static func reports(of frame: [UInt8]) -> [UInt8] {
        guard frame.count > room else { return report(.wholeFrame, frame[...]) }
        var rest = frame[...]
        var bytes: [UInt8] = []
        while !rest.isEmpty {
            let id: ID = rest.count == frame.count ? .firstOfSeveral : rest.count > room ? .between : .lastOfSeveral
            bytes += report(id, rest.prefix(room))
            rest = rest.dropFirst(room)
        }
        return bytes
    }

    private static func report(_ id: ID, _ contents: ArraySlice<UInt8>) -> [UInt8] {
        [id.rawValue] + contents + [UInt8](repeating: 0, count: room - contents.count)
    }
}

/// Assembles commands from the reports that the reader receives.
struct DeviceReportParser {
    private var report: [UInt8] = []
    /// The incomplete frame whose first report has arrived; nil outside of a frame.
    private var frame: [UInt8]?

    mutating func reset() { self = DeviceReportParser() }

    mutating func take(_ bytes: [UInt8]) -> [DeviceCommand] {
        var commands: [DeviceCommand] = []
        for byte in bytes {
            report.append(byte)
            guard report.count == DeviceReport.size else { continue }
            if let frame = add(report), let command = Self.command(in: frame) { commands.append(command) }
            report = []
        }
        return commands
    }

    /// Adds a report and returns the frame that it completes, if any. A part without its beginning and an unknown id
    /// are ignored.
    private mutating func add(_ report: [UInt8]) -> [UInt8]? {
        guard let id = DeviceReport.ID(rawValue: report[0]) else { return nil }
        let contents = Array(report[1...])
        switch id {
        case .wholeFrame:
            frame = nil
            return contents
        case .firstOfSeveral: frame = contents
        case .between: frame?.append(contentsOf: contents)
        case .lastOfSeveral:
            defer { frame = nil }
            return frame.map { $0 + contents }
        }
        return nil
    }

    /// The command in a padded frame, which begins at the start of its report and is followed only by zeros.
    private static func command(in padded: [UInt8]) -> DeviceCommand? {
        guard padded.count >= DeviceFrame.lengthOfHead else { return nil }
        let length = DeviceFrame.lengthOfHead + Int(padded[12]) * 256 + Int(padded[13]) + 2
        guard length <= padded.count, padded.count - length < DeviceReport.size - 1,
            padded[length...].allSatisfy({ $0 == 0 })
        else { return nil }
        var parser = DeviceCommandParser()
        return parser.take(Array(padded[..<length])).first
    }
}
