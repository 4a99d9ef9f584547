import Foundation
import PackagePlugin

/// Embeds the files of a target's `Languages` folder in the program: a language is one file, and no list names it.
@main struct EmbedLanguages: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let folder = target.directoryURL.appending(path: "Languages")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "txt" }.sorted { $0.path < $1.path }
        let output = context.pluginWorkDirectoryURL.appending(path: "LanguageFiles.swift")
        return [
            .buildCommand(
                displayName: "Embedding \(files.count) languages",
                executable: try context.tool(named: "embed-files").url,
                arguments: ["languages", output.path, folder.path] + files.map(\.path), inputFiles: files,
                outputFiles: [output])
        ]
    }
}
