// swift-tools-version: 6.2
import PackageDescription

// Flow by itself: no other package, no library in C. The same sources are products of the repository's own package.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
    name: "Flow",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Flow", targets: ["Flow"]),
        .library(name: "FlowProbe", targets: ["FlowProbe"]),
    ],
    targets: [
        .target(name: "Flow", swiftSettings: strict),
        .target(name: "FlowProbe", dependencies: ["Flow"], swiftSettings: strict),
        .executableTarget(
            name: "coffee-machine", dependencies: ["Flow", "FlowProbe"], path: "Examples/CoffeeMachine",
            swiftSettings: strict),
        .testTarget(name: "FlowTests", dependencies: ["Flow"], swiftSettings: strict),
        .testTarget(name: "FlowProbeTests", dependencies: ["FlowProbe", "Flow"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
