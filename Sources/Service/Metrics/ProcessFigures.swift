import Foundation
import Glibc

/// What the kernel says of this process (proc(5)).
enum ProcessFigures {
    /// The memory that is resident, in bytes; nil if the kernel does not say.
    static var residentBytes: Double? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .ascii) else { return nil }
        let words = text.split(separator: " ")
        guard words.count > 1, let pages = Double(words[1]) else { return nil }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// The open file descriptors, without the one that counts them.
    static var openDescriptors: Double? {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")).map { Double($0.count - 1) }
    }

    /// The processor time of all its threads, in seconds.
    static var processorSeconds: Double? {
        var usage = rusage()
        guard getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return nil }
        let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        return Double(seconds) + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
    }
}
