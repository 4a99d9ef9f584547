import Foundation
import PackagePlugin

/// Embeds the text files of the folder `Kiosk/Page` of `Service`, and of the folders in it, in that room. `Configuration`
/// gets the codes of the page's languages alone.
@main struct EmbedFiles: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let page = target.directoryURL.deletingLastPathComponent().appending(path: "Service/Kiosk/Page")
        let isWhole = target.name == "Service"
        let folder = isWhole ? page : page.appending(path: "words")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false)).sorted()
        let files = paths.map { folder.appending(path: $0) }.filter { !$0.pathExtension.isEmpty }
        let output = context.pluginWorkDirectoryURL.appending(
            path: isWhole ? "KioskPageFiles.swift" : "KioskPageLanguages.swift")
        return [
            .buildCommand(
                displayName: "Embedding \(isWhole ? "\(files.count) files" : "the languages") of the kiosk's page",
                executable: try context.tool(named: "embed-files").url,
                arguments: [isWhole ? "page" : "page-languages", output.path, folder.path] + files.map(\.path),
                inputFiles: files, outputFiles: [output])
        ]
    }
}
