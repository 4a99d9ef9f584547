import Foundation
import Glibc
import Testing

/// `/metrics`, read as Prometheus reads it.
@Suite struct MetricsTests {
    private static func figures(_ served: ServedKiosk) throws -> Exposition {
        let answer = try served.ask("GET", "/metrics")
        try #require(answer.status == 200, "\(answer)")
        #expect(answer.fields["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
        return try Exposition(String(decoding: answer.body, as: UTF8.self))
    }

    @Test func theFiguresTellWhatHappened() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            let before = try Self.figures(served)
            #expect(before.samples.allSatisfy { $0.name != "till_payments_total" })
            let begun = try served.ask("POST", "/v1/payments", #"{"order": 1042}"#, key: "k1")
            _ = try served.end(of: begun.text("payment"))
            _ = try served.ask("GET", "/v1/payments/pay-NONE")
            _ = try served.ask("GET", "/v1/nothing/4539682074139251")
            // The receipts are printed after the payment has ended.
            var figures = try Self.figures(served)
            while figures.value("till_print_jobs_total", ["result": "probably"]) != 2, !served.child.hasEnded {
                poll(nil, 0, 50)
                figures = try Self.figures(served)
            }
            #expect(figures.value("till_payments_total", ["kind": "payment", "outcome": "approved"]) == 1)
            for phase in ["preparing", "terminal", "settling", "whole", "printing"] {
                #expect(figures.value("till_payment_duration_seconds_count", ["phase": phase]) == 1, "\(phase)")
            }
            let whole = try #require(figures.value("till_payment_duration_seconds_sum", ["phase": "whole"]))
            #expect((0.05...60).contains(whole))
            #expect(figures.value("till_payments_in_doubt") == 0)
            #expect(figures.value("till_device_up", ["device": "counter", "kind": "reader"]) == 1)
            #expect(figures.value("till_printer_paper_state", ["device": "receipts", "state": "ok"]) == 1)
            #expect((figures.value("till_journal_commit_duration_seconds_count") ?? 0) >= 3)
            #expect((figures.value("process_resident_memory_bytes") ?? 0) > 1_000_000)
            let missing = ["method": "GET", "route": "/v1/payments/{id}", "status": "404"]
            #expect(figures.value("till_http_requests_total", missing) == 1)
            #expect(
                figures.value("till_http_requests_total", ["method": "other", "route": "other", "status": "404"]) == 1)
            #expect(figures.wrongBuckets == [])
        }
    }

    /// The names of the conventions that others' tools expect, with what each of them is.
    private static let kinds = [
        "till_payments_total": "counter", "till_payment_duration_seconds": "histogram",
        "till_payments_in_doubt": "gauge", "till_payment_in_doubt_age_seconds": "gauge", "till_device_up": "gauge",
        "till_device_reconnects_total": "counter", "till_protocol_errors_total": "counter",
        "till_print_jobs_total": "counter", "till_printer_paper_state": "gauge",
        "till_journal_commit_duration_seconds": "histogram", "till_journal_sequence": "counter",
        "till_journal_verified_timestamp_seconds": "gauge", "till_journal_verified": "gauge",
        "till_outbox_pending": "gauge", "till_reconciliation_difference_minor_units": "gauge",
        "till_build_info": "gauge",
    ]

    @Test func everyNamedFigureIsThereWithItsKindAndItsHelp() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            // A family without its help is refused by the reading.
            let before = try Self.figures(served)
            for (name, kind) in Self.kinds { #expect(before.kinds[name] == kind, "\(name)") }
            #expect(before.value("till_journal_verified_timestamp_seconds") == 0)
            let begun = try served.ask("POST", "/v1/payments", #"{"order": 1042}"#, key: "k1")
            _ = try served.end(of: begun.text("payment"))
            #expect(try served.ask("GET", "/v1/journal/verification").status == 200)
            let ended = try await served.ask("POST", "/v1/ends-of-day", "{}", key: "evening") { $0.status == 200 }
            #expect(ended.text("verdict") == "agrees", "\(ended)")
            let after = try Self.figures(served)
            #expect((after.value("till_journal_verified_timestamp_seconds") ?? 0) > 1_600_000_000)
            #expect(after.value("till_journal_verified") == 1)
            let books = ["device": "counter", "currency": "EUR"]
            #expect(after.value("till_reconciliation_difference_minor_units", books) == 0)
            #expect(after.value("till_device_reconnects_total", ["device": "counter", "kind": "reader"]) == 0)
        }
    }

    /// Whatever is asked, there are no more figures than routes, statuses and devices.
    @Test func noLabelHasAnIdOrWhateverSomebodySends() async throws {
        try await Kiosk.run { kiosk in
            let served = try await ServedKiosk(kiosk)
            for number in 0..<30 {
                _ = try served.ask("GET", "/v1/orders/\(number)")
                _ = try served.ask("X\(number)", "/v1/orders")
                _ = try served.ask("GET", "/elsewhere/\(number)")
            }
            let figures = try Self.figures(served)
            #expect(figures.samples.count { $0.name == "till_http_requests_total" } < 10)
            let labels = Set(figures.samples.flatMap { $0.labels.values })
            #expect(labels.allSatisfy { !$0.contains("pay-") && !$0.contains("1042") && !$0.contains("serial:") })
        }
    }

    @Test func aKioskHasNoRightToTheFigures() async throws {
        try await Kiosk.run { kiosk in
            let served = try await ServedKiosk(kiosk, scope: "kiosk")
            #expect(try served.ask("GET", "/metrics").status == 403)
            #expect(try served.ask("GET", "/metrics", token: "").status == 401)
            let reader = try await ServedKiosk.token(kiosk, "read-only")
            #expect(try served.ask("GET", "/metrics", token: reader).status == 200)
        }
    }
}
