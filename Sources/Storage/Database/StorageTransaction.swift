/// The queries and changes available inside one transaction.
package protocol StorageTransaction: StorageReader, JournalWriting, PaymentWriting, ReceiptWriting, PrintWriting,
    OutboxWriting, SettingsWriting, KeyedRequestWriting, OrderWriting, CacheWriting, LocalOrderWriting,
    ShopWriting
{}
