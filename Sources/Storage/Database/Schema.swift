import Foundation
import GRDB
import Model

/// The tables, as numbered migrations. A released migration never changes; none deletes a row of the journal or changes what
/// is kept of archived payments.
enum Schema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            for sql in [journal, payments, paper, shop, keeping] { try database.execute(sql: sql) }
        }
        migrator.registerMigration("2") { database in try database.execute(sql: givingBack) }
        migrator.registerMigration("3") { database in try database.execute(sql: reports) }
        migrator.registerMigration("4") { database in try database.execute(sql: reservations) }
        migrator.registerMigration("5") { database in try database.execute(sql: withdrawals) }
        migrator.registerMigration("6") { database in try database.execute(sql: growth) }
        // Releases without this migration must leave the database alone: from the till's next enrolment on, hashes include
        // the till's name, which they would take for a broken chain and continue wrongly. No other table refers to what is
        // dropped, so foreign keys need no full check.
        migrator.registerMigration("7", foreignKeyChecks: .immediate) { database in
            database.add(function: ShopOrder.searchTextFunction)
            defer { database.remove(function: ShopOrder.searchTextFunction) }
            try database.execute(sql: years)
        }
        // A release without this step cannot read a receipt that refers to the other copy of its payment.
        migrator.registerMigration("8", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: copies)
        }
        // A release without this step would take a journal whose beginning is archived for one that lost it.
        migrator.registerMigration("9", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: archives)
        }
        // A release without this step would deliver messages that a shop refused for good, and those of any shop.
        migrator.registerMigration("10") { database in try database.execute(sql: sites) }
        migrator.registerMigration("11") { database in try database.execute(sql: cache) }
        migrator.registerMigration("12") { database in try database.execute(sql: shopDocuments) }
        migrator.registerMigration("13") { database in try database.execute(sql: keyedRequests) }
        migrator.registerMigration("14", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: endsOfDay)
        }
        return migrator
    }

    /// The number of the newest migration.
    static var newest: String { migrator.migrations.last ?? "0" }

    /// The number of the newest migration that a database has, known to this release or not.
    static func newest(in database: Database) throws -> String {
        try migrator.appliedIdentifiers(database).max { $0.compare($1, options: .numeric) == .orderedAscending } ?? "0"
    }

    /// `BEFORE INSERT` also refuses what `INSERT OR REPLACE` would overwrite: SQLite fires no delete trigger for that.
    private static let journal = """
        CREATE TABLE journal (
            sequence INTEGER PRIMARY KEY NOT NULL,
            at INTEGER NOT NULL,
            payment TEXT,
            kind TEXT NOT NULL,
            payload BLOB NOT NULL,
            previous_hash BLOB NOT NULL,
            hash BLOB NOT NULL
        ) STRICT;
        CREATE INDEX journal_by_payment ON journal (payment, sequence) WHERE payment IS NOT NULL;
        CREATE TRIGGER journal_no_update BEFORE UPDATE ON journal
            BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
        CREATE TRIGGER journal_no_delete BEFORE DELETE ON journal
            BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;

        CREATE TABLE journal_head (
            only INTEGER PRIMARY KEY NOT NULL CHECK (only = 1),
            sequence INTEGER NOT NULL,
            hash BLOB NOT NULL
        ) STRICT;
        INSERT INTO journal_head VALUES (1, 0, zeroblob(32));
        CREATE TRIGGER journal_continues BEFORE INSERT ON journal
            WHEN NEW.sequence IS NOT (SELECT coalesce(max(sequence), 0) + 1 FROM journal)
                OR NEW.sequence IS NOT (SELECT sequence + 1 FROM journal_head)
                OR NEW.previous_hash IS NOT (SELECT hash FROM journal_head)
            BEGIN SELECT RAISE(ABORT, 'a journal row continues the last one'); END;
        CREATE TRIGGER journal_head_stays BEFORE DELETE ON journal_head
            BEGIN SELECT RAISE(ABORT, 'the journal keeps its head'); END;
        """

    /// `open` payments hold their order and their terminal, at most one payment each (docs/payment-steps.md, I1).
    private static let payments = """
        CREATE TABLE payments (
            id TEXT PRIMARY KEY NOT NULL,
            idempotency_key TEXT UNIQUE,
            fingerprint TEXT NOT NULL,
            site INTEGER NOT NULL,
            order_id INTEGER,
            amount_minor INTEGER NOT NULL,
            currency TEXT NOT NULL,
            tip_minor INTEGER,
            terminal_address TEXT NOT NULL,
            terminal_id TEXT,
            watermark INTEGER,
            stage TEXT NOT NULL,
            result TEXT,
            outcome TEXT,
            outcome_kind TEXT,
            language TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL,
            open INTEGER NOT NULL GENERATED ALWAYS AS
                (stage <> 'settled' OR coalesce(outcome_kind, 'inDoubt') = 'inDoubt') STORED
        ) STRICT;
        CREATE UNIQUE INDEX one_open_payment_per_order ON payments (site, order_id) WHERE open = 1;
        CREATE UNIQUE INDEX one_open_payment_per_terminal ON payments (terminal_address) WHERE open = 1;
        CREATE INDEX payments_by_order ON payments (site, order_id) WHERE order_id IS NOT NULL;

        CREATE TABLE terminals (
            terminal_id TEXT PRIMARY KEY NOT NULL,
            last_receipt_number INTEGER,
            last_trace INTEGER,
            updated_at INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE terminal_texts (
            payment TEXT NOT NULL REFERENCES payments (id),
            ordinal INTEGER NOT NULL,
            copy TEXT,
            lines TEXT NOT NULL,
            ends_receipt INTEGER NOT NULL,
            PRIMARY KEY (payment, ordinal)
        ) STRICT;
        """

    /// A refund or reversal belongs to its payment and holds its terminal, but not its order. The sum never exceeds the
    /// payment, even if a caller forgets to check.
    private static let givingBack = """
        ALTER TABLE payments ADD COLUMN kind TEXT NOT NULL DEFAULT 'payment';
        ALTER TABLE payments ADD COLUMN original TEXT REFERENCES payments (id);
        DROP INDEX one_open_payment_per_order;
        CREATE UNIQUE INDEX one_open_payment_per_order ON payments (site, order_id) WHERE open = 1 AND kind = 'payment';
        CREATE INDEX payments_by_original ON payments (original) WHERE original IS NOT NULL;
        CREATE TRIGGER never_more_back_than_was_paid BEFORE INSERT ON payments WHEN NEW.original IS NOT NULL
            AND NEW.amount_minor + (SELECT coalesce(sum(amount_minor), 0) FROM payments
                WHERE original = NEW.original AND (open = 1 OR outcome_kind = 'approved'))
            > coalesce((SELECT amount_minor FROM payments
                WHERE id = NEW.original AND open = 0 AND outcome_kind = 'approved' AND currency = NEW.currency), 0)
            BEGIN SELECT RAISE(ABORT, 'no more can be given back than was paid'); END;
        """

    /// A reservation ends once, by booking or by release. While an order is being reserved for or booked, no other
    /// reservation, booking or payment of it begins.
    private static let reservations = """
        CREATE UNIQUE INDEX one_end_of_a_reservation ON payments (original)
            WHERE kind IN ('booking', 'release') AND (open = 1 OR outcome_kind = 'approved');
        DROP INDEX one_open_payment_per_order;
        CREATE UNIQUE INDEX one_open_payment_per_order ON payments (site, order_id)
            WHERE open = 1 AND kind NOT IN ('refund', 'reversal');
        """

    /// A receipt may belong to an end of day instead of a payment. Rows keep their order and their prints.
    private static let reports = """
        CREATE TABLE receipts_of_all (
            id TEXT PRIMARY KEY NOT NULL,
            payment TEXT NOT NULL,
            order_number TEXT,
            copy TEXT NOT NULL,
            document TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            UNIQUE (payment, copy)
        ) STRICT;
        INSERT INTO receipts_of_all (rowid, id, payment, order_number, copy, document, created_at)
            SELECT rowid, id, payment, order_number, copy, document, created_at FROM receipts;
        DROP TABLE receipts;
        ALTER TABLE receipts_of_all RENAME TO receipts;
        CREATE INDEX receipts_by_order ON receipts (order_number) WHERE order_number IS NOT NULL;
        """

    /// A receipt is withdrawn when an operator withdraws the settlement that it shows, and is not printed any more. Receipts
    /// that older releases left standing are found by the journal.
    private static let withdrawals = """
        CREATE TABLE receipts_with_withdrawals (
            id TEXT PRIMARY KEY NOT NULL,
            payment TEXT NOT NULL,
            order_number TEXT,
            copy TEXT NOT NULL,
            document TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            withdrawn_at INTEGER
        ) STRICT;
        INSERT INTO receipts_with_withdrawals
                (rowid, id, payment, order_number, copy, document, created_at, withdrawn_at)
            SELECT rowid, id, payment, order_number, copy, document, created_at,
                (SELECT max(at) FROM journal WHERE journal.payment = receipts.payment
                    AND kind = 'payment.operatorWithdrew' AND at >= created_at)
            FROM receipts;
        DROP TABLE receipts;
        ALTER TABLE receipts_with_withdrawals RENAME TO receipts;
        CREATE INDEX receipts_by_order ON receipts (order_number) WHERE order_number IS NOT NULL;
        CREATE INDEX receipts_by_payment ON receipts (payment);
        CREATE UNIQUE INDEX one_standing_receipt_per_copy ON receipts (payment, copy) WHERE withdrawn_at IS NULL;
        UPDATE print_jobs SET state = 'voided' WHERE state = 'pending'
            AND receipt IN (SELECT id FROM receipts WHERE withdrawn_at IS NOT NULL);
        """

    /// Indexes for everything that is looked up at each start and that money depends on, without full table scans. SQLite
    /// uses a partial index only when a statement repeats its condition word for word.
    private static let growth = """
        CREATE INDEX payments_open ON payments (open) WHERE open = 1;
        CREATE INDEX payments_reserving ON payments (kind) WHERE kind = 'reservation';
        DROP INDEX print_jobs_unfinished;
        CREATE INDEX print_jobs_pending ON print_jobs (state) WHERE state = 'pending';
        CREATE INDEX print_jobs_printing ON print_jobs (state) WHERE state = 'printing';
        CREATE INDEX print_jobs_unknown ON print_jobs (state) WHERE state = 'unknown';
        CREATE INDEX journal_by_kind ON journal (kind, sequence) WHERE kind IN ('endOfDay.settled', 'journal.accepted',
            'payment.goods', 'payment.goodsTooLate', 'till.enrolled');
        CREATE INDEX journal_intents_by_original ON journal (\(JournalIndex.original)) WHERE \(JournalIndex.isIntent);
        CREATE INDEX journal_intents_by_order ON journal (\(JournalIndex.order)) WHERE \(JournalIndex.isIntent);
        """

    /// Text that the journal already has is not stored twice. The embedded shop finds its orders by status and text, and
    /// counts them, without reading all of them.
    private static let years = """
        DROP TABLE terminal_texts;
        DROP INDEX journal_by_kind;
        CREATE INDEX journal_by_kind ON journal (kind, sequence) WHERE \(JournalIndex.wasIndexedKind);

        CREATE INDEX shop_orders_by_status ON shop_orders (status, order_id);
        CREATE TABLE shop_order_texts (order_id INTEGER PRIMARY KEY NOT NULL, text TEXT NOT NULL) STRICT;
        INSERT INTO shop_order_texts SELECT order_id, till_search_text(body) FROM shop_orders;
        CREATE TABLE shop_order_counts (status TEXT PRIMARY KEY NOT NULL, count INTEGER NOT NULL) STRICT;
        INSERT INTO shop_order_counts SELECT status, count(*) FROM shop_orders GROUP BY status;
        CREATE TRIGGER shop_order_counted AFTER INSERT ON shop_orders BEGIN
            INSERT INTO shop_order_counts VALUES (NEW.status, 1)
                ON CONFLICT (status) DO UPDATE SET count = count + 1;
        END;
        CREATE TRIGGER shop_order_counted_anew AFTER UPDATE OF status ON shop_orders WHEN NEW.status <> OLD.status BEGIN
            UPDATE shop_order_counts SET count = count - 1 WHERE status = OLD.status;
            INSERT INTO shop_order_counts VALUES (NEW.status, 1)
                ON CONFLICT (status) DO UPDATE SET count = count + 1;
        END;
        CREATE TRIGGER shop_order_gone AFTER DELETE ON shop_orders BEGIN
            UPDATE shop_order_counts SET count = count - 1 WHERE status = OLD.status;
            DELETE FROM shop_order_texts WHERE order_id = OLD.order_id;
        END;
        """

    /// Removes from indexes what another index or the row number already provides.
    private static let copies = """
        DROP INDEX receipts_by_payment;
        CREATE INDEX receipts_withdrawn ON receipts (payment) WHERE withdrawn_at IS NOT NULL;
        DROP INDEX journal_by_payment;
        CREATE INDEX journal_by_payment ON journal (payment) WHERE payment IS NOT NULL;
        DROP INDEX journal_by_kind;
        CREATE INDEX journal_by_kind ON journal (kind) WHERE \(JournalIndex.wasIndexedKind);
        CREATE INDEX journal_by_key ON journal (\(JournalIndex.key)) WHERE \(JournalIndex.isIntent);
        """

    /// Every fact of an end of day, and what is known since a restore, is found without reading what was written in between.
    private static let endsOfDay = """
        DROP INDEX journal_by_kind;
        CREATE INDEX journal_by_kind ON journal (kind) WHERE \(JournalIndex.isIndexedKind);
        """

    /// A print that was begun may have reached paper: of these, at most one per receipt is unmarked, and no two have equal
    /// marks (I8).
    private static let paper = """
        CREATE TABLE receipts (
            id TEXT PRIMARY KEY NOT NULL,
            payment TEXT NOT NULL REFERENCES payments (id),
            order_number TEXT,
            copy TEXT NOT NULL,
            document TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            UNIQUE (payment, copy)
        ) STRICT;
        CREATE INDEX receipts_by_order ON receipts (order_number) WHERE order_number IS NOT NULL;

        CREATE TABLE print_jobs (
            id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
            receipt TEXT NOT NULL REFERENCES receipts (id),
            copy TEXT NOT NULL,
            duplicate INTEGER CHECK (duplicate >= 1),
            printer TEXT NOT NULL,
            state TEXT NOT NULL,
            failure_code TEXT,
            failure_sentence TEXT,
            created_at INTEGER NOT NULL,
            started_at INTEGER,
            finished_at INTEGER
        ) STRICT;
        CREATE INDEX print_jobs_by_receipt ON print_jobs (receipt);
        CREATE INDEX print_jobs_unfinished ON print_jobs (state, id) WHERE state IN ('pending', 'printing');
        CREATE UNIQUE INDEX one_print_per_mark ON print_jobs (receipt, coalesce(duplicate, 0))
            WHERE state IN ('printing', 'confirmed', 'probably', 'unknown');
        """

    /// `orders` is a cache and may be dropped; `paid_orders` is the till's own knowledge and may not.
    private static let shop = """
        CREATE TABLE orders (
            site INTEGER NOT NULL,
            order_id INTEGER NOT NULL,
            status TEXT NOT NULL,
            awaits_payment INTEGER NOT NULL,
            search_text TEXT NOT NULL,
            document TEXT NOT NULL,
            fetched_at INTEGER NOT NULL,
            PRIMARY KEY (site, order_id)
        ) STRICT;
        CREATE TABLE paid_orders (
            site INTEGER NOT NULL,
            order_id INTEGER NOT NULL,
            payment TEXT NOT NULL UNIQUE REFERENCES payments (id),
            paid_at INTEGER NOT NULL,
            PRIMARY KEY (site, order_id)
        ) STRICT;
        CREATE TABLE shop_orders (
            order_id INTEGER PRIMARY KEY NOT NULL,
            status TEXT NOT NULL,
            body BLOB NOT NULL
        ) STRICT;
        """

    /// Messages belong to one shop. What a shop refused for good is set aside with the reason.
    private static let sites = """
        ALTER TABLE outbox ADD COLUMN site INTEGER;
        ALTER TABLE outbox ADD COLUMN refusal TEXT;
        UPDATE outbox SET site = json_extract(CAST(payload AS TEXT), '$.site')
            WHERE json_valid(CAST(payload AS TEXT)) AND json_type(CAST(payload AS TEXT), '$.site') = 'integer';
        CREATE INDEX outbox_of_site ON outbox (site, position) WHERE delivered_at IS NULL;
        """

    /// What the embedded shop keeps besides its orders. A removed document is an empty one.
    private static let shopDocuments = """
        CREATE TABLE shop_documents (
            resource TEXT NOT NULL,
            id INTEGER NOT NULL,
            parent INTEGER NOT NULL,
            body BLOB NOT NULL,
            PRIMARY KEY (resource, id)
        ) STRICT;
        CREATE INDEX shop_documents_by_parent ON shop_documents (resource, parent, id);
        """

    /// What is known of requests with an idempotency key, which a repeated request is answered with.
    private static let keyedRequests = """
        CREATE TABLE keyed_requests (
            key TEXT PRIMARY KEY NOT NULL,
            at INTEGER NOT NULL,
            document BLOB NOT NULL
        ) STRICT;
        CREATE INDEX keyed_requests_by_time ON keyed_requests (at);
        """

    private static let keeping = """
        CREATE TABLE outbox (
            position INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
            id TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL,
            payload BLOB NOT NULL,
            created_at INTEGER NOT NULL,
            delivered_at INTEGER
        ) STRICT;
        CREATE INDEX outbox_pending ON outbox (position) WHERE delivered_at IS NULL;
        CREATE TABLE settings (key TEXT PRIMARY KEY NOT NULL, value BLOB NOT NULL) STRICT;
        """
}
