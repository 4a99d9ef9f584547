import Model

/// The options of `[service]`.
enum ServiceOptions {
    static let operatorGroups = groups(
        "operator_groups", "at the Unix socket may do everything ([who may do what](service.md#who-may-do-what))")
    static let integratorGroups = groups(
        "integrator_groups", "may do there what a token of the scope integrator may")
    static let readOnlyGroups = groups("read_only_groups", "may only look there, and read the journal and the figures")
    static let hosts = Option(
        "hosts",
        Takes<[String]>.list(
            Sentence("config.takes.hosts"),
            of: Takes<String>.text(upTo: 253).mapped(to: { isHost($0) ? $0 : nil }, from: { $0 }), upTo: 16),
        fallback: [],
        "What `Host` of a request over TCP may be besides `127.0.0.1`, `localhost` and `[::1]` with the port: the names under "
            + "which the service is reached directly or through a proxy, each with its port unless that is 443 "
            + "([from elsewhere](operations.md#from-elsewhere)).")
    static let certificate = Option(
        "certificate", Takes<String>.path, unset: "no TLS",
        "A file in PEM with the service's certificate and those between it and its authority. With it, the service speaks TLS "
            + "over TCP, and may listen beyond this machine.")
    static let certificateKey = Option(
        "certificate_key", Takes<String>.path, unset: "no TLS", "The file in PEM with the certificate's key.")

    static let all = [
        operatorGroups.description, integratorGroups.description, readOnlyGroups.description, hosts.description,
        certificate.description, certificateKey.description,
    ]

    private static func groups(_ key: String, _ may: String) -> Option<[String]> {
        Option(
            key,
            Takes<[String]>.list(
                Sentence("config.takes.groups"),
                of: Takes<String>.text(upTo: 32).mapped(to: { isGroup($0) ? $0 : nil }, from: { $0 }), upTo: 16),
            fallback: [], "The groups of this machine whose members \(may).")
    }

    private static func isGroup(_ name: String) -> Bool {
        name.utf8.allSatisfy { $0.isLetterOrDigit || "-_.".utf8.contains($0) }
    }

    private static func isHost(_ name: String) -> Bool {
        name.utf8.allSatisfy { $0.isLetterOrDigit || "-.:[]".utf8.contains($0) }
    }
}

extension Section {
    mutating func takeService() -> TillConfiguration.Service {
        let service = TillConfiguration.Service(
            operatorGroups: take(ServiceOptions.operatorGroups, [:]),
            integratorGroups: take(ServiceOptions.integratorGroups, [:]),
            readOnlyGroups: take(ServiceOptions.readOnlyGroups, [:]), hosts: take(ServiceOptions.hosts, [:]),
            certificate: take(ServiceOptions.certificate, [:]), certificateKey: take(ServiceOptions.certificateKey, [:])
        )
        let pair = [ServiceOptions.certificate.key, ServiceOptions.certificateKey.key]
        for (one, other) in [(pair[0], pair[1]), (pair[1], pair[0])] where isSet(one) && !isSet(other) {
            refuse(Sentence("config.needsOther", ["option": one, "other": other]), at: origin(of: one))
        }
        return service
    }
}
