import ArgumentParser
import Configuration
import Flow
import Model
import Service

struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Checks and shows the configuration.",
        subcommands: [CheckConfiguration.self, ShowConfiguration.self])
}

struct CheckConfiguration: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Lists every mistake of the configuration with file, line and column. Exit 65 when there is one.")

    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    private struct Document: Encodable {
        let ok: Bool
        let files: [String]
        let problems: [Problem]
    }

    private struct Problem: Encodable {
        let place: Output.Place
        let sentence: String
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let files = data.files()
        let problems = files.read().problems
        if output.json {
            console.print(
                try Output.json(
                    Document(
                        ok: problems.isEmpty, files: files.paths,
                        problems: problems.map { Problem(place: .init($0.origin), sentence: $0.sentence) })))
        } else if problems.isEmpty {
            let read = files.paths.joined(separator: ", ")
            console.print(
                (read.isEmpty
                    ? OperatorLanguage.asked.text("config.none")
                    : OperatorLanguage.asked.text("config.ok", ["files": read])).printable)
        } else {
            for problem in problems { console.print(problem.report.text(in: .asked).printable) }
        }
        return problems.isEmpty ? .done : .malformed
    }
}

struct ShowConfiguration: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows the configuration in force, and where each value comes from.")

    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let read = data.files().read()
        guard read.problems.isEmpty else { throw .badConfiguration(read.problems) }
        guard !output.json else {
            console.print(try Output.json(read.options.map(Output.ConfiguredOption.init)))
            return .done
        }
        var table: String?
        for option in read.options {
            if option.table != table {
                let name = option.table.prefix { $0 != "." }
                console.print((table == nil ? "" : "\n") + (name == option.table ? "[\(name)]" : "[[\(name)]]"))
                table = option.table
            }
            console.print(Self.line(option))
        }
        return .done
    }

    /// A line of TOML: a comment if there is no value.
    private static func line(_ option: EffectiveOption) -> String {
        guard let value = option.value else {
            return "# " + OperatorLanguage.asked.text("config.notSet", ["option": option.key])
        }
        let origin = option.origin.name.text(in: .asked)
        return "\("\(option.key) = \(value)".padded(40))# \(origin)".printable
    }
}

extension Output.ConfiguredOption {
    init(_ option: EffectiveOption) {
        self.init(table: option.table, key: option.key, value: option.value, place: .init(option.origin))
    }
}

extension Output.Place {
    init(_ origin: ConfigurationOrigin) {
        switch origin {
        case .builtIn: self.init()
        case .file(let name, let place): self.init(file: name, line: place.line, column: place.column)
        case .variable(let name): self.init(variable: name)
        }
    }
}
