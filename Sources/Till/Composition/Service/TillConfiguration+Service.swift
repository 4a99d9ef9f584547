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
        SocketRoles(
            operatorGroups.map { ($0, .operator) } + integratorGroups.map { ($0, .integrator) }
                + readOnlyGroups.map { ($0, .readOnly) })
    }
}
