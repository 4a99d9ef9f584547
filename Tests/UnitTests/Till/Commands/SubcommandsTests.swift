import ArgumentParser
import Testing

@testable import Till

struct SubcommandsTests {
    @Test("Each command is listed by the name that it has, once") func eachCommandIsListedByItsName() {
        for (name, command) in Subcommands.all { #expect(command.configuration.commandName == name) }
        #expect(Set(Subcommands.all.map(\.key)).count == Subcommands.all.count)
        #expect(Till.configuration.subcommands.count == Subcommands.all.count)
    }

    @Test("A command that is named first is prepared alone") func aCommandThatIsNamedFirstIsPreparedAlone() {
        let name = { (words: [String]) in Subcommands.named(by: ["till"] + words)?.configuration.commandName }
        #expect(name(["pay", "1042"]) == "pay" && name(["orders", "pay", "--help"]) == "orders")
        for words in [
            [], ["--help"], ["help", "pay"], ["pya"], ["--data", "pay"], ["---completion", "pay"], ["Pay"],
        ] {
            #expect(name(words) == nil)
        }
    }
}
