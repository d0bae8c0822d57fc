/** Lets a record of case info be chosen, for a case or for another record: the selection dialog of its kind. */
import i18next from 'i18next';
import type { Catalogue, RecordKind } from '../../schemas/compile/catalogue.types.ts';
import { selectItems } from '../../schemas/compile/records.ts';
import {
  openListDialog,
  recordDialog,
  recordSource,
  selectionDialog,
  senderSource,
  studySource,
} from '../dialogs/index.ts';
import type { ListDialogDescriptor } from '../dialogs/index.ts';
import type { Language } from '../i18n/index.ts';

interface Chooser {
  sponsorKey: number;
  /** narrows to what the case names */
  caseKey?: number | undefined;
  language: Language;
  /** the sponsor is its own only sender */
  ownSender: boolean;
}

/** What the chosen row says, by column. Null: the dialog was closed. */
export async function chooseMaster(
  kind: string,
  records: Catalogue['records'],
  chooser: Chooser,
): Promise<Readonly<Record<string, string>> | null> {
  await i18next.loadNamespaces('dialogs');
  const record = records[kind];
  const dialog = record ? dialogOf(record, chooser) : dialogOfTable(kind, chooser);
  if (!dialog) throw new Error(`there are no records of the kind ${kind}`);
  const answer = await openListDialog(dialog);
  return answer.how === 'picked' ? answer.row.cells : null;
}

const dialogOf = (record: RecordKind, { sponsorKey, caseKey, language }: Chooser): ListDialogDescriptor =>
  recordDialog(
    record,
    selectItems(record).map(({ itemId, label }) => ({ key: itemId, label: label[language] })),
    i18next.getFixedT(language, 'dialogs')('titles.record', { kind: record.label[language] }),
    recordSource(record, sponsorKey, caseKey),
  );

/** Of kinds that are not described by schema files yet. */
function dialogOfTable(
  kind: string,
  { sponsorKey, caseKey, language, ownSender }: Chooser,
): ListDialogDescriptor | null {
  const t = i18next.getFixedT(language, 'dialogs');
  if (kind === 'study') return selectionDialog('study', t, studySource(sponsorKey, caseKey), ownSender);
  if (kind === 'sender') return selectionDialog('sender', t, senderSource(sponsorKey, caseKey), ownSender);
  return null;
}
