/** Where the value of an item came from, as the audit entry of its last change tells. */
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { FormProvenance, Provenance, TextProvenance } from '../../../shared/provenance/provenance.ts';
import {
  formProvenance,
  masterProvenance,
  syncProvenance,
  textProvenance,
} from '../../../shared/provenance/provenance.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { findFormValue } from '../../case-import/formValue.store.ts';
import { synonymKind } from '../../coding/synonyms.store.ts';
import { findRecord } from '../../records/record.store.ts';
import type { Trx } from '../../storage/database.ts';
import { sourceOfValue, type SyncSource } from '../../sync/valueSource.ts';
import { findAcceptedCode, findImportedFile, type LastEntry } from './caseHistory.store.ts';

/** Of a record also its name, null where it no longer exists. */
export type NamedProvenance =
  | Exclude<Provenance, { by: 'master' | 'sync' | 'form' | 'text' }>
  | NamedMaster
  | NamedText
  | NamedForm
  | SyncSource;
type NamedMaster = Extract<Provenance, { by: 'master' }> & { name: string | null };

type NamedText = Omit<TextProvenance, 'synonym'> & { synonym: string | null };

interface NamedForm {
  by: 'form';
  file: string;
  /** where the form has the value first; null: it follows from others */
  page: number | null;
  box: string;
}

/** Null for changes of the system, which are neither a person's nor any of the known origins. */
export async function provenanceOf(
  trx: Trx,
  whole: Catalogue,
  sponsorKey: number,
  address: ItemAddress,
  entry: LastEntry,
): Promise<NamedProvenance | null> {
  const text = entry.properties?.['provenance']?.toString();
  const from = masterProvenance(text);
  if (from) {
    const record = await findRecord(trx, { sponsorKey, ...from });
    return { ...from, name: record?.name ?? null };
  }
  const read = textProvenance(text);
  if (read) return namedText(trx, whole, sponsorKey, read);
  const run = syncProvenance(text);
  if (run) return sourceOfValue(trx, sponsorKey, run);
  const form = formProvenance(text);
  if (form) return namedForm(trx, sponsorKey, form);
  switch (entry.source) {
    case 'screen':
      return { by: 'person' };
    case 'computed':
    case 'hidden':
      return { by: entry.source };
    case 'import': {
      const file = await findImportedFile(trx, sponsorKey, entry);
      return file === undefined ? null : { by: 'import', file, line: null };
    }
    case 'ai': {
      const code = await findAcceptedCode(trx, sponsorKey, address, entry);
      return code ? { by: 'recommended', ...code } : null;
    }
    default:
      return null;
  }
}

async function namedText(
  trx: Trx,
  whole: Catalogue,
  sponsorKey: number,
  read: TextProvenance,
): Promise<NamedText> {
  const { kind } = synonymKind(whole)?.kind ?? {};
  const { synonym: recordKey } = read;
  const found =
    kind === undefined || recordKey === null ? null : await findRecord(trx, { sponsorKey, kind, recordKey });
  return { ...read, synonym: found?.name ?? null };
}

async function namedForm(trx: Trx, sponsorKey: number, form: FormProvenance): Promise<NamedForm | null> {
  const found = await findFormValue(trx, sponsorKey, form);
  if (!found) return null;
  const { file_name: file, proposal } = found;
  return { by: 'form', file, page: proposal.spots[0]?.page ?? null, box: proposal.box };
}
