/// The migration that allows moving years of the journal into an archive (docs/decisions/0052).
extension Schema {
    /// Stores where the journal begins: behind the last archived entry, or at 0.
    ///
    /// Entries can be deleted only up to that place. The place moves only in a transaction whose last entry is the
    /// `journal.archived` with the same number and hash, and only to an existing entry. So no statement can delete an entry
    /// without the chain telling of it.
    ///
    /// What is kept of an archived payment (its row, and that its order is paid) never changes again, and no further refund
    /// of it is possible.
    static let archives = """
        CREATE TABLE journal_start (
            only INTEGER PRIMARY KEY NOT NULL CHECK (only = 1),
            sequence INTEGER NOT NULL,
            hash BLOB NOT NULL,
            enrolment TEXT
        ) STRICT;
        INSERT INTO journal_start VALUES (1, 0, zeroblob(32), NULL);
        CREATE TRIGGER journal_start_stays BEFORE DELETE ON journal_start
            BEGIN SELECT RAISE(ABORT, 'the journal keeps its beginning'); END;
        CREATE TRIGGER journal_start_is_one BEFORE INSERT ON journal_start
            BEGIN SELECT RAISE(ABORT, 'the journal keeps its beginning'); END;
        CREATE TRIGGER journal_start_is_told BEFORE UPDATE ON journal_start
            WHEN NEW.sequence <= OLD.sequence OR NOT EXISTS (
                SELECT 1 FROM journal_head JOIN journal AS fact ON fact.sequence = journal_head.sequence
                    JOIN journal AS last ON last.sequence = NEW.sequence
                WHERE fact.kind = 'journal.archived' AND last.hash = NEW.hash AND last.sequence < fact.sequence
                    AND json_extract(CAST(fact.payload AS TEXT), '$.archive.through') = NEW.sequence
                    AND json_extract(CAST(fact.payload AS TEXT), '$.archive.hash') = lower(hex(NEW.hash)))
            BEGIN SELECT RAISE(ABORT, 'the last entry of the journal tells what was archived'); END;
        DROP TRIGGER journal_no_delete;
        CREATE TRIGGER journal_no_delete BEFORE DELETE ON journal
            WHEN OLD.sequence > coalesce((SELECT sequence FROM journal_start), 0)
            BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
        DROP TRIGGER journal_continues;
        CREATE TRIGGER journal_continues BEFORE INSERT ON journal
            WHEN NEW.sequence IS NOT coalesce((SELECT max(sequence) FROM journal),
                    (SELECT sequence FROM journal_start), 0) + 1
                OR NEW.sequence IS NOT (SELECT sequence + 1 FROM journal_head)
                OR NEW.previous_hash IS NOT (SELECT hash FROM journal_head)
            BEGIN SELECT RAISE(ABORT, 'a journal row continues the last one'); END;
        DROP INDEX journal_by_kind;
        CREATE INDEX journal_by_kind ON journal (kind) WHERE \(JournalIndex.wasIndexedKind);

        ALTER TABLE payments ADD COLUMN archive INTEGER;
        CREATE INDEX payments_archived ON payments (archive, id) WHERE archive IS NOT NULL;
        CREATE TRIGGER archived_payments_stay BEFORE UPDATE ON payments WHEN OLD.archive IS NOT NULL
            BEGIN SELECT RAISE(ABORT, 'an archived payment does not change'); END;
        CREATE TRIGGER archived_payments_are_kept BEFORE DELETE ON payments WHEN OLD.archive IS NOT NULL
            BEGIN SELECT RAISE(ABORT, 'an archived payment is kept'); END;
        CREATE TRIGGER archived_payments_have_no_facts BEFORE UPDATE ON payments WHEN NEW.archive IS NOT NULL
            AND EXISTS (SELECT 1 FROM journal WHERE payment = NEW.id AND kind = 'payment.intended')
            BEGIN SELECT RAISE(ABORT, 'the journal tells of this payment'); END;
        CREATE TRIGGER archived_payments_give_nothing_back BEFORE INSERT ON payments WHEN NEW.original IS NOT NULL
            AND EXISTS (SELECT 1 FROM payments WHERE id = NEW.original AND archive IS NOT NULL)
            BEGIN SELECT RAISE(ABORT, 'nothing is given back of an archived payment'); END;
        CREATE TRIGGER archived_orders_stay_paid BEFORE DELETE ON paid_orders
            WHEN EXISTS (SELECT 1 FROM payments WHERE id = OLD.payment AND archive IS NOT NULL)
            BEGIN SELECT RAISE(ABORT, 'an order of an archived payment stays paid'); END;
        """
}
