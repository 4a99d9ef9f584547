import Failures
import Flow
import Glibc

/// A child program that runs beside the simulation; the simulation ends with it.
struct Companion {
    private let process: pid_t

    /// Starts the program with additional environment variables. Call `UntilTold.holdSignals` before any thread is
    /// made.
    ///
    /// Throws `simulator.command` when the program cannot be started.
    init(_ command: [String], _ surroundings: [String: String]) throws(Failure) {
        for (name, value) in surroundings { setenv(name, value, 1) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var pointers = command.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var process = pid_t()
        let error = PrivateFiles.asBefore {
            posix_spawnp(&process, command[0], nil, &attributes, &pointers, environ)
        }
        guard error == 0 else {
            throw Failure(
                SimulatorFailure.command, "\(command[0]) cannot be started: \(String(cString: strerror(error)))",
                recovery: .giveUp)
        }
        self.process = process
    }

    /// Waits for the end and returns the exit status, or 128 plus the number of the signal that ended it.
    ///
    /// Signals sent to this process are passed on. Signals from the keyboard have already reached the program.
    func wait() -> Int32 {
        var signals = UntilTold.signals
        sigaddset(&signals, SIGCHLD)
        var status: Int32 = 0
        while waitpid(process, &status, WNOHANG) == 0 {
            var information = siginfo_t()
            let received = sigwaitinfo(&signals, &information)
            if received > 0, received != SIGCHLD, information.si_code <= 0 { kill(process, received) }
        }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}
