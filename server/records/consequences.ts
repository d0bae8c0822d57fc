/** The kinds of records that bring about something outside of their records. */
import { userAccount } from '../accounts/userAccount.ts';
import { synonymRecord } from '../coding/synonymRecord.ts';
import { companyRecord } from '../companies/companyRecord.ts';
import type { Refusal } from '../page-save/refusal.ts';
import type { Trx } from '../storage/database.ts';
import type { RecordKind } from '../../schemas/compile/catalogue.types.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { SessionUser } from '../http/session.ts';
import type { RecordRow } from './record.store.ts';
import type { AppliedRecord, RecordConsequence } from './recordConsequence.ts';

/** By kind. */
const CONSEQUENCES: Readonly<Record<string, RecordConsequence>> = {
  user: userAccount,
  company: companyRecord,
  synonym: synonymRecord,
};

/** The key of a new record of the kind where it is not the next number of the kind, else null. */
export const keyOfNew = async (trx: Trx, kind: string): Promise<number | null> =>
  (await CONSEQUENCES[kind]?.newKey?.(trx)) ?? null;

/** See `RecordConsequence.apply`. */
export const applyRecord = async (trx: Trx, record: AppliedRecord): Promise<Refusal[]> =>
  (await CONSEQUENCES[record.kind.kind]?.apply?.(trx, record)) ?? [];

/** See `RecordConsequence.approve`. */
export const approveRecord = async (
  trx: Trx,
  deps: CatalogueWorld,
  user: SessionUser,
  { kind }: RecordKind,
  found: RecordRow,
): Promise<void> => CONSEQUENCES[kind]?.approve?.(trx, deps, user, found);
