/** What a kind of records brings about outside of its records, in the transaction of the save. */
import type { RecordKind } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import type { Administrator } from '../accounts/coversAccount.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { SessionUser } from '../http/session.ts';
import type { Refusal } from '../page-save/refusal.ts';
import type { Trx } from '../storage/database.ts';
import type { RecordRef, RecordRow } from './record.store.ts';

export interface AppliedRecord {
  kind: RecordKind;
  ref: RecordRef;
  /** as it is about to be stored */
  content: CaseContent;
  /** null: the product itself, or the system administration, which no limit of the sponsor concerns */
  author: ({ userKey: number } & Administrator) | null;
  at: Date;
}

export interface RecordConsequence {
  /** The key of a new record; without it the next number of the kind. */
  newKey?: (trx: Trx) => Promise<number>;
  /** Carries out what the record says. Any refusal ends the save, with what was carried out. */
  apply?: (trx: Trx, record: AppliedRecord) => Promise<Refusal[]>;
  /** Throws why a record that needs an approval cannot be approved. */
  approve?: (trx: Trx, deps: CatalogueWorld, user: SessionUser, found: RecordRow) => Promise<void>;
}
