import Foundation
import Model

/// An e-mail with a text, the same as a page, and a file: the bytes that a mail system takes (RFC 5322, RFC 2045 to 2047).
///
/// Whatever is in it stays what it is: no text becomes a header, no content a boundary. Lines end in LF, as programs of this
/// machine have it. The same values always give the same bytes.
package struct MailMessage: Hashable, Sendable {
    package struct File: Hashable, Sendable {
        /// What is not a letter, a digit, a dot or a dash stands as a dash.
        package let name: String
        /// `application/pdf`.
        package let type: String
        package let bytes: [UInt8]

        package init(name: String, type: String, bytes: [UInt8]) {
            self.name = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" })
            self.type = type
            self.bytes = bytes
        }
    }

    /// In all the world: by it a message that comes twice is known to be one. Without its brackets and its domain.
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

    /// `pay` of `<pay@example.org>`.
    package var messageID: String { "<\(File(name: id, type: "", bytes: []).name)@\(from.domain)>" }

    package var bytes: [UInt8] { Array((headers + body).joined(separator: "\n").utf8) }

    private var headers: [String] {
        [
            "From: \(HeaderText(sender).phrase) <\(from)>", "To: <\(to)>", "Subject: \(HeaderText(subject).text)",
            "Date: \(Self.written(date))", "Message-ID: \(messageID)", "MIME-Version: 1.0",
            // No holiday greeting is to come back (RFC 3834).
            "Auto-Submitted: auto-generated", "Content-Type: multipart/mixed; boundary=\"\(Self.outer)\"", "",
        ]
    }

    // An underscore is in no base64, so no content can be taken for a boundary.
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

    /// `Sat, 21 Nov 2026 21:04:05 +0000`.
    private static func written(_ date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss '+0000'"
        return formatter.string(from: date)
    }
}

/// Text within a header. Controls are spaces; what is not plain is in encoded words (RFC 2047 §2) of at most 75 characters,
/// each on a line of its own and none broken within a character.
private struct HeaderText {
    /// Bytes whose base64 fits into one encoded word.
    private static let longestWord = 45
    /// As long as a header's line should be, its name included (RFC 5322 §2.1.1).
    private static let longestPlain = 60
    /// Letters, digits and what stands in no phrase for something else (RFC 5322 §3.2.3).
    private static let plainSigns = Set<Character>(" -'")

    private let clean: String

    init(_ untrusted: String) {
        clean = String(
            String.UnicodeScalarView(
                untrusted.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }

    /// Of a subject.
    var text: String {
        let isPlain = clean.utf8.allSatisfy { $0 < 0x80 } && !clean.contains("=?") && !clean.hasPrefix(" ")
        return isPlain && clean.utf8.count <= Self.longestPlain ? clean : encoded
    }

    /// Before an address.
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
