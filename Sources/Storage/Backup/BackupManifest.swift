import Foundation

/// What a backup contains: the file `manifest.json` in it, which comes first in a tar archive.
package struct BackupManifest: Hashable, Codable, Sendable {
    /// One file of the backup.
    package struct File: Hashable, Codable, Sendable {
        package let name: String
        package let bytes: Int64
        /// SHA-256 of the file; 64 hexadecimal digits.
        package let sha256: String
    }

    static let fileName = "manifest.json"
    /// The name of the layout of a backup. A changed layout needs a new name.
    static let format = "till.backup.1"
    /// The largest manifest that is written and read, in bytes.
    static let largestManifest = 1 << 20

    let format: String
    /// The till's id; nil if the journal does not name it.
    package let till: String?
    /// The newest migration of the database.
    package let schema: String
    package let madeAt: Date
    /// The number and hash of the journal's last entry; the hash in hexadecimal digits.
    package let through: Int64
    package let hash: String
    /// The number of transactions.
    package let payments: Int64
    package let files: [File]
    /// The archives of the journal that are not in the backup, because their files were missing or changed.
    package let missing: [String]

    /// Whether a folder has the manifest of a backup, of this layout or of another one.
    static func isIn(_ folder: String) -> Bool {
        guard let handle = try? BackupFiles.openToRead((folder as NSString).appendingPathComponent(fileName)) else {
            return false
        }
        defer { close(handle) }
        guard let bytes = try? BackupFiles.read(largestManifest, from: handle, folder),
            let label = try? StoredJSON.value(Label.self, from: Data(bytes))
        else { return false }
        return label.format.hasPrefix(formats)
    }

    /// What the manifests of all layouts have.
    private struct Label: Decodable {
        let format: String
    }

    /// How the names of all layouts begin.
    private static let formats = "till.backup."

    /// The name of an archive's file in a backup.
    static func name(ofArchive number: Int) -> String { "archive-\(number).sqlite" }

    /// Whether a backup may contain a file of this name. No other name is read, whatever the manifest says.
    static func isName(_ name: String) -> Bool {
        if [DataDirectory.fileName, HeadFile.fileName].contains(name) { return true }
        return name.wholeMatch(of: /archive-[1-9][0-9]{0,5}\.sqlite/) != nil
    }

    /// Whether it is a manifest of this layout whose files have possible names and sizes.
    var isUsable: Bool {
        format == Self.format && files.contains { $0.name == DataDirectory.fileName }
            && Set(files.map(\.name)).count == files.count
            && files.allSatisfy { Self.isName($0.name) && $0.bytes >= 0 && $0.bytes <= Tar.largest }
    }

    /// The journal's last entry; nil if the hash is none.
    var head: JournalHead? {
        Hexadecimal.bytes(hash).flatMap { $0.count == 32 ? JournalHead(sequence: through, hash: $0) : nil }
    }

    /// The bytes of all files; nil if they do not fit into a number.
    var bytes: Int64? {
        files.reduce(Int64?(0)) { sum, file in
            guard let (value, overflow) = sum?.addingReportingOverflow(file.bytes), !overflow else { return nil }
            return value
        }
    }
}
