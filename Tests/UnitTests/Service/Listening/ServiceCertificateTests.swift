import Foundation
import Testing

@testable import Service

/// When a certificate is warned of.
@Suite struct ServiceCertificateTests {
    private static let day: TimeInterval = 86_400
    private let begins = Date(timeIntervalSince1970: 1_795_219_200)

    @Test(arguments: [
        (-1, "service.certificateNotYet"), (0, nil), (75 * day, nil), (76 * day, nil),
        (76 * day + 1, "service.certificateEnds"), (90 * day - 1, "service.certificateEnds"),
        (90 * day, "service.certificateExpired"), (91 * day, "service.certificateExpired"),
    ])
    func itIsWarnedOfBeforeItBeginsInItsLastTwoWeeksAndAfterItsEnd(_ after: TimeInterval, _ code: String?) {
        let validity = ServiceCertificate.Validity(
            file: "/etc/till/tls.pem", begins: begins, ends: begins + 90 * Self.day)
        let warning = validity.warning(at: begins + after)
        #expect(warning?.code == code)
        #expect(warning?.sentence.contains("/etc/till/tls.pem") ?? true)
        #expect((warning?.remedy == nil) == (code == nil))
    }
}
