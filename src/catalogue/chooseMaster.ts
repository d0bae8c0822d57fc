/** Lets a record of case info be chosen, for a case or for another record: the selection dialog of its kind. */
import i18next from 'i18next';
import type { Catalogue, RecordKind } from '../../schemas/compile/catalogue.types.ts';
import { selectItems } from '../../schemas/compile/records.ts';
import { openListDialog, recordDialog, recordSource } from '../dialogs/index.ts';
import type { ListDialogColumn, ListDialogDescriptor } from '../dialogs/index.ts';
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
  if (!record) throw new Error(`there are no records of the kind ${kind}`);
  const answer = await openListDialog(dialogOf(record, chooser));
  return answer.how === 'picked' ? answer.row.cells : null;
}

const dialogOf = (record: RecordKind, chooser: Chooser): ListDialogDescriptor =>
  recordDialog(
    record,
    columnsOf(record, chooser),
    i18next.getFixedT(chooser.language, 'dialogs')('titles.record', { kind: record.label[chooser.language] }),
    recordSource(record, chooser.sponsorKey, chooser.caseKey),
  );

/** The key if it has a heading, list columns of dialogs, and what joins them. */
function columnsOf(record: RecordKind, { language, ownSender }: Chooser): ListDialogColumn[] {
  const { keyColumn, keyLabel } = record;
  const isShown = ({ shown }: RecordKind['columns'][number]) =>
    shown === 'always' || (shown === 'severalSenders' && !ownSender);
  return [
    ...(keyLabel ? [{ key: keyColumn, label: keyLabel[language] }] : []),
    ...selectItems(record).map(({ itemId, label }) => ({ key: itemId, label: label[language] })),
    ...record.columns.filter(isShown).map(({ column, label }) => ({ key: column, label: label[language] })),
  ];
}
