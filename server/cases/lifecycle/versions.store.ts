/** Statements that make, supersede and separate versions of cases. They take the transaction, and decide nothing. */
import type { Insertable } from 'kysely';
import type { Residue } from '../../../shared/e2b/index.ts';
import type { Trx } from '../../storage/database.ts';
import type { CaseTable } from '../../storage/tables.ts';
import type { CaseRecord } from '../record/case.store.ts';

type Version = Pick<CaseRecord, 'sponsor_key' | 'case_key'>;

export const insertVersion = (trx: Trx, version: Insertable<CaseTable>) =>
  trx.insertInto('pv_case').values(version).execute();

/** Keeps what a message held that no item takes. */
export async function putResidue(
  trx: Trx,
  sponsorKey: number,
  caseKey: number,
  residue: readonly Residue[],
): Promise<void> {
  if (residue.length === 0) return;
  await trx
    .insertInto('case_residue')
    .values({ sponsor_key: sponsorKey, case_key: caseKey, residue: JSON.stringify(residue) })
    .execute();
}

const updateVersion = (trx: Trx, { sponsor_key, case_key }: Version) =>
  trx.updateTable('pv_case').where('sponsor_key', '=', sponsor_key).where('case_key', '=', case_key);

/** Lists show the version no longer. */
export const markSuperseded = (trx: Trx, version: Version) =>
  updateVersion(trx, version).set({ latest: false }).execute();

/** The first version of a case of its own, with what receivers got of it. */
export async function becomeOwnCase(
  trx: Trx,
  version: Version,
  { caseNo, search }: { caseNo: string; search: string },
): Promise<void> {
  const own = { root_case_key: version.case_key };
  await updateVersion(trx, version)
    .set({ ...own, case_no: caseNo, version_no: 1, search })
    .execute();
  await trx
    .updateTable('submission_message')
    .set(own)
    .where('sponsor_key', '=', version.sponsor_key)
    .where('case_key', '=', version.case_key)
    .execute();
}

/** Users who have it open learn that its status changed. */
export const becomeNewest = (trx: Trx, version: Version, at: Date) =>
  updateVersion(trx, version).set({ latest: true, status_at: at, retrieved_at: at }).execute();

export interface Distribution {
  sponsorKey: number;
  caseKey: number;
  at: Date;
  user: { userId: string };
  reportId: string;
  receiver: string | null;
  /** of its record; null: it has none */
  receiverKey: number | null;
}

export const insertDistribution = (
  trx: Trx,
  { sponsorKey, caseKey, at, user, reportId, receiver, receiverKey }: Distribution,
) =>
  trx
    .insertInto('distribution')
    .values({
      sponsor_key: sponsorKey,
      case_key: caseKey,
      at,
      user_id: user.userId,
      report_id: reportId,
      receiver,
      receiver_key: receiverKey,
    })
    .execute();
