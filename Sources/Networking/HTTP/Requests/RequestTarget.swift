/// A URL without its query.
struct RequestTarget: Hashable, Sendable {
    let scheme: ShopAddress.Scheme
    let host: String
    let port: Int?
    /// Percent-encoded, with the slash at its beginning.
    let path: String

    init(scheme: ShopAddress.Scheme, host: String, port: Int?, path: String) {
        self.scheme = scheme
        self.host = host
        self.port = port == scheme.port ? nil : port
        self.path = path
    }

    var url: String { "\(scheme.rawValue)://\(host)\(port.map { ":\($0)" } ?? "")\(path)" }

    /// The address of this target, for questions that concern host and scheme.
    var address: ShopAddress {
        ShopAddress(scheme: scheme, host: host, port: port, folder: "", permalinks: .usual)
    }
}
