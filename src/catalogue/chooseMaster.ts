/** Lets a record of case info be chosen, for a case or for another record: the selection dialog of its kind. */
import i18next from 'i18next';
import type { Catalogue, RecordKind } from '../../schemas/compile/catalogue.types.ts';
import { selectItems } from '../../schemas/compile/records.ts';
import { readMaster } from '../../shared/contract/index.ts';
import type { ChosenMaster } from '../../shared/records/masterFill.ts';
import { call } from '../api/index.ts';
import { openListDialog, RECORD_TICKS, recordDialog, recordSource } from '../dialogs/index.ts';
import type { ListDialogColumn, ListDialogDescriptor, ListRow } from '../dialogs/index.ts';
import { showFailure } from '../feedback/showFailure.ts';
import type { Language } from '../i18n/index.ts';

/** Rows of a page when all are read. */
const AT_ONCE = 100;

interface Chooser {
  sponsorKey: number;
  /** narrows to what the case names */
  caseKey?: number | undefined;
  language: Language;
  /** the sponsor is its own only sender */
  ownSender: boolean;
}

/** The chosen record. Null: the dialog was closed. A record that cannot be read leaves the dialog open for another one. */
export async function chooseMaster(
  kind: string,
  records: Catalogue['records'],
  chooser: Chooser,
): Promise<ChosenMaster | null> {
  await i18next.loadNamespaces('dialogs');
  const record = records[kind];
  if (!record) throw new Error(`there are no records of the kind ${kind}`);
  let chosen: ChosenMaster | null = null;
  await openListDialog(masterDialog(record, chooser), {
    keepOpen: (row, dialog) => {
      dialog.setLoading(true);
      void readChosen(record, chooser.sponsorKey, Number(row.key)).then((read) => {
        chosen = read;
        if (read) dialog.cancel();
        else dialog.setLoading(false);
      });
    },
  });
  return chosen;
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

/**
 * Names of records to look for: of one, or of all of them. Null: the dialog was closed.
 *
 * @param max more names are not answered: 'tooMany'
 */
export async function chooseNames(
  record: RecordKind,
  chooser: Omit<Chooser, 'caseKey'>,
  max: number,
): Promise<readonly string[] | 'tooMany' | null> {
  await i18next.loadNamespaces('dialogs');
  const label = i18next.getFixedT(chooser.language, 'dialogs')('alsoUnused');
  const dialog = masterDialog(record, chooser, [{ key: RECORD_TICKS.all, label }]);
  const answer = await openListDialog(dialog, { selectAll: true });
  const namesIn = (rows: readonly ListRow[]) => rows.map(({ key, cells }) => cells[record.nameItem] ?? key);
  if (answer.how === 'picked') return namesIn([answer.row]);
  if (answer.how !== 'all') return null;
  const { how: _, ...listed } = answer;
  try {
    const names: string[] = [];
    for (let pageNo = 1; names.length <= max; pageNo += 1) {
      const whole = { ...listed, exact: false, pageNo, rowCount: AT_ONCE };
      const { rows, totalPage } = await dialog.search(whole, new AbortController().signal);
      names.push(...namesIn(rows));
      if (pageNo >= totalPage) return names;
    }
    return 'tooMany';
  } catch (error) {
    showFailure(error);
    return null;
  }
}

function masterDialog(
  record: RecordKind,
  chooser: Chooser,
  ticks: readonly { key: string; label: string }[] = [],
): ListDialogDescriptor {
  const { sponsorKey, caseKey, language } = chooser;
  const t = i18next.getFixedT(language, 'dialogs');
  // a case may name further products, so those that it names already are a limit only where that is ticked
  const mayNameMore = record.scope === 'productKeys' && caseKey !== undefined;
  const source = recordSource(record, sponsorKey, mayNameMore ? { tickedCaseKey: caseKey } : { caseKey });
  return recordDialog(
    record,
    columnsOf(record, chooser),
    {
      title: t('titles.record', { kind: record.label[language] }),
      ticks: [...ticks, ...(mayNameMore ? [{ key: RECORD_TICKS.ofCase, label: t('ofCase') }] : [])],
    },
    source,
  );
}

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
