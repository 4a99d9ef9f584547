import Dispatch

#if os(Linux)
    import Glibc
#endif

extension DispatchQoS {
    /// This class if the process may give its threads a priority above the usual one, and the usual class if not.
    ///
    /// On Linux, libdispatch gives each thread the priority of its queue's class, and writes a line to the system's log for each
    /// thread for which it may not.
    package var ifPermitted: DispatchQoS { Self.mayRaisePriority ? self : .default }

    private static let mayRaisePriority: Bool = {
        #if os(Linux)
            // This changes the priority of the calling thread alone, and only for a moment.
            let thread = __priority_which_t(PRIO_PROCESS.rawValue)
            let usual = getpriority(thread, 0)
            return setpriority(thread, 0, highest) == 0 && setpriority(thread, 0, usual) == 0
        #else
            return true
        #endif
    }()

    #if os(Linux)
        /// The nice value that libdispatch gives to threads of `userInteractive`.
        private static let highest: Int32 = -4
    #endif
}
