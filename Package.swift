// swift-tools-version: 6.2
import PackageDescription

/// Where the headers of Pango and Cairo are on Debian, Fedora and Arch. `pkg-config` tells it too, but SwiftPM would then link
/// all that it names, and a program would load thirty libraries at each start (decision 0081).
let drawingHeaders = [
    "include/pango-1.0", "include/cairo", "include/harfbuzz", "include/freetype2", "include/glib-2.0",
    "lib/x86_64-linux-gnu/glib-2.0/include", "lib/aarch64-linux-gnu/glib-2.0/include", "lib64/glib-2.0/include",
    "lib/glib-2.0/include",
].map { "-I/usr/\($0)" }

// The rooms of docs/architecture.md, one target each. Warnings are errors in every room, in every build.
let strict: [SwiftSetting] =
    [.treatAllWarnings(as: .error), .unsafeFlags(drawingHeaders.flatMap { ["-Xcc", $0] })]

/// Debug builds of what simulated payments pass through are optimised, and keep their assertions: the tests play some hundred
/// thousand of them (decision 0067).
let optimised: [SwiftSetting] = [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]

/// How release builds of the programs are linked, with the linker that comes with Swift (decision 0082): relative relocations are
/// packed, and nothing is exported. A start then reads 7 MB less of the file.
let compact: [LinkerSetting] = [
    .unsafeFlags(
        ["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs", "-Xlinker", "--no-export-dynamic"],
        .when(configuration: .release))
]

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
/// scrypt, for the PINs of operators.
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
/// The sockets of `till-sim usbip`, and what they throw.
let nio = ["NIOCore", "NIOPosix"].map { Target.Dependency.product(name: $0, package: "swift-nio") }
/// What speaks HTTP with a shop. Only the room HTTPNetworking has it; the others are there for the errors they throw. It
/// brings a module that is named as a room of ours, and so gets another name here.
let httpClient = [
    Target.Dependency.product(
        name: "AsyncHTTPClient", package: "async-http-client", moduleAliases: ["Configuration": "SwiftConfiguration"]),
    .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
    .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
    .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOSSL", package: "swift-nio-ssl"),
]
/// The server of `till-sim shop`, below what it could hide: faults are exact to the byte (decision 0062).
let httpServer = [
    Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio"),
    .product(name: "NIOHTTP2", package: "swift-nio-http2"), .product(name: "NIOSSL", package: "swift-nio-ssl"),
]
let log = Target.Dependency.product(name: "Logging", package: "swift-log")
/// The server of `till serve` (decision 0068).
let service = [
    Target.Dependency.product(
        name: "Hummingbird", package: "hummingbird", moduleAliases: ["Configuration": "SwiftConfiguration"]),
    .product(
        name: "HummingbirdCore", package: "hummingbird", moduleAliases: ["Configuration": "SwiftConfiguration"]),
    .product(
        name: "HummingbirdTLS", package: "hummingbird", moduleAliases: ["Configuration": "SwiftConfiguration"]),
    .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
    .product(name: "NIOSSL", package: "swift-nio-ssl"),
    .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
    .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
    .product(name: "HTTPTypes", package: "swift-http-types"), log,
]
/// What our reader of TOML is held against; no program of ours has it.
let toml = Target.Dependency.product(name: "TOMLKit", package: "TOMLKit")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

/// The rooms without optimisation in debug builds. SwiftPM refuses such flags in Flow, on which another package depends; the
/// others compile in half the time.
let plain: Set = [
    "Flow", "FlowProbe", "Logbook", "Transports", "Configuration", "HTTPNetworking", "Service", "USBTestbed", "USBIP",
    "ShopServer",
]

func room(
    _ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil, exclude: [String] = [],
    resources: [Resource] = [], plugins: [Target.PluginUsage] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: path ?? "Sources/\(name)", exclude: exclude, resources: resources,
        swiftSettings: plain.contains(name) ? strict : strict + optimised, plugins: plugins)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], path: String) -> Target {
    .testTarget(name: name, dependencies: dependencies, path: path, swiftSettings: strict)
}

let package = Package(
    name: "till",
    products: [
        .executable(name: "till", targets: ["Till"]),
        .executable(name: "till-sim", targets: ["till-sim"]),
        .library(name: "Flow", targets: ["Flow"]),
        .library(name: "FlowProbe", targets: ["FlowProbe"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.30.0"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.36.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.29.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .systemLibrary(name: "CCairo", path: "Sources/CCairo", providers: [.apt(["libcairo2-dev"])]),
        .systemLibrary(name: "CPango", path: "Sources/CPango", providers: [.apt(["libpango1.0-dev"])]),
        .systemLibrary(name: "CZint", path: "Sources/CZint", providers: [.apt(["libzint-dev"])]),
        .systemLibrary(
            name: "CTurboJPEG", path: "Sources/CTurboJPEG", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(
            name: "CLibUSB", path: "Sources/CLibUSB", pkgConfig: "libusb-1.0",
            providers: [.apt(["libusb-1.0-0-dev"])]),
        .systemLibrary(
            name: "CLibUdev", path: "Sources/CLibUdev", pkgConfig: "libudev",
            providers: [.apt(["libudev-dev"])]),
        // Loads the libraries that draw when something is drawn (decision 0081).
        .target(
            name: "CDrawing", path: "Sources/CDrawing", cSettings: [.unsafeFlags(drawingHeaders)],
            linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CTerminalLine", path: "Sources/CTerminalLine"),
        .target(name: "CPrivacy", path: "Sources/CPrivacy"),
        // Passes open files from one process to another.
        .target(name: "CDescriptors", path: "Sources/CDescriptors"),
        // The files of Model/Languages and of Service/Kiosk/Page become a part of the program, and the codes of the page's
        // languages a part of the configuration.
        .executableTarget(name: "embed-files", path: "Plugins/embed-files", swiftSettings: strict),
        .plugin(
            name: "EmbedLanguages", capability: .buildTool(), dependencies: ["embed-files"],
            path: "Plugins/EmbedLanguages"),
        .plugin(
            name: "EmbedFiles", capability: .buildTool(), dependencies: ["embed-files"], path: "Plugins/EmbedFiles"),
        room("Model", exclude: ["Languages"], plugins: ["EmbedLanguages"]),
        // The library of Flow/Package.swift, which also builds alone.
        room("Flow", path: "Flow/Sources/Flow"),
        room("FlowProbe", ["Flow"], path: "Flow/Sources/FlowProbe"),
        room("Failures", ["Flow", "Model"]),
        room("LogEvents", ["Flow", "Model"]),
        room("Logbook", ["LogEvents", "Flow", "Model", log]),
        room("Hardware", ["Flow", "Model"]),
        // The numbers of ZVT and what they say. Storage needs them as well: journals hold the numbers.
        room("ZVTCodes", ["Model"], path: "Sources/Readers/ZVT/Codes"),
        room("Readers", ["ZVTCodes", "Hardware", "Failures", "Flow", "Model"], exclude: ["ZVT/Codes"]),
        room("Transports", ["Hardware", "Failures", "Flow", "Model", "CTerminalLine", "CLibUSB", "CLibUdev"]),
        room("Recorder", ["Readers", "Hardware", "Failures", "Flow", "Model"]),
        room("Receipts", ["Failures", "Flow", "Model"]),
        room(
            "ESCPOS",
            [
                "Hardware", "Receipts", "Failures", "Flow", "Model", "CCairo", "CPango", "CDrawing", "CZint",
                "CTurboJPEG",
            ]),
        room(
            "Configuration", ["Readers", "Transports", "ESCPOS", "Receipts", "Failures", "Flow", "Model"],
            plugins: ["EmbedFiles"]),
        room("Storage", ["ZVTCodes", "Failures", "Flow", "Model", grdb, crypto]),
        room("Networking", ["Failures", "Flow", "Model"], exclude: ["HTTP"]),
        // A shop over HTTP. Only the program itself has it, so that nothing else builds the client.
        room(
            "HTTPNetworking", ["Networking", "Failures", "Flow", "Model", crypto] + httpClient,
            path: "Sources/Networking/HTTP"),
        room("Payments", ["LogEvents", "Failures", "Flow", "Networking", "Storage", "Hardware", "Receipts", "Model"]),
        room(
            "Stores",
            [
                "Payments", "LogEvents", "Failures", "Flow", "Networking", "Storage", "Hardware", "Receipts", "Model",
                crypto, cryptoExtras,
            ]),
        // What asks the stores over HTTP. Only the program itself has it.
        room(
            "Service",
            [
                "Stores", "Payments", "LogEvents", "Failures", "Flow", "Networking", "Storage", "Hardware", "Receipts",
                "Model", crypto,
            ] + service, exclude: ["Kiosk/Page"], resources: [.embedInCode("OpenAPI/openapi.json")],
            plugins: ["EmbedFiles"]),
        // A double of Storage for simulations and tests.
        room(
            "StorageInMemory", ["Storage", "Failures", "Flow", "Model"], path: "Simulator/StorageInMemory"),
        room(
            "Simulator",
            [
                "StorageInMemory", "Stores", "Payments", "Storage", "Networking", "Recorder", "Hardware", "Readers",
                "ZVTCodes",
                "Transports",
                "Receipts",
                "ESCPOS", "Failures", "Flow", "Model", "CTerminalLine",
            ],
            path: "Simulator/Simulator", resources: [.embedInCode("Terminal/Scenarios")]),
        // Simulated USB devices for a child process; no program but till-sim has it.
        .systemLibrary(
            name: "CUMockdev", path: "Simulator/CUMockdev", pkgConfig: "umockdev-1.0",
            providers: [.apt(["libumockdev-dev"])]),
        .target(name: "CUSBTestbed", dependencies: ["CUMockdev"], path: "Simulator/CUSBTestbed"),
        room("USBTestbed", ["Simulator", "Failures", "Flow", "CUSBTestbed"], path: "Simulator/USBTestbed"),
        room("USBIP", ["Simulator", "Failures", "Flow"] + nio, path: "Simulator/USBIP"),
        // A shop over HTTP; no program but till-sim has it.
        room(
            "ShopServer", ["Networking", "Failures", "Flow", "Model", crypto] + nio + httpServer,
            path: "Simulator/ShopServer"),
        .executableTarget(
            name: "till-sim",
            dependencies: [
                "Simulator", "USBTestbed", "USBIP", "ShopServer", "Networking", "Recorder", "Failures", "Flow", "Model",
                "CPrivacy", arguments,
            ],
            path: "Simulator/till-sim", swiftSettings: strict, linkerSettings: compact),
        // Plays the till's stores at terminals that may do anything the documents allow.
        .executableTarget(
            name: "till-worlds", dependencies: ["Simulator", "CPrivacy", arguments], path: "Simulator/till-worlds",
            swiftSettings: strict),
        .executableTarget(
            name: "Till",
            dependencies: [
                "Service", "Configuration", "Stores", "Payments", "Recorder", "Readers", "Transports", "ESCPOS",
                "Receipts", "Simulator",
                "Hardware", "Storage", "HTTPNetworking", "Networking", "Logbook", "LogEvents", "Failures", "Flow",
                "Model", "CPrivacy", "CDescriptors",
                arguments,
            ], path: "Sources/Till", swiftSettings: strict, linkerSettings: compact),

        // The peer in C that benchmarks are measured against, and the benchmarks.
        .target(name: "CAckLoop", path: "Benchmarks/CAckLoop"),
        .target(name: "CUSBBulk", dependencies: ["CLibUSB"], path: "Benchmarks/CUSBBulk"),
        .target(
            name: "CSQLiteFetch", path: "Benchmarks/CSQLiteFetch", linkerSettings: [.linkedLibrary("sqlite3")]),
        .executableTarget(
            name: "till-bench",
            // Configuration because of its name: without it, the package manager takes the other module's alias for a target.
            dependencies: [
                "Simulator", "Stores", "Payments", "Networking", "Transports", "Readers", "Storage", "StorageInMemory",
                "ESCPOS",
                "Receipts",
                "Hardware", "Configuration", "Failures", "Flow", "Model", "HTTPNetworking", "ShopServer",
                "CTerminalLine", "CAckLoop", "CUSBBulk", "CSQLiteFetch", "CPrivacy", arguments,
            ],
            path: "Benchmarks/till-bench", swiftSettings: strict),

        tests("ModelTests", ["Receipts", "ZVTCodes", "Flow", "Model"], path: "Tests/UnitTests/Model"),
        tests("FailuresTests", ["Failures", "Flow", "Model"], path: "Tests/UnitTests/Failures"),
        tests(
            "LogbookTests", ["Logbook", "LogEvents", "Failures", "Flow", "Model", log], path: "Tests/UnitTests/Logbook"),
        tests("FlowTests", ["Flow"], path: "Flow/Tests/FlowTests"),
        tests("FlowProbeTests", ["FlowProbe", "Flow"], path: "Flow/Tests/FlowProbeTests"),
        tests(
            "ReadersTests", ["Readers", "ZVTCodes", "Hardware", "Failures", "Flow", "Model"],
            path: "Tests/UnitTests/Readers"),
        tests(
            "RecorderTests", ["Recorder", "Readers", "Hardware", "Failures", "Flow", "Model"],
            path: "Tests/UnitTests/Recorder"),
        tests("ReceiptsTests", ["Receipts", "ZVTCodes", "Flow", "Model"], path: "Tests/UnitTests/Receipts"),
        tests(
            "ESCPOSTests", ["ESCPOS", "Receipts", "ZVTCodes", "Hardware", "Flow", "Model"],
            path: "Tests/UnitTests/ESCPOS"),
        tests(
            "ConfigurationTests", ["Configuration", "Readers", "Hardware", "Receipts", "Flow", "Model", toml],
            path: "Tests/UnitTests/Configuration"),
        tests(
            "StorageTests", ["Storage", "StorageInMemory", "ZVTCodes", "Failures", "Flow", "Model", grdb],
            path: "Tests/UnitTests/Storage"),
        tests(
            "NetworkingTests", ["HTTPNetworking", "Networking", "Failures", "Flow", "Model"] + nio,
            path: "Tests/UnitTests/Networking"),
        tests(
            "TransportsTests", ["Transports", "ESCPOS", "Hardware", "Flow", "Model", "CTerminalLine", "CLibUSB"],
            path: "Tests/UnitTests/Transports"),
        tests(
            "SimulatorTests", ["Simulator", "Readers", "ESCPOS", "Receipts", "Hardware", "Flow", "Model"],
            path: "Tests/UnitTests/Simulator"),
        tests(
            "ShopServerTests", ["ShopServer", "Networking", "Failures", "Flow", "Model"],
            path: "Tests/UnitTests/ShopServer"),
        tests("USBIPTests", ["USBIP", "Simulator", "Readers", "Flow"], path: "Tests/UnitTests/USBIP"),
        tests(
            "StoresTests",
            [
                "Stores", "Payments", "Storage", "StorageInMemory", "Networking", "Receipts", "ZVTCodes", "Simulator",
                "Hardware",
                "FlowProbe",
                "LogEvents", "Failures", "Flow",
                "Model",
            ],
            path: "Tests/UnitTests/Stores"),
        tests(
            "ContractTests",
            [
                "Till", "Simulator", "ShopServer", "Stores", "Payments", "Storage", "StorageInMemory", "HTTPNetworking",
                "Networking", "Readers", "Transports", "ESCPOS", "Receipts", "Hardware", "Failures", "Flow", "Model",
                "CTerminalLine",
            ],
            path: "Tests/ContractTests"),
        tests(
            "SimulationTests",
            [
                "Stores", "Payments", "Storage", "StorageInMemory", "Networking", "Simulator", "Readers", "ESCPOS",
                "Receipts", "Hardware",
                "Failures", "Flow",
                "Model", grdb,
            ],
            path: "Tests/SimulationTests"),
        tests(
            "TillTests",
            [
                "Till", "Service", "Configuration", "Stores", "Payments", "Transports", "Storage", "StorageInMemory",
                "Simulator", "Hardware",
                "Failures", "Flow",
                "Model",
            ],
            path: "Tests/UnitTests/Till"),
        tests(
            "ServiceTests",
            // Configuration because of its name, as above.
            [
                "Service", "StorageInMemory", "Configuration", "Stores", "Payments", "Storage", "Hardware",
                "Failures", "Flow", "Model", .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            path: "Tests/UnitTests/Service"),
        tests(
            "EndToEndTests", ["Till", "till-sim", "Simulator", "Recorder", "Stores", "Payments", "Flow", "Model"],
            path: "Tests/EndToEndTests"),
        tests(
            "FuzzTests",
            ["Configuration", "Readers", "ESCPOS", "Receipts", "Networking", "Hardware", "Flow", "Model"],
            path: "Tests/FuzzTests"),
        tests("TidyTests", [], path: "Tests/TidyTests"),
    ],
    swiftLanguageModes: [.v6]
)
