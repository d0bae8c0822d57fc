/** Lets a record of case info be chosen, for a case or for another record: the selection dialog of its kind. */
import i18next from 'i18next';
import type { Catalogue, RecordKind } from '../../schemas/compile/catalogue.types.ts';
import { selectItems } from '../../schemas/compile/records.ts';
import { readMaster } from '../../shared/contract/index.ts';
import type { ChosenMaster } from '../../shared/records/masterFill.ts';
import { call } from '../api/index.ts';
import { openListDialog, recordDialog, recordSource } from '../dialogs/index.ts';
import type { ListDialogColumn, ListDialogDescriptor } from '../dialogs/index.ts';
import { showFailure } from '../feedback/showFailure.ts';
import type { Language } from '../i18n/index.ts';

interface Chooser {
  sponsorKey: number;
  /** narrows to what the case names */
  caseKey?: number | undefined;
  language: Language;
  /** the sponsor is its own only sender */
  ownSender: boolean;
}

/** The chosen record. Null: the dialog was closed. */
export async function chooseMaster(
  kind: string,
  records: Catalogue['records'],
  chooser: Chooser,
): Promise<ChosenMaster | null> {
  await i18next.loadNamespaces('dialogs');
  const record = records[kind];
  if (!record) throw new Error(`there are no records of the kind ${kind}`);
  const answer = await openListDialog(dialogOf(record, chooser));
  return answer.how === 'picked' ? readChosen(record, chooser.sponsorKey, Number(answer.row.key)) : null;
}

/** In full: cells of a dialog are texts for people. Null if the record cannot be selected any more, which is reported. */
async function readChosen(
  { kind }: RecordKind,
  sponsorKey: number,
  recordKey: number,
): Promise<ChosenMaster | null> {
  try {
    const params = { sponsorKey, kind, recordKey };
    const { name, values, rows, version } = await call(readMaster, { params });
    return { name, values, rows, provenance: { by: 'master', kind, recordKey, version } };
  } catch (error) {
    showFailure(error);
    return null;
  }
}

const dialogOf = (record: RecordKind, chooser: Chooser): ListDialogDescriptor =>
  recordDialog(
    record,
    columnsOf(record, chooser),
    i18next.getFixedT(chooser.language, 'dialogs')('titles.record', { kind: record.label[chooser.language] }),
    // a case may name further products, so those that it names already are no limit
    recordSource(record, chooser.sponsorKey, record.scope === 'productKeys' ? undefined : chooser.caseKey),
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
