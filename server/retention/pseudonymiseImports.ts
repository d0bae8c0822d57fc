/** Pseudonyms in what ended imports hold of the messages of a case: they show it beside the case, and as its source. */
import { readable } from '../../shared/duplicates/document.ts';
import type { MessageDetails } from '../../shared/import/import.types.ts';
import { pseudonymOf } from '../../shared/masking/pseudonym.ts';
import { EMPTY_VALUE } from '../../shared/case/itemValue.ts';
import type { FormProposal } from '../../shared/report-reading/sheet.types.ts';
import type { Trx } from '../storage/database.ts';
import { findImportedMessages, putImportedMessage, type ImportedMessage } from './pseudonymisation.store.ts';

interface PseudonymisedImports {
  sponsorKey: number;
  rootCaseKey: number;
  caseKeys: readonly number[];
  itemIds: readonly string[];
  /** imports that ended later brought values that are not to be pseudonyms yet */
  until: Date;
}

/** Elements that no item takes are removed, as those of the case: nobody knows what of them is personal. */
export async function pseudonymiseImports(
  trx: Trx,
  { sponsorKey, itemIds, ...ofCase }: PseudonymisedImports,
): Promise<void> {
  const personal = new Set(itemIds);
  for (const message of await findImportedMessages(trx, sponsorKey, ofCase))
    await putImportedMessage(trx, sponsorKey, { ...message, ...withoutPersonal(message, personal) });
}

function withoutPersonal(
  { document, difference, printed, details }: ImportedMessage,
  personal: ReadonlySet<string>,
): Pick<ImportedMessage, 'document' | 'difference' | 'printed' | 'details'> {
  const isOther = ({ itemId }: { itemId: string | null }): boolean => !itemId || !personal.has(itemId);
  const { findings = [], blindedFindings = [], notes = [], cells = [] }: Partial<MessageDetails> = details;
  return {
    document: document && readable(document, (itemId) => !personal.has(itemId)),
    // rows are named by what they hold, e.g. by the name of a reporter
    difference: difference && { listInfo: difference.listInfo.filter(isOther), rows: [] },
    printed: printed && printed.map((proposal) => (isOther(proposal) ? proposal : withPseudonym(proposal))),
    details: {
      findings: findings.filter(isOther),
      blindedFindings: blindedFindings.filter(isOther),
      residue: [],
      notes: notes.filter(isOther),
      cells: cells.filter(isOther),
    },
  };
}

/** It stays at its place, by whose number values name it as their source. */
function withPseudonym(proposal: FormProposal): FormProposal {
  const { value, nullFlavor } = pseudonymOf({ ...EMPTY_VALUE, ...proposal });
  return { ...proposal, value, nullFlavor, text: '' };
}
