/** Queries on signatures. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import { hasChangedContent } from '../../audit/versionAuthors.store.ts';
import type { CaseRecord } from '../../cases/record/case.store.ts';
import type { Trx } from '../../storage/database.ts';

/**
 * Signatures under all versions of the case. `intact`: the entry in the hash chain says of who, when, meaning and signed
 * hash the same as the signature does, and the chain has that hash. Saves of values of the version since are counted, each
 * once: pages and consequences have entries of their own. They are also in the chain that a version begins which leaves.
 */
export const findSignatures = (trx: Trx, { sponsor_key, root_case_key }: CaseRecord) =>
  trx
    .selectFrom('signature as s')
    .innerJoin('pv_case as c', (join) =>
      join.onRef('c.sponsor_key', '=', 's.sponsor_key').onRef('c.case_key', '=', 's.case_key'),
    )
    .innerJoin('audit_save as a', (join) =>
      join
        .onRef('a.sponsor_key', '=', 's.sponsor_key')
        .onRef('a.scope', '=', 's.scope')
        .onRef('a.scope_key', '=', 's.scope_key')
        .onRef('a.save_no', '=', 's.save_no'),
    )
    .innerJoin('audit_entry as e', (join) =>
      join
        .onRef('e.sponsor_key', '=', 's.sponsor_key')
        .onRef('e.scope', '=', 's.scope')
        .onRef('e.scope_key', '=', 's.scope_key')
        .onRef('e.save_no', '=', 's.save_no')
        .on('e.entry_no', '=', 1),
    )
    .selectAll('s')
    .select([
      'c.version_no',
      'a.reason',
      sql<boolean>`a.user_key = s.user_key and a.user_id = s.user_id and a.user_name = s.user_name and a.at = s.at
        and e.item_id = s.status_id and e.properties ->> 'meaning' = s.meaning
        and e.properties ->> 'signedHash' = s.signed_hash
        and exists (select 1 from audit_save x where x.sponsor_key = s.sponsor_key and x.scope = s.scope
          and x.scope_key = s.scope_key and x.save_no = s.signed_save_no and x.hash = s.signed_hash)`.as(
        'intact',
      ),
      sql<number>`(select count(distinct x.at) from audit_save x where x.sponsor_key = s.sponsor_key
        and x.scope = s.scope and x.scope_key in (s.scope_key, c.root_case_key) and x.case_key = s.case_key
        and (x.scope_key <> s.scope_key or x.save_no > s.save_no) and x.page <> ''
        and ${hasChangedContent('x')})`.as('changes_since'),
    ])
    .where('s.sponsor_key', '=', sponsor_key)
    .where('c.sponsor_key', '=', sponsor_key)
    .where('c.root_case_key', '=', root_case_key)
    .orderBy('s.at', 'desc')
    .orderBy('s.signature_key', 'desc')
    .execute();
