import Foundation
import Model

/// An e-mail with plain text, the same as HTML, and a file, in the format that a mail system takes (RFC 5322, RFC 2045 to
/// 2047).
///
/// Contents cannot be taken for headers or boundaries. Lines end in LF, as local mail programs expect. Equal values give
/// equal bytes.
package struct MailMessage: Hashable, Sendable {
    package struct File: Hashable, Sendable {
        /// The file name. Characters other than letters, digits, dots and dashes are replaced by dashes.
        package let name: String
        /// The media type, such as `application/pdf`.
        package let type: String
        package let bytes: [UInt8]

        package init(name: String, type: String, bytes: [UInt8]) {
            self.name = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" })
            self.type = type
            self.bytes = bytes
        }
    }

    /// The unique part of the message id, by which a repeated message is recognised; without brackets and domain.
    package let id: String
    package let from: MailAddress
    package let sender: String
    package let to: MailAddress
    package let subject: String
    package let date: Date
    package let text: String
    package let page: String
    package let file: File

    package init(
        id: String, from: MailAddress, sender: String, to: MailAddress, subject: String, date: Date, text: String,
        page: String, file: File
    ) {
        self.id = id
        self.from = from
        self.sender = sender
        self.to = to
        self.subject = subject
        self.date = date
        self.text = text
        self.page = page
        self.file = file
    }

    /// The message id, such as `<pay@example.org>`.
    package var messageID: String { "<\(File(name: id, type: "", bytes: []).name)@\(from.domain)>" }

    package var bytes: [UInt8] { Array((headers + body).joined(separator: "\n").utf8) }

    private var headers: [String] {
        [
            "From: \(HeaderText(sender).phrase) <\(from)>", "To: <\(to)>", "Subject: \(HeaderText(subject).text)",
            "Date: \(Self.written(date))", "Message-ID: \(messageID)", "MIME-Version: 1.0",
            // Prevents automatic replies such as holiday notices (RFC 3834).
            "Auto-Submitted: auto-generated", "Content-Type: multipart/mixed; boundary=\"\(Self.outer)\"", "",
        ]
    }

    // Base64 has no underscore, so no content can be taken for a boundary.
    private static let outer = "_till_receipt_"
    private static let inner = "_till_text_"

    private var body: [String] {
        ["--\(Self.outer)", "Content-Type: multipart/alternative; boundary=\"\(Self.inner)\"", ""]
            + part(Self.inner, "text/plain; charset=utf-8", Array(text.utf8))
            + part(Self.inner, "text/html; charset=utf-8", Array(page.utf8)) + ["--\(Self.inner)--", ""]
            + part(
                Self.outer, "\(file.type)\nContent-Disposition: attachment; filename=\"\(file.name)\"", file.bytes)
            + ["--\(Self.outer)--", ""]
    }

    private func part(_ boundary: String, _ type: String, _ content: [UInt8]) -> [String] {
        let encoded = Data(content).base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed])
        return ["--\(boundary)", "Content-Type: \(type)", "Content-Transfer-Encoding: base64", "", encoded, ""]
    }

    /// The date in the form `Sat, 21 Nov 2026 21:04:05 +0000`.
    private static func written(_ date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss '+0000'"
        return formatter.string(from: date)
    }
}

/// Text within a header. Control characters become spaces; other text that is not plain ASCII becomes encoded words (RFC
/// 2047 §2) of at most 75 characters, one per line, never split within a character.
private struct HeaderText {
    /// The most bytes whose base64 fits into one encoded word.
    private static let longestWord = 45
    /// The longest plain text of a header line, leaving room for the header's name (RFC 5322 §2.1.1).
    private static let longestPlain = 60
    /// Characters besides letters and digits that have no special meaning in a phrase (RFC 5322 §3.2.3).
    private static let plainSigns = Set<Character>(" -'")

    private let clean: String

    init(_ untrusted: String) {
        clean = String(
            String.UnicodeScalarView(
                untrusted.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }

    /// The text as a subject.
    var text: String {
        let isPlain = clean.utf8.allSatisfy { $0 < 0x80 } && !clean.contains("=?") && !clean.hasPrefix(" ")
        return isPlain && clean.utf8.count <= Self.longestPlain ? clean : encoded
    }

    /// The text as the name before an address.
    var phrase: String {
        let isPlain = clean.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || Self.plainSigns.contains($0)) }
        return isPlain && clean.utf8.count <= Self.longestPlain ? clean : encoded
    }

    private var encoded: String {
        var words: [String] = []
        var word: [UInt8] = []
        for scalar in clean.unicodeScalars {
            let bytes = Array(String(Character(scalar)).utf8)
            if word.count + bytes.count > Self.longestWord {
                words.append(Self.word(word))
                word = []
            }
            word += bytes
        }
        return (words + [Self.word(word)]).joined(separator: "\n ")
    }

    private static func word(_ bytes: [UInt8]) -> String { "=?UTF-8?B?\(Data(bytes).base64EncodedString())?=" }
}
