import Foundation

// Writes a Swift file that holds the texts of files:
//
//     embed-files languages OUTPUT FOLDER FILE…
//     embed-files page OUTPUT FOLDER FILE…
//     embed-files page-languages OUTPUT FOLDER FILE…
//
// Each file is named by its path in the folder. Literals of text compile quickly, whatever their length. The languages of
// the kiosk's page are those of its folder `words`: `page` adds their list as a file, `page-languages` writes their codes.

struct EmbeddedFile {
    let path: String
    let text: String

    /// The text as a Swift literal. Throws for a text that ends it.
    func literal() throws -> String {
        let quote = "\"\"\"" + String(repeating: "#", count: 8)
        guard !text.contains(quote) else { throw CocoaError(.fileReadCorruptFile) }
        return "\(String(quote.reversed()))\n\(text)\n\(quote)"
    }

    /// The path without the extension: a language's file has the name of its tag.
    var name: String { String(path.prefix { $0 != "." }) }

    /// The value of `EmbeddedLanguage`. A file with the key `language.name` has the sentences for operators.
    func language() throws -> String {
        "tag: \"\(name)\", isForOperators: \(text.contains("\nlanguage.name ")), text: \(try literal())"
    }

    /// The value of `KioskPageFile`.
    func page() throws -> String { "path: \"\(path)\", text: \(try literal())" }
}

/// A language of the kiosk's page, as its file of sentences names it.
struct PageLanguage {
    /// The name of the file.
    let code: String
    /// The language's own name.
    let name: String
    /// `ltr` or `rtl`.
    let direction: String

    /// Nil for a file of something else. Throws if the sentences lack the name or the direction.
    init?(_ file: EmbeddedFile) throws {
        guard file.path.hasSuffix(".json") else { return nil }
        let sentences = try JSONDecoder().decode([String: String].self, from: Data(file.text.utf8))
        guard let name = sentences["language.name"], let direction = sentences["language.direction"] else {
            throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: file.path])
        }
        (code, self.name, self.direction) = (String(file.name.split(separator: "/").last ?? ""), name, direction)
    }

    /// English first, because it is shown for what another language lacks; then by their own names.
    static func all(of files: [EmbeddedFile]) throws -> [PageLanguage] {
        let all = try files.compactMap { try PageLanguage($0) }.sorted { $0.name < $1.name }
        return all.filter { $0.code == "en" } + all.filter { $0.code != "en" }
    }
}

/// The list of the page's languages, as the page fetches it.
func listing(_ languages: [PageLanguage]) throws -> EmbeddedFile {
    let list = Dictionary(
        uniqueKeysWithValues: languages.map { ($0.code, ["name": $0.name, "direction": $0.direction]) })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return EmbeddedFile(path: "languages.json", text: String(decoding: try encoder.encode(list), as: UTF8.self))
}

/// The languages' codes, in the order in which they are offered.
func codes(of languages: [PageLanguage], named name: String, in type: String) -> String {
    let codes = languages.map { "\"\($0.code)\"" }.joined(separator: ", ")
    return "extension \(type) {\n    /// The languages that the page has.\n    static let \(name) = [\(codes)]\n}\n"
}

func code(of type: String, _ files: [EmbeddedFile], _ value: (EmbeddedFile) throws -> String) throws -> String {
    let values = try files.map { "        \(type)(\(try value($0))),\n" }
    return "extension \(type) {\n    package static let all: [\(type)] = [\n\(values.joined())    ]\n}\n"
}

func page(_ files: [EmbeddedFile]) throws -> String {
    let languages = try PageLanguage.all(of: files)
    return try code(of: "KioskPageFile", files + [listing(languages)]) { try $0.page() }
        + codes(of: languages, named: "languages", in: "KioskPageFile")
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count > 3 else {
    FileHandle.standardError.write(
        Data("embed-files: usage: embed-files languages|page|page-languages OUTPUT FOLDER FILE…\n".utf8))
    exit(64)
}

do {
    let folder = URL(filePath: arguments[2]).path + "/"
    let files = try arguments[3...].map { path in
        guard path.hasPrefix(folder) else { throw CocoaError(.fileReadInvalidFileName) }
        return EmbeddedFile(
            path: String(path.dropFirst(folder.count)),
            text: try String(contentsOf: URL(filePath: path), encoding: .utf8))
    }.sorted { ($0.name, $0.path) < ($1.name, $1.path) }
    let text =
        switch arguments[0] {
        case "languages": try code(of: "EmbeddedLanguage", files) { try $0.language() }
        case "page": try page(files)
        case "page-languages":
            codes(of: try PageLanguage.all(of: files), named: "pageLanguages", in: "KioskOptions")
        default: throw CocoaError(.featureUnsupported)
        }
    try text.write(toFile: arguments[1], atomically: true, encoding: .utf8)
} catch {
    FileHandle.standardError.write(Data("embed-files: \(error)\n".utf8))
    exit(1)
}
