/// The queries of the storage.
package protocol StorageReader: JournalReading, PaymentReading, ReceiptReading, PrintReading, OutboxReading,
    SettingsReading, OrderReading, CacheReading, LocalOrderReading,
    ShopReading, TableReading
{}
