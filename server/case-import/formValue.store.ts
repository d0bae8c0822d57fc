/** Query on the proposals of printed forms. It takes the transaction it is part of, and decides nothing. */
import { sql } from 'kysely';
import type { FormProvenance } from '../../shared/provenance/provenance.ts';
import type { FormProposal } from '../../shared/report-reading/sheet.types.ts';
import type { Trx } from '../storage/database.ts';

interface FormValue {
  file_name: string;
  proposal: FormProposal;
}

/** The proposal that a value was accepted from, with the name of its file. */
export async function findFormValue(
  trx: Trx,
  sponsorKey: number,
  { runKey, seq, valueNo }: FormProvenance,
): Promise<FormValue | undefined> {
  const { rows } = await sql<FormValue>`
    select b.file_name, m.printed -> ${sql.lit(valueNo - 1)} as proposal from import_message m
    join import_batch b on b.sponsor_key = m.sponsor_key and b.run_key = m.run_key and b.batch_no = m.batch_no
    where m.sponsor_key = ${sponsorKey} and m.run_key = ${runKey} and m.seq = ${seq}
      and jsonb_array_length(m.printed) >= ${valueNo}`.execute(trx);
  return rows[0];
}
