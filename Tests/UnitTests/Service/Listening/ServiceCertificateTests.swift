import Foundation
import Testing

@testable import Service

/// When a certificate is warned of.
@Suite struct ServiceCertificateTests {
    private static let day = 86_400.0
    private static let cases: [(after: Double, code: String?)] = [
        (-1.0, "service.certificateNotYet"), (0.0, nil), (6_480_000.0, nil), (6_566_400.0, nil),
        (6_566_401.0, "service.certificateEnds"), (7_775_999.0, "service.certificateEnds"),
        (7_776_000.0, "service.certificateExpired"), (7_862_400.0, "service.certificateExpired"),
    ]
    private let begins = Date(timeIntervalSince1970: 1_795_219_200)

    @Test(arguments: cases)
    func itIsWarnedOfBeforeItBeginsInItsLastTwoWeeksAndAfterItsEnd(_ after: Double, _ code: String?) {
        let validity = ServiceCertificate.Validity(
            file: "/etc/till/tls.pem", begins: begins, ends: begins + 90 * Self.day)
        let warning = validity.warning(at: begins + after)
        #expect(warning?.code == code)
        #expect(warning?.sentence.contains("/etc/till/tls.pem") ?? true)
        #expect((warning?.remedy == nil) == (code == nil))
    }
}
