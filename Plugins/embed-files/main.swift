import Foundation

// Writes a Swift file that holds the texts of files: embed-files OUTPUT FOLDER FILE…
//
// Each file is named by its path in the folder. Literals of text compile quickly, whatever their length.

let paths = CommandLine.arguments.dropFirst()
guard paths.count > 2, let output = paths.first else {
    FileHandle.standardError.write(Data("embed-files: usage: embed-files OUTPUT FOLDER FILE…\n".utf8))
    exit(64)
}

do {
    let folder = URL(filePath: paths[paths.startIndex + 1]).path + "/"
    let quote = "\"\"\"" + String(repeating: "#", count: 8)
    var code = "extension KioskPageFile {\n    static let all: [KioskPageFile] = ["
    for path in paths.dropFirst(2).sorted() {
        let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
        guard path.hasPrefix(folder), !text.contains(quote) else { throw CocoaError(.fileReadCorruptFile) }
        code += """

                    KioskPageFile(
                        path: "\(path.dropFirst(folder.count))",
                        text: \(String(quote.reversed()))
            \(text)
            \(quote)),
            """
    }
    code += "\n    ]\n}\n"
    try code.write(toFile: output, atomically: true, encoding: .utf8)
} catch {
    FileHandle.standardError.write(Data("embed-files: \(error)\n".utf8))
    exit(1)
}
