import Foundation

// Writes a Swift file that holds the texts of files:
//
//     embed-files languages OUTPUT FOLDER FILE…
//     embed-files page OUTPUT FOLDER FILE…
//
// Each file is named by its path in the folder. Literals of text compile quickly, whatever their length.

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

func code(of type: String, _ files: [EmbeddedFile], _ value: (EmbeddedFile) throws -> String) throws -> String {
    let values = try files.map { "        \(type)(\(try value($0))),\n" }
    return "extension \(type) {\n    package static let all: [\(type)] = [\n\(values.joined())    ]\n}\n"
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count > 3 else {
    FileHandle.standardError.write(Data("embed-files: usage: embed-files languages|page OUTPUT FOLDER FILE…\n".utf8))
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
        case "page": try code(of: "KioskPageFile", files) { try $0.page() }
        default: throw CocoaError(.featureUnsupported)
        }
    try text.write(toFile: arguments[1], atomically: true, encoding: .utf8)
} catch {
    FileHandle.standardError.write(Data("embed-files: \(error)\n".utf8))
    exit(1)
}
