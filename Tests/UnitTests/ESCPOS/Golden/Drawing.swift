import Foundation
import Testing

/// The packages that decide how letters and symbols look in our pictures: those that `scripts/deps` installs on Debian
/// 12.
enum Drawing {
    private static let packages = [
        "fonts-dejavu-core 2.37", "fonts-droid-fallback 1:6.0.1r16", "libcairo2 1.16.0", "libfreetype6 2.12.1",
        "libharfbuzz0b 6.0.0", "libpango-1.0-0 1.50.12", "libzint2.11 2.11.1",
    ]

    static let isThatOfDebian12: Bool = {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/dpkg-query")
        let names = packages.map { String($0.prefix { $0 != " " }) }
        process.arguments = ["-W", "-f", "${Package} ${Version}\n"] + names
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        let installed = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let found = installed.split(separator: "\n")
        // Debian marks a corrected package after its version: `-1`, `+dfsg-5+deb12u4`.
        return packages.allSatisfy { package in
            ["-", "+"].contains { mended in found.contains { $0.hasPrefix(package + mended) } }
        }
    }()

    static let others = Comment(rawValue: "needs \(packages.joined(separator: ", ")), as in Debian 12")
}
