import Foundation

// Writes a Swift file that holds the text of language files: embed-languages OUTPUT FILE…
//
// The name of each file is the tag of its language. A file with the key `language.name` has the sentences for operators.

let paths = CommandLine.arguments.dropFirst()
guard let output = paths.first, paths.count > 1 else {
    FileHandle.standardError.write(Data("embed-languages: usage: embed-languages OUTPUT FILE…\n".utf8))
    exit(64)
}

do {
    var code = "extension EmbeddedLanguage {\n    package static let all: [EmbeddedLanguage] = ["
    let files = paths.dropFirst().map { URL(filePath: $0) }
    // By name, wherever the files are.
    let name = { (file: URL) in file.deletingPathExtension().lastPathComponent }
    for file in files.sorted(by: { name($0) < name($1) }) {
        let text = try String(contentsOf: file, encoding: .utf8)
        let quote = "\"\"\"" + String(repeating: "#", count: 8)
        guard !text.contains(quote) else { throw CocoaError(.fileReadCorruptFile) }
        let isForOperators = text.contains("\nlanguage.name ")
        code += """

                    EmbeddedLanguage(
                        tag: "\(file.deletingPathExtension().lastPathComponent)", isForOperators: \(isForOperators),
                        text: \(String(quote.reversed()))
            \(text)
            \(quote)),
            """
    }
    code += "\n    ]\n}\n"
    try code.write(toFile: output, atomically: true, encoding: .utf8)
} catch {
    FileHandle.standardError.write(Data("embed-languages: \(error)\n".utf8))
    exit(1)
}
