// swift-tools-version: 6.2
import PackageDescription

// The fuzzer, built beside Till so that its sanitizers touch no other build: scripts/fuzz. The rooms and the properties
// are the same files that Till and its tests are built from, reached through links.
let sanitizers = "-sanitize=fuzzer,address"
let settings: [SwiftSetting] = [.treatAllWarnings(as: .error), .unsafeFlags([sanitizers, "-enable-testing"])]

func room(
    _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
    plugins: [Target.PluginUsage] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Rooms/\(name)", exclude: exclude, swiftSettings: settings,
        plugins: plugins)
}

let package = Package(
    name: "till-fuzz",
    targets: [
        .systemLibrary(name: "CCairo", path: "Rooms/CCairo", pkgConfig: "cairo"),
        .systemLibrary(name: "CPango", path: "Rooms/CPango", pkgConfig: "pangocairo"),
        .target(name: "CDrawing", dependencies: ["CCairo", "CPango"], path: "Rooms/CDrawing"),
        .systemLibrary(name: "CZint", path: "Rooms/CZint"),
        .systemLibrary(name: "CTurboJPEG", path: "Rooms/CTurboJPEG"),
        .systemLibrary(name: "CLibUSB", path: "Rooms/CLibUSB", pkgConfig: "libusb-1.0"),
        .systemLibrary(name: "CLibUdev", path: "Rooms/CLibUdev", pkgConfig: "libudev"),
        .systemLibrary(name: "CLibFuzzer", path: "CLibFuzzer"),
        .executableTarget(name: "embed-files", path: "Plugins/embed-files"),
        .plugin(
            name: "EmbedLanguages", capability: .buildTool(), dependencies: ["embed-files"],
            path: "Plugins/EmbedLanguages"),
        .plugin(
            name: "EmbedFiles", capability: .buildTool(), dependencies: ["embed-files"], path: "Plugins/EmbedFiles"),
        room("Model", exclude: ["Languages"], plugins: ["EmbedLanguages"]),
        .target(name: "Flow", path: "Flow/Sources/Flow", swiftSettings: settings),
        room("Failures", ["Flow", "Model"]),
        room("Hardware", ["Flow", "Model"]),
        .target(
            name: "ZVTCodes", dependencies: ["Model"], path: "Rooms/Readers/ZVT/Codes", swiftSettings: settings),
        .target(
            name: "Readers", dependencies: ["ZVTCodes", "Hardware", "Failures", "Flow", "Model"], path: "Rooms/Readers",
            exclude: ["ZVT/Codes"], swiftSettings: settings),
        room("Receipts", ["Failures", "Flow", "Model"]),
        room(
            "ESCPOS",
            [
                "Hardware", "Receipts", "Failures", "Flow", "Model", "CCairo", "CPango", "CDrawing", "CZint",
                "CTurboJPEG",
            ]),
        .target(
            name: "Networking", dependencies: ["Failures", "Flow", "Model"], path: "Rooms/Networking",
            exclude: ["HTTP"],
            swiftSettings: settings),
        .target(name: "CTerminalLine", path: "Rooms/CTerminalLine"),
        room("Transports", ["Hardware", "Failures", "Flow", "Model", "CTerminalLine", "CLibUSB", "CLibUdev"]),
        room(
            "Configuration", ["Readers", "Transports", "ESCPOS", "Receipts", "Failures", "Flow", "Model"],
            plugins: ["EmbedFiles"]),
        .executableTarget(
            name: "till-fuzz",
            dependencies: [
                "CLibFuzzer", "Configuration", "Readers", "ESCPOS", "Receipts", "Networking", "Hardware", "Flow",
                "Model",
            ], path: ".", exclude: ["CLibFuzzer", "Flow", "Plugins", "Rooms", "dictionaries"],
            sources: ["Driver", "Properties"],
            swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])],
            linkerSettings: [.unsafeFlags([sanitizers, "-use-ld=lld"])]),
    ],
    swiftLanguageModes: [.v6]
)
