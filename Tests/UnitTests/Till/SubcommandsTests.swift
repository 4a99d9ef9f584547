import ArgumentParser
import Testing

@testable import Till

struct SubcommandsTests {
    @Test("Each command is listed by the name that it has, once") func eachCommandIsListedByItsName() {
        for (name, command) in Subcommands.all { #expect(command.configuration.commandName == name) }
        #expect(Set(Subcommands.all.map(\.key)).count == Subcommands.all.count)
    }

    @Test("A command that is named first is prepared alone") func aCommandThatIsNamedFirstIsPreparedAlone() {
        let names = { (arguments: [String]) in Subcommands.meant(by: ["till"] + arguments).compactMap(Self.name) }
        #expect(names(["pay", "1042"]) == ["pay"])
        #expect(names(["pay", "--help"]) == ["pay"])
        #expect(names(["orders", "pay"]) == ["orders"])
    }

    @Test(
        "All commands are prepared where none is named first, or the whole tree is to be described",
        arguments: [
            [], ["--help"], ["help", "pay"], ["pya"], ["--data", "pay"],
            ["pay", "--generate-completion-script", "bash"],
            ["pay", "--experimental-dump-help"], ["---completion", "pay", "--", "1"], ["pay", "---completion"],
        ])
    func allCommandsArePrepared(arguments: [String]) {
        let names = Subcommands.meant(by: ["till"] + arguments).compactMap(Self.name)
        #expect(names == Subcommands.all.map(\.key))
    }

    private static func name(_ command: any ParsableCommand.Type) -> String? { command.configuration.commandName }
}
