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

    private struct Option: Encodable {
        let table: String
        let key: String
        let value: String?
        let place: Output.Place
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let read = data.files().read()
        guard read.problems.isEmpty else { throw .badConfiguration(read.problems) }
        guard !output.json else {
            let options = read.options.map {
                Option(table: $0.table, key: $0.key, value: $0.value, place: .init($0.origin))
            }
            console.print(try Output.json(options))
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

extension Output {
    /// The source of a value: a position in a file, a variable, or neither for a default.
    struct Place: Encodable {
        private(set) var file: String?
        private(set) var line: Int?
        private(set) var column: Int?
        private(set) var variable: String?

        init(_ origin: ConfigurationOrigin) {
            switch origin {
            case .builtIn: break
            case .file(let name, let place): (file, line, column) = (name, place.line, place.column)
            case .variable(let name): variable = name
            }
        }
    }
}
