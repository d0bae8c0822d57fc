/** Reports that the newest versions of the demo cases owe. */
import type { Trx } from '../storage/database.ts';

/** As `o`, with their cases as `c`; the caller says which of them, and in what order. */
export const dueReports = (trx: Trx, sponsorKey: number) =>
  trx
    .selectFrom('case_obligation as o')
    .innerJoin('pv_case as c', (join) =>
      join.onRef('c.sponsor_key', '=', 'o.sponsor_key').onRef('c.case_key', '=', 'o.case_key'),
    )
    .select(['o.case_key', 'o.receiver'])
    .where('o.sponsor_key', '=', sponsorKey)
    .where('c.latest', '=', true);
