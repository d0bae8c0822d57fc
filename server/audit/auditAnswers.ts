/** Entries of an audit trail as calls answer them. */
import type { Static } from 'typebox';
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import { fileNameOf } from '../../shared/case/itemValue.ts';
import type { AuditEntry as AuditEntrySchema } from '../../shared/contract/caseAudit.ts';
import { maySee } from '../cases/record/caseAccess.ts';
import { seesQuoted } from '../cases/record/quotedText.store.ts';
import { caseWords } from '../cases/record/caseWords.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { Language } from '../http/language.ts';
import type { SessionUser } from '../http/session.ts';
import type { Trx } from '../storage/database.ts';
import { SIGNED_ACTIONS } from './auditEntry.ts';
import { labelsOf, type Labels } from './labels.ts';
import type { FoundEntry } from './readAudit.ts';

type AuditEntry = Static<typeof AuditEntrySchema>;

interface Reader {
  user: SessionUser;
  language: Language;
}

/** Labels of entries that are about no item, by the item id of the entry. */
type OwnWords = (itemId: string) => LocalizedText | null;

const WORDS_OF_CASES: OwnWords = (itemId) => caseWords(itemId === '' ? 'case' : itemId);

/** Numbered downwards from `first`, labelled as items were called when the change was made. */
export async function auditAnswers(
  trx: Trx,
  deps: CatalogueWorld,
  reader: Reader,
  found: readonly FoundEntry[],
  first: number,
  ownWords = WORDS_OF_CASES,
): Promise<AuditEntry[]> {
  const versions = new Set(found.map(({ catalogue_version }) => catalogue_version));
  const labels = await labelsOf(trx, deps.catalogue.whole, versions);
  return found.map((entry, at) => ({
    no: first - at,
    time: entry.at.toISOString(),
    userId: entry.user_id,
    userName: entry.user_name,
    page: entry.page,
    itemId: entry.item_id,
    rowNo: entry.row_no,
    rowNo2: entry.row_no2,
    rowNo3: entry.row_no3,
    itemLabel: labelOf(entry, labels.get(entry.catalogue_version) ?? {}, reader, ownWords),
    action: entry.action as AuditEntry['action'],
    ...contentOfEntry(
      entry,
      maySee(deps, reader.user, entry.item_id) && seesQuoted(reader.user, entry.quotes),
    ),
    reason: entry.reason,
    source: entry.source as AuditEntry['source'],
    signed: SIGNED_ACTIONS.includes(entry.action) ? meaningOf(entry) : null,
  }));
}

const meaningOf = ({ properties }: FoundEntry): string | null => {
  const meaning = properties?.['meaning'];
  return typeof meaning === 'string' ? meaning : null;
};

function labelOf({ item_id }: FoundEntry, labels: Labels, { language }: Reader, ownWords: OwnWords): string {
  const words = labels[item_id] ?? ownWords(item_id);
  return words?.[language] ?? item_id;
}

/** That a blinded item changed is visible; its value is not. So it is with words that may quote one. */
const contentOfEntry = (entry: FoundEntry, seen: boolean) => ({
  oldValue: seen ? entry.old_value : null,
  oldNullFlavor: seen ? entry.old_null_flavor : null,
  oldNotation: seen ? entry.old_notation : null,
  oldProperties: seen ? fileNameOf(entry.old_properties) : null,
  value: seen ? entry.value : null,
  nullFlavor: seen ? entry.null_flavor : null,
  notation: seen ? entry.notation : null,
  properties: seen ? fileNameOf(entry.properties) : null,
});
