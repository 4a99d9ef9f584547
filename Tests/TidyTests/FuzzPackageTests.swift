import Testing

/// The fuzzer has a package of its own, which no other build compiles.
@Suite struct FuzzPackageTests {
    /// The plugins of each target of a package.
    private func plugins(in path: String) throws -> [String: String] {
        let text = try #require(Repository.text(of: path))
        let found = text.matches(of: /(?:room|\.target)\(\s*(?:name: )?"(\w+)"((?:[^()]|\([^()]*\))*)\)/).map { match in
            let used = match.output.2.firstMatch(of: /plugins: \[([^\]]*)\]/)
            return (String(match.output.1), used.map { String($0.output.1) } ?? "")
        }
        return Dictionary(found) { first, _ in first }
    }

    @Test("The fuzzer builds its rooms with the plugins with which Till builds them")
    func theRoomsHaveTheSamePlugins() throws {
        let (till, fuzzer) = try (plugins(in: "Package.swift"), plugins(in: "Fuzz/Package.swift"))
        #expect(till["Model"] == #""EmbedLanguages""# && fuzzer.count > 10)
        for (room, used) in fuzzer where till[room] != nil { #expect(used == till[room], "\(room)") }
    }
}
