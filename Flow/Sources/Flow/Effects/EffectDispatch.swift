extension StateStore {
    /// Dispatches an effect's events. Events after the end of the run are ignored.
    public struct EffectDispatch: Sendable {
        @usableFromInline let tree: Tree
        @usableFromInline let run: EffectRun
        @usableFromInline let process: @Sendable (Event) -> Void

        @inlinable init(tree: Tree, run: EffectRun, process: @escaping @Sendable (Event) -> Void) {
            self.tree = tree
            self.run = run
            self.process = process
        }

        /// Queues the event even if the tree's lane is full, since a lost event would leave the effect's state in progress
        /// for ever. Returns nil when it is queued.
        ///
        /// A run may have 1,024 waiting events; further ones are refused with `lane.full`. If the refused event was the
        /// run's last one, it is reduced after the waiting ones, so that a run always ends. An effect with many events waits
        /// for each with `announce`.
        @discardableResult
        @inlinable public func callAsFunction(_ event: Event) -> Failure? {
            let work: @Sendable () -> Void = { [run, process] in if run.isUnderWay { process(event) } }
            guard run.enters(else: work) else { return .laneFull("effect") }
            tree.soon { [run] in
                work()
                run.leave()
            }
            return nil
        }

        /// Dispatches the event and waits until it is reduced. Returns false when the run is over by then: later events are
        /// ignored, and another run may be doing the same work.
        public func announce(_ event: Event) async -> Bool {
            let answer = Answer<Bool>()
            tree.soon {
                if run.isUnderWay { process(event) }
                answer.settle(.success(run.isUnderWay))
            }
            return (try? await answer.value()) ?? false
        }
    }
}
