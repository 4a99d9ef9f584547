extension Sentence {
    /// A size on a disk: `3.5 GB`.
    package init(size bytes: Double) {
        func tenths(of unit: Double) -> WrittenTenths { WrittenTenths(Int64((bytes / unit * 10).rounded())) }
        self =
            switch bytes {
            case 1e9...: Sentence("size.gigabytes", ["size": tenths(of: 1e9)])
            case 1e6...: Sentence("size.megabytes", ["size": tenths(of: 1e6)])
            default: Sentence("size.kilobytes", ["size": tenths(of: 1e3)])
            }
    }

    /// A size on a disk, in whole units: `12 MB`.
    package init(roughSize bytes: UInt64) {
        self =
            bytes < 10_000_000
            ? Sentence("size.kilobytes", ["size": "\(bytes / 1_000)"])
            : Sentence("size.megabytes", ["size": "\(bytes / 1_000_000)"])
    }
}
