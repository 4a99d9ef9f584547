/// What a person reads in the journal of a terminal, or in the acquirer's.
struct ReadJournal {
    /// The newest entry. A reservation that lapsed at the host is not in a journal, and has no number.
    let newest: HonestBook.Entry?
}
