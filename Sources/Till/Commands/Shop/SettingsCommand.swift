import ArgumentParser
import Flow
import Foundation
import Model
import Networking
import Stores

struct SettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "Shows and changes the settings of the shop.",
        discussion: "Passwords among the settings are not shown.",
        subcommands: [ListSettings.self, ShowSetting.self, SetSetting.self])
}

struct ListSettings: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the settings of a group, or all groups.")

    @Argument(help: ArgumentHelp("A group, such as general or tax.", valueName: "group"))
    var group: String?
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let none = Sentence("settings.none")
        guard let name = group else {
            let groups = try await till.ask { SettingAction.retrieveSettingGroups($0) }
            try console.show(groups, in: till, asJSON: output.json, none: none) { "\($0.id.padded(32))\($0.label)" }
            return .done
        }
        let settings = try await till.ask { SettingAction.synchronizeSiteSettings(group: name, $0) }
        try console.show(settings, in: till, asJSON: output.json, none: none) { $0.row }
        return .done
    }
}

struct ShowSetting: ShopEntityCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows one setting, and what can be chosen.")

    @Argument(help: ArgumentHelp("The setting's group, such as general.", valueName: "group"))
    var group: String
    @Argument(help: ArgumentHelp("The setting, such as woocommerce_currency.", valueName: "setting"))
    var id: String
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func load(from till: LiveTill) async throws(Failure) -> Cached<SiteSetting> {
        try await till.ask { SettingAction.retrieveSetting(group: group, id: id, $0) }
    }

    func rows(of setting: SiteSetting) -> [String] {
        [setting.row] + setting.options.sorted { $0.key < $1.key }.map { "  \($0.key.padded(24))\($0.value)" }
    }
}

struct SetSetting: TillCommand {
    static let configuration = CommandConfiguration(commandName: "set", abstract: "Changes one setting of the shop.")

    @Argument(help: ArgumentHelp("The setting's group, such as general.", valueName: "group"))
    var group: String
    @Argument(help: ArgumentHelp("The setting, such as woocommerce_enable_coupons.", valueName: "setting"))
    var id: String
    @Argument(
        help: ArgumentHelp("The new value: text, or a list in JSON such as [\"DE\",\"AT\"].", valueName: "value"))
    var value: String
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let list = (try? JSONValue(parsing: Data(value.utf8))).flatMap { $0.list == nil ? nil : $0 }
        let wanted = list ?? .string(value)
        let setting = try await till.ask {
            SettingAction.updateSetting(group: group, id: id, value: wanted, $0)
        }
        console.print(output.json ? setting.json.shown : setting.row.printable)
        return .done
    }
}

extension SiteSetting {
    fileprivate var row: String { "\(id.padded(44))\(valueText)" }
}
