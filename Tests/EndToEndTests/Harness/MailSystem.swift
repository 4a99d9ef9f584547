import Foundation

/// A mail system that is a script, in a folder of its own.
struct MailSystem {
    private let folder: String

    /// Makes the folder, with the script and the program that the till starts.
    ///
    /// - Parameter script: what it does with a message on its standard input; it runs in the folder.
    init(of kiosk: Kiosk, _ script: String) throws {
        folder = kiosk.path("mail")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try become(script)
        guard !FileManager.default.fileExists(atPath: program) else { return }
        let fixture = URL(filePath: #filePath).appending(path: "../../../Fixtures/sendmail").standardized.path
        try FileManager.default.createSymbolicLink(atPath: program, withDestinationPath: fixture)
    }

    /// Does something else from now on.
    func become(_ script: String) throws { try Data(script.utf8).write(to: URL(filePath: folder + "/script")) }

    private var program: String { folder + "/sendmail" }

    /// What the configuration has about it.
    var table: String { "[email]\nfrom = \"kasse@example.org\"\nsendmail = \"\(program)\"\n" }

    /// The messages that a script has kept as `mail.*`.
    static func messages(of kiosk: Kiosk) throws -> [String] {
        let folder = kiosk.path("mail")
        return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("mail.") }
            .map { try String(contentsOf: URL(filePath: folder + "/\($0)"), encoding: .utf8) }
    }
}
