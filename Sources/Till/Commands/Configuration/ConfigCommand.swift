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
        abstract: "Lists every mistake of the configuration with file, line and column. Exit 65 when there is one.",
        discussion: """
            The files that the configuration names are looked at too. What keeps nothing from working, such as a certificate that \
            ends soon, is a warning.
            """)

    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    private struct Document: Encodable {
        let ok: Bool
        let files: [String]
        let problems: [Problem]
        let warnings: [Problem]
    }

    private struct Problem: Encodable {
        let place: Output.Place
        let sentence: String

        init(_ problem: ConfigurationProblem) {
            (place, sentence) = (.init(problem.origin), problem.sentence)
        }

        init(_ remark: ServiceFiles.Remark) {
            (place, sentence) = (.init(remark.origin), remark.said.description)
        }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let files = data.files()
        let read = files.read()
        let remarks = ServiceFiles.remarks(on: read, now: Environment.live.now())
        let isUsable = read.problems.isEmpty && !remarks.contains(where: \.isMistake)
        if output.json {
            let mistakes = remarks.filter(\.isMistake).map(Problem.init)
            console.print(
                try Output.json(
                    Document(
                        ok: isUsable, files: files.paths, problems: read.problems.map(Problem.init) + mistakes,
                        warnings: remarks.filter { !$0.isMistake }.map(Problem.init))))
            return isUsable ? .done : .malformed
        }
        for report in read.problems.map(\.report) + remarks.map(\.report) {
            console.print(report.text(in: .asked).printable)
        }
        if isUsable { console.print(Self.fine(files.paths).text(in: .asked).printable) }
        return isUsable ? .done : .malformed
    }

    private static func fine(_ files: [String]) -> Sentence {
        files.isEmpty ? Sentence("config.none") : Sentence("config.ok", ["files": files.joined(separator: ", ")])
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
