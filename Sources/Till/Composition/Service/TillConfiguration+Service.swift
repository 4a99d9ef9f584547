import Configuration
import Service

extension TillConfiguration.Service {
    /// What proves over TCP who the service is; nil for no TLS.
    var tlsCertificate: ServiceCertificate? {
        guard let certificate, let certificateKey else { return nil }
        return ServiceCertificate(file: certificate, key: certificateKey)
    }

    /// What the machine's groups may do at the Unix socket.
    var socketRoles: SocketRoles {
        var groups: [(name: String, scope: TokenScope)] = []
        for name in operatorGroups { groups.append((name: name, scope: .operator)) }
        for name in integratorGroups { groups.append((name: name, scope: .integrator)) }
        for name in readOnlyGroups { groups.append((name: name, scope: .readOnly)) }
        return SocketRoles(groups)
    }
}
