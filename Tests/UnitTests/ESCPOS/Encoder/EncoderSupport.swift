import Model
import Testing

@testable import ESCPOS

extension Typesetter {
    /// The typesetter that all tests share; its fonts must be installed.
    static let ofTests = Typesetter { Issue.record("\($0)") }
}

extension ESCPOSEncoder {
    init(
        profile: PrinterProfile, font: PrinterProfile.Font = .a, stored: StoredPicture? = nil,
        isForSlowLine: Bool = false
    ) {
        self.init(
            profile: profile, font: font, stored: stored, isForSlowLine: isForSlowLine, typesetter: .ofTests)
    }
}

extension PrintData {
    /// Divides bytes between the commands that a printer reads in them, as the writer of a job does.
    init(commandsIn bytes: [UInt8]) {
        var decoder = StreamDecoder()
        let commands = decoder.decode(bytes) + decoder.finish()
        var ends: [Int] = []
        for command in commands { ends.append((ends.last ?? 0) + command.count) }
        let resets = zip(commands, ends).filter { $0.0.operation == .initialize }.map(\.1)
        self.init(bytes, ends: ends, resets: Set(resets))
    }
}
