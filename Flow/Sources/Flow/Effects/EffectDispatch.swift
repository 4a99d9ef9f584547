extension StateStore {
    /// Says what an effect found. Once the run is over, nothing it says is reduced.
    public struct EffectDispatch: Sendable {
        @usableFromInline let tree: Tree
        @usableFromInline let run: EffectRun
        @usableFromInline let process: @Sendable (Event) -> Void

        @inlinable init(tree: Tree, run: EffectRun, process: @escaping @Sendable (Event) -> Void) {
            self.tree = tree
            self.run = run
            self.process = process
        }

        /// Queues the event, however full the tree's lane is: a lost event would leave the effect's state in progress
        /// forever. Nil when it is queued.
        ///
        /// A run may have 1,024 events waiting; a further one is refused with `lane.full`. If it was the last one that the
        /// run says, it is reduced all the same, after those that wait, so that a run always comes to its end. An effect
        /// that has many to say waits for each with `announce`.
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

        /// Says the event, and waits until it is reduced. False when the run is over by then: whatever it does from now
        /// on, nobody hears of it, and another run may be doing the same.
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
