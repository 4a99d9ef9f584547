/// Where types and files are, so that a reader finds them by their names.
enum FileRule {
    private static let homes = ["Sources/", "Simulator/", "Flow/Sources/"]
    /// A type that this many other files of its room use is not a helper of the type beside it.
    static let usersOfItsOwnFile = 3
    static let longestFolder = 16
    /// Folders with one file for each kind of failure: sub-folders would not shorten such a list.
    static let lists = ["Sources/Failures/Codes"]

    /// Types that are not in a file of their name though other rooms or several files use them.
    ///
    /// Every `package` or `public` type needs a file of its name; an internal type does if at least `usersOfItsOwnFile`
    /// other files of its room name it.
    static func misplacedTypes(in sources: [SwiftSource]) throws -> [Offence] {
        let sources = sources.filter { source in homes.contains(where: source.path.hasPrefix) }
        let words = Dictionary(grouping: sources) { Room.holding($0.path)?.name ?? "" }
            .mapValues { $0.map { (path: $0.path, names: names(in: $0)) } }
        return try sources.flatMap { source in
            try types(in: source).filter { $0.name != fileName(source.path) }.compactMap { type in
                let room = words[Room.holding(source.path)?.name ?? ""] ?? []
                let users = room.count { $0.path != source.path && $0.names.contains(type.name) }
                guard type.isForOtherRooms || users >= usersOfItsOwnFile else { return nil }
                return Offence(
                    path: source.path, line: type.line,
                    what: "\(type.name) is used elsewhere: give it a file of its name")
            }
        }
    }

    /// Folders with so many Swift files that nobody reads through their names.
    static func crowdedFolders(among paths: [String]) -> [Offence] {
        let files = paths.filter { $0.hasSuffix(".swift") && !$0.hasPrefix("Fuzz/") }
        let folders = Dictionary(grouping: files) { $0.split(separator: "/").dropLast().joined(separator: "/") }
        return folders.filter { $0.value.count > longestFolder && !lists.contains($0.key) }.keys.sorted().map {
            Offence(path: $0, line: 1, what: "more than \(longestFolder) files: give it folders by subject")
        }
    }

    /// The types at the top of a file that others can use.
    private static func types(in source: SwiftSource) throws -> [(name: Substring, line: Int, isForOtherRooms: Bool)] {
        let pattern = #"^((?:@\w+(?:\([^)]*\))? |\w+ )*)(?:struct|class|enum|actor|protocol) ([A-Z]\w*)"#
        return try SwiftSource.matches(of: pattern, in: source.code).compactMap { match in
            let modifiers = (match.groups[1].substring ?? "").split(separator: " ")
            guard let name = match.groups[2].substring, !modifiers.contains(where: isPrivate) else { return nil }
            return (name, match.line + 1, modifiers.contains("package") || modifiers.contains("public"))
        }
    }

    private static func isPrivate(_ modifier: Substring) -> Bool { modifier == "private" || modifier == "fileprivate" }

    private static func names(in source: SwiftSource) -> Set<Substring> {
        Set(
            source.code.flatMap { $0.split { !($0.isLetter || $0.isNumber || $0 == "_") } }.filter {
                $0.first?.isUppercase == true
            })
    }

    private static func fileName(_ path: String) -> Substring {
        (path.split(separator: "/").last ?? "").dropLast(".swift".count)
    }
}
