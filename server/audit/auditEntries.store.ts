/** Entries of audit trails with their saves. Takes the transaction it is part of, and decides nothing. */
import type { Trx } from '../storage/database.ts';

/** Entries (`e`), each with the save (`s`) that it is of; the caller limits them to a chain. */
export const auditEntries = (trx: Trx) =>
  trx
    .selectFrom('audit_entry as e')
    .innerJoin('audit_save as s', (join) =>
      join
        .onRef('s.sponsor_key', '=', 'e.sponsor_key')
        .onRef('s.scope', '=', 'e.scope')
        .onRef('s.scope_key', '=', 'e.scope_key')
        .onRef('s.save_no', '=', 'e.save_no'),
    );
