/** A synonym is approved only with a code that is current in the version that the sponsor uses. */
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { findStored } from '../dictionaries/entries.store.ts';
import { sourceOf } from '../dictionaries/layout.ts';
import { descriptorOf } from '../dictionaries/lookUp.ts';
import { releaseInUse } from '../dictionaries/releaseInUse.ts';
import type { SessionUser } from '../http/session.ts';
import { codeNotFound } from '../problems.ts';
import type { RecordRow } from '../records/record.store.ts';
import type { RecordConsequence } from '../records/recordConsequence.ts';
import type { Trx } from '../storage/database.ts';
import { synonymKind } from './synonyms.store.ts';

/** Throws 404 DICTIONARY_NOT_FOUND, CODE_NOT_FOUND. */
async function approve(
  trx: Trx,
  { catalogue }: CatalogueWorld,
  user: SessionUser,
  { columns }: RecordRow,
): Promise<void> {
  const of = synonymKind(catalogue.whole);
  const textAt = (itemId: string | undefined): string => columns[itemId ?? '']?.[0] ?? '';
  const descriptor = descriptorOf(catalogue, textAt(of?.dictionaryItem));
  const code = textAt(of?.codeItem);
  const release = await releaseInUse(trx, user, sourceOf(descriptor));
  const entry = release && (await findStored(trx, release.release_no, descriptor, code));
  if (!entry?.current) throw codeNotFound(code, release?.version ?? '');
}

export const synonymRecord: RecordConsequence = { approve };
