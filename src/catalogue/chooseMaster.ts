/** Lets a record of case info be chosen, for a case or for another record: the selection dialog of its kind. */
import i18next from 'i18next';
import type { Catalogue, RecordKind } from '../../schemas/compile/catalogue.types.ts';
import { selectItems } from '../../schemas/compile/records.ts';
import { EMPTY_VALUE } from '../../shared/case/itemValue.ts';
import { readMaster } from '../../shared/contract/index.ts';
import type { ChosenMaster } from '../../shared/records/masterFill.ts';
import { call } from '../api/index.ts';
import {
  openListDialog,
  recordDialog,
  recordSource,
  selectionDialog,
  senderSource,
  studySource,
} from '../dialogs/index.ts';
import type { ListDialogDescriptor, ListRow } from '../dialogs/index.ts';
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
  const dialog = record ? dialogOf(record, chooser) : dialogOfTable(kind, chooser);
  if (!dialog) throw new Error(`there are no records of the kind ${kind}`);
  const answer = await openListDialog(dialog);
  if (answer.how !== 'picked') return null;
  return record
    ? readChosen(record, chooser.sponsorKey, Number(answer.row.key))
    : chosenFromTable(dialog.name, answer.row);
}

/** In full: cells of a dialog are texts for people. Null if the record cannot be selected any more, which is reported. */
async function readChosen(
  { kind }: RecordKind,
  sponsorKey: number,
  recordKey: number,
): Promise<ChosenMaster | null> {
  try {
    const params = { sponsorKey, kind, recordKey };
    const { name, values, version } = await call(readMaster, { params });
    return { name, values, provenance: { by: 'master', kind, recordKey, version } };
  } catch (error) {
    showFailure(error);
    return null;
  }
}

function chosenFromTable(nameColumn: string, { cells }: ListRow): ChosenMaster {
  const values = Object.entries(cells).map(([column, text]) => [
    column,
    { ...EMPTY_VALUE, value: text || null },
  ]);
  return { name: cells[nameColumn] ?? '', values: Object.fromEntries(values), provenance: null };
}

const dialogOf = (record: RecordKind, { sponsorKey, caseKey, language }: Chooser): ListDialogDescriptor =>
  recordDialog(
    record,
    selectItems(record).map(({ itemId, label }) => ({ key: itemId, label: label[language] })),
    i18next.getFixedT(language, 'dialogs')('titles.record', { kind: record.label[language] }),
    // a case may name further products, so those that it names already are no limit
    recordSource(record, sponsorKey, record.scope === 'productKeys' ? undefined : caseKey),
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
