import ArgumentParser
import Flow
import Foundation
import Model
import Service
import Stores

struct KioskCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kiosk", abstract: "Looks at the kiosk's page.", subcommands: [KioskPreviewCommand.self])
}

struct KioskPreviewCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Serves the kiosk's page with made-up screens, to look at them and at the theme.",
        discussion: """
            Each screen has an address of its own. Nothing is charged, printed or stored: no device is used, and the till's data \
            are left alone. Ctrl-C ends it.

            Screens: \(KioskSample.names.joined(separator: ", ")).
            """)

    @Option(help: ArgumentHelp("The address and port to listen at; port 0 takes any free one.", valueName: "host:port"))
    var listen = "127.0.0.1:7374"
    @Option(help: ArgumentHelp("The screen to begin with.", valueName: "name"))
    var screen = "attract"
    @OptionGroup var data: DataOptions
    static var isServed: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let address = try ListenAddress(listen)
        let setup = try data.setup()
        let directory = FileManager.default.temporaryDirectory.appending(path: "till-preview-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        let environment = Environment.live.logged
        let till = try await LiveTill(TillSetup(directory: directory.path, configuration: setup.configuration))
        let serving = ServingTill(
            till, feed: JournalFeed(environment: environment), options: data.files().read().options, sample: screen)
        let service = TillService(serving, at: TillService.Places(listen: address, socket: nil))
        let interrupt = Interrupt(told: { _, _ in service.stop() })
        defer { interrupt.stop(isAtEnd: true) }
        try await service.run { places in
            for place in places { for name in KioskSample.names { console.print("\(place)/kiosk/preview/\(name)") } }
        }
        return .done
    }
}
