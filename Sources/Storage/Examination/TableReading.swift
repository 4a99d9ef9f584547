package protocol TableReading {
    /// The rows of a table with numbers above `row`, ascending, at most `limit`.
    func rowNames(of table: DerivedTable, after row: Int64, limit: Int) throws(StorageError) -> [RowName]
    /// The number of the first entry with this hash; nil when there is none. This reads the whole journal.
    func journalSequence(hash: [UInt8]) throws(StorageError) -> Int64?
}
