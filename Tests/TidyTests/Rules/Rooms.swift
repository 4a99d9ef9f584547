/// Which room may import which, as docs/architecture.md decides it. A new room needs a line here.
struct Room {
    let name: String
    /// The room's folder, with the slash at the end.
    let folder: String
    /// Rooms it may import.
    let knows: Set<String>
    /// The modules from outside the repository, and system libraries, that this room may import.
    var brings: Set<String> = []
    /// Whether the room holds values and rules only, as `PureCode` says.
    var isPure = false

    static let all: [Room] = [
        Room(name: "Model", folder: "Sources/Model/", knows: [], isPure: true),
        Room(name: "Flow", folder: "Flow/Sources/Flow/", knows: []),
        Room(name: "FlowProbe", folder: "Flow/Sources/FlowProbe/", knows: ["Flow"]),
        Room(name: "Flow's example", folder: "Flow/Examples/", knows: ["Flow", "FlowProbe"]),
        Room(name: "Failures", folder: "Sources/Failures/", knows: ["Flow", "Model"], isPure: true),
        Room(name: "LogEvents", folder: "Sources/LogEvents/", knows: ["Flow", "Model"], isPure: true),
        Room(
            name: "Logbook", folder: "Sources/Logbook/", knows: ["LogEvents", "Flow", "Model"], brings: ["Logging"]),
        Room(name: "Hardware", folder: "Sources/Hardware/", knows: ["Flow", "Model"], isPure: true),
        Room(name: "Receipts", folder: "Sources/Receipts/", knows: ["Failures", "Flow", "Model"], isPure: true),
        // This stands above the line of Networking, whose folder contains this one.
        Room(
            name: "HTTPNetworking", folder: "Sources/Networking/HTTP/",
            knows: ["Networking", "Failures", "Flow", "Model"],
            brings: [
                "AsyncHTTPClient", "Crypto", "NIOCore", "NIOHTTP1", "NIOHTTPCompression", "NIOPosix", "NIOSSL",
            ]),
        Room(name: "Networking", folder: "Sources/Networking/", knows: ["Failures", "Flow", "Model"]),
        Room(
            name: "Storage", folder: "Sources/Storage/", knows: ["ZVTCodes", "Failures", "Flow", "Model"],
            brings: ["GRDB", "Crypto"]),
        // This stands above the line of Readers, whose folder contains this one.
        Room(name: "ZVTCodes", folder: "Sources/Readers/ZVT/Codes/", knows: ["Model"], isPure: true),
        Room(
            name: "Readers", folder: "Sources/Readers/", knows: ["ZVTCodes", "Hardware", "Failures", "Flow", "Model"]),
        Room(
            name: "Recorder", folder: "Sources/Recorder/", knows: ["Readers", "Hardware", "Failures", "Flow", "Model"]),
        Room(
            name: "Transports", folder: "Sources/Transports/", knows: ["Hardware", "Failures", "Flow", "Model"],
            brings: ["CTerminalLine", "CLibUSB", "CLibUdev"]),
        Room(
            name: "ESCPOS", folder: "Sources/ESCPOS/", knows: ["Hardware", "Receipts", "Failures", "Flow", "Model"],
            brings: ["CCairo", "CPango", "CDrawing", "CTurboJPEG", "CZint"]),
        Room(
            name: "Payments", folder: "Sources/Payments/",
            knows: ["LogEvents", "Failures", "Flow", "Networking", "Storage", "Hardware", "Receipts", "Model"]),
        Room(
            name: "Stores", folder: "Sources/Stores/",
            knows: [
                "Payments", "LogEvents", "Failures", "Flow", "Networking", "Storage", "Hardware", "Receipts", "Model",
            ], brings: ["Crypto", "CryptoExtras"]),
        Room(
            name: "Service", folder: "Sources/Service/",
            knows: [
                "Stores", "Payments", "LogEvents", "Failures", "Flow", "Networking", "Storage", "Hardware", "Receipts",
                "Model",
            ],
            brings: [
                "Hummingbird", "HummingbirdCore", "HummingbirdTLS", "ServiceLifecycle", "NIOCore", "NIOHTTP1",
                "NIOPosix", "NIOSSL", "NIOHTTPTypes", "HTTPTypes", "Logging", "Crypto",
            ]),
        Room(
            name: "Configuration", folder: "Sources/Configuration/",
            knows: ["Readers", "Transports", "ESCPOS", "Receipts", "Failures", "Flow", "Model"]),
        Room(
            name: "StorageInMemory", folder: "Simulator/StorageInMemory/",
            knows: ["Storage", "Failures", "Flow", "Model"]),
        Room(
            name: "Simulator", folder: "Simulator/Simulator/",
            knows: [
                "StorageInMemory", "Stores", "Payments", "Recorder", "Readers", "ZVTCodes", "Transports", "ESCPOS",
                "Receipts",
                "Networking",
                "Storage",
                "Hardware", "Failures", "Flow", "Model",
            ], brings: ["CTerminalLine", "Crypto"]),
        Room(
            name: "USBTestbed", folder: "Simulator/USBTestbed/", knows: ["Simulator", "Failures", "Flow"],
            brings: ["CUSBTestbed"]),
        Room(
            name: "USBIP", folder: "Simulator/USBIP/", knows: ["Simulator", "Failures", "Flow"],
            brings: ["NIOCore", "NIOPosix"]),
        Room(
            name: "ShopServer", folder: "Simulator/ShopServer/", knows: ["Networking", "Failures", "Flow", "Model"],
            brings: ["Crypto", "NIOCore", "NIOPosix", "NIOHTTP1", "NIOHTTP2", "NIOSSL"]),
        Room(
            name: "till-sim", folder: "Simulator/till-sim/",
            knows: [
                "Simulator", "USBTestbed", "USBIP", "ShopServer", "Networking", "Recorder", "Hardware", "Failures",
                "Flow", "Model",
            ],
            brings: ["ArgumentParser", "CPrivacy"]),
        Room(
            name: "till-worlds", folder: "Simulator/till-worlds/", knows: ["Simulator"],
            brings: ["ArgumentParser", "CPrivacy"]),
        Room(
            name: "Till", folder: "Sources/Till/",
            knows: [
                "Service", "Configuration", "Stores", "Payments", "Recorder", "Readers", "Transports", "ESCPOS",
                "Receipts", "HTTPNetworking", "Networking",
                "Storage", "Hardware", "Logbook", "LogEvents", "Failures", "Flow", "Model", "Simulator",
            ], brings: ["ArgumentParser", "CPrivacy", "CDescriptors"]),
    ]

    /// Our modules in C: they contain no Swift, and each belongs to the rooms that bring it.
    static let foldersWithoutSwift = [
        "Sources/CCairo/", "Sources/CPango/", "Sources/CTurboJPEG/", "Sources/CZint/", "Sources/CLibUSB/",
        "Sources/CLibUdev/",
        "Sources/CTerminalLine/", "Sources/CPrivacy/", "Sources/CDrawing/",
        "Simulator/CUMockdev/",
        "Simulator/CUSBTestbed/",
    ]

    /// The only folder in which Till may build simulated devices.
    static let compositionRoot = "Sources/Till/Composition"

    /// The only folder in which the simulator may have the till's side of a wire protocol: a simulated device that
    /// shared its framing with the till would agree with the till's mistakes.
    static let worlds = "Simulator/Simulator/World"

    static func holding(_ path: String) -> Room? { all.first { path.hasPrefix($0.folder) } }
}

/// Modules that come with the toolchain and may be imported where they are needed.
enum ToolchainModule {
    static let anywhere: Set<String> = ["Swift", "Foundation", "FoundationEssentials", "Synchronization"]
    /// Modules with threads and system calls, which a pure room may not import.
    static let impure: Set<String> = ["Dispatch", "Glibc", "FoundationNetworking"]
}

enum ImportRule {
    /// Every import that the rules do not allow. Tests may import anything.
    static func offences(in source: SwiftSource) -> [Offence] {
        let homes = ["Sources/", "Simulator/", "Flow/Sources/", "Flow/Examples/"]
        guard homes.contains(where: source.path.hasPrefix) else { return [] }
        guard let room = Room.holding(source.path) else {
            return [Offence(path: source.path, line: 1, what: "is in a folder that no room of Rooms.swift has")]
        }
        return source.code.enumerated().compactMap { index, line in
            guard let module = importedModule(line), let why = objection(to: module, in: room, at: source.path)
            else { return nil }
            return Offence(path: source.path, line: index + 1, what: why)
        }
    }

    /// The name of the imported module: `Model` for `import Model`, `public import struct Model.Money`, `@testable
    /// import Model`.
    static func importedModule(_ line: String) -> String? {
        let words = line.split(whereSeparator: \.isWhitespace)
        guard let at = words.firstIndex(of: "import"), words[..<at].allSatisfy(isModifier), at + 1 < words.count
        else { return nil }
        let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
        let path = kinds.contains(words[at + 1]) ? words.dropFirst(at + 2).first : words[at + 1]
        return path?.split(separator: ".").first.map { String($0) }
    }

    private static func isModifier(_ word: Substring) -> Bool {
        word.hasPrefix("@") || ["public", "package", "internal", "fileprivate", "private"].contains(word)
    }

    private static func objection(to module: String, in room: Room, at path: String) -> String? {
        if module == "Simulator", room.name == "Till", !path.hasPrefix(Room.compositionRoot) {
            return "only \(Room.compositionRoot)* may import Simulator"
        }
        if module == "Readers", room.name == "Simulator", !path.hasPrefix(Room.worlds) {
            return "a simulated device has framing of its own: only \(Room.worlds)* may import Readers"
        }
        if room.knows.contains(module) || room.brings.contains(module) { return nil }
        if ToolchainModule.anywhere.contains(module) { return nil }
        if ToolchainModule.impure.contains(module) {
            return room.isPure ? "\(room.name) is values and rules only: it may not import \(module)" : nil
        }
        return "\(room.name) may not import \(module)"
    }
}
