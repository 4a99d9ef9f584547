/// The queries of the storage.
package protocol StorageReader: JournalReading, PaymentReading, ReceiptReading, PrintReading, OutboxReading,
    SettingsReading, KeyedRequestReading, OrderReading, CacheReading, LocalOrderReading,
    ShopReading, TableReading
{}
