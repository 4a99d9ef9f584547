import Foundation
import Networking
import Testing

@testable import Service

/// The field `Date` of an answer.
@Suite struct AnswerDateTests {
    @Test func aTimeIsWrittenAsHTTPWritesIt() {
        let dates = AnswerDates()
        // The example of RFC 9110 §5.6.7.
        #expect(dates.text(of: Date(timeIntervalSince1970: 784_111_777)) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(dates.text(of: Date(timeIntervalSince1970: 784_111_777.9)) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(dates.text(of: Date(timeIntervalSince1970: 1_795_910_400)) == "Sun, 29 Nov 2026 00:00:00 GMT")
    }

    @Test func whatIsWrittenReadsBack() {
        // Each 20 days and some hours, through leap years and centuries.
        for second in stride(from: 0.0, to: 10_000_000_000, by: 1_743_217) {
            let time = Date(timeIntervalSince1970: second)
            #expect(HTTPDate.read(HTTPDate.text(of: time)) == time)
        }
    }
}
