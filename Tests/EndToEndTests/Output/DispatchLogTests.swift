import Foundation
import Testing

/// What libdispatch writes to the system's log in commands of an ordinary user.
@Suite struct DispatchLogTests {
    @Test(.enabled("needs strace and the right to trace a process", { await SystemCalls.canBeWatched() }))
    func aCommandThatMayNotRaisePrioritiesWritesNothingThere() async throws {
        try await Kiosk.run { kiosk in
            let calls = kiosk.path("calls")
            let demo = [
                Programs.path("till"), "demo", "--reader", "simulated", "--data", kiosk.path("demo"), "--out",
                kiosk.path("receipts"),
            ]
            // As an ordinary user, the process must not have the right to nice values below zero.
            let watched = try await kiosk.start(
                "/usr/bin/setpriv",
                ["--bounding-set=-sys_nice", SystemCalls.strace, "-f", "-e", "trace=connect,setpriority", "-o", calls]
                    + demo
            ).end()
            #expect(watched.code == 0, "\(watched)")
            let lines = try String(contentsOfFile: calls, encoding: .utf8).split(separator: "\n")
            #expect(lines.contains { $0.contains("setpriority(PRIO_PROCESS, 0, -4)") && $0.contains("EACCES") })
            #expect(lines.filter { $0.contains("/dev/log") } == [])
        }
    }
}
