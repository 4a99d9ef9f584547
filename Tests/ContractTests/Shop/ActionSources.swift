import Foundation

/// The actions of the shop's stores as the sources have them: the cases whose comments say which request they make.
enum ActionSources {
    private static let root = URL(filePath: #filePath).pathComponents.prefix { $0 != "Tests" }.joined(separator: "/")
    private static let folder = URL(filePath: "\(root)/Sources/Stores")
    /// The page that lists them for people.
    static let page = URL(filePath: "\(root)/docs/stores.md")

    /// The cases by the name of their type, such as `OrderAction`.
    static let all: [String: Set<String>] = {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var found: [String: Set<String>] = [:]
        for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
            guard let text = try? String(contentsOf: file, encoding: .utf8),
                let name = text.firstMatch(of: /enum (\w+): Action/)?.1
            else { continue }
            let cases = cases(of: text)
            if !cases.isEmpty { found[String(name)] = cases }
        }
        return found
    }()

    private static func cases(of text: String) -> Set<String> {
        var (found, comment): (Set<String>, String) = ([], "")
        for line in text.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) {
            if line.hasPrefix("///") {
                comment += line
            } else {
                if let name = line.firstMatch(of: /^case (\w+)/)?.1, comment.contains("- Endpoint:") {
                    found.insert(String(name))
                }
                comment = ""
            }
        }
        return found
    }
}
