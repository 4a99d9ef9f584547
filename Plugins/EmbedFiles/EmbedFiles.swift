import Foundation
import PackagePlugin

/// Embeds the text files of a target's `Kiosk/Page` folder, and of the folders in it, in the program.
@main struct EmbedFiles: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let folder = target.directoryURL.appending(path: "Kiosk/Page")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false)).sorted()
        let files = paths.map { folder.appending(path: $0) }.filter { !$0.pathExtension.isEmpty }
        let output = context.pluginWorkDirectoryURL.appending(path: "KioskPageFiles.swift")
        return [
            .buildCommand(
                displayName: "Embedding \(files.count) files of the kiosk's page",
                executable: try context.tool(named: "embed-files").url,
                arguments: ["page", output.path, folder.path] + files.map(\.path), inputFiles: files,
                outputFiles: [output])
        ]
    }
}
