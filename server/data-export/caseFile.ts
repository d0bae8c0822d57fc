/** A file of the cases that answer a question: which ones, what of them, and what it contains. */
import type { Readable } from 'node:stream';
import { limitsOf } from '../../shared/access/scope.ts';
import type { DataQuery } from '../../shared/contract/dataQueries.ts';
import { displayDate } from '../../shared/dates/partialDate.ts';
import { dayAt } from '../../shared/dates/zonedDay.ts';
import {
  passingKeys,
  labelOfCode,
  requireAskable,
  selectedItems,
  sentenceOf,
} from '../case-query/passingCases.ts';
import { maySee } from '../cases/record/caseAccess.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { sourceOf } from '../dictionaries/layout.ts';
import { releasesInUse } from '../dictionaries/releaseInUse.ts';
import { MAX_SHEET_COLUMNS, XLSX_MEDIA_TYPE } from '../files/xlsx.ts';
import type { ListFilesWorld } from '../lists/listFiles.ts';
import type { ClockWorld } from '../ports/clock.ts';
import { exportNeedsCondition, tooManyColumns } from '../problems.ts';
import { inSponsor, type DatabaseWorld } from '../storage/database.ts';
import type { MadeWith } from '../storage/queryTables.ts';
import type { CaseFileRequest } from './caseFile.types.ts';
import { caseRows, measureWidths, tabulatedRows } from './caseRows.ts';
import { fileLayout, isSpread, type LayoutOptions } from './fileLayout.ts';
import {
  writeCsv,
  writeDatasetJson,
  writeXlsx,
  type About,
  type DatasetFacts,
  type WrittenFile,
} from './fileWriters.ts';
import { writeMessages } from './messageFile.ts';
import { tabulatedItems } from './tabulation.ts';
import words from './words.json' with { type: 'json' };

export type CaseFileWorld<World> = DatabaseWorld & CatalogueWorld & ClockWorld & ListFilesWorld<World>;

export interface CaseFile {
  caseKeys: readonly number[];
  fileName: string;
  mediaType: string;
  madeWith: MadeWith;
  /**
   * Writes the file; `onCases` is called with the cases that were written so far, and the rows that they have. Throws 422
   * TOO_MANY_COLUMNS.
   */
  write: (onCases: (cases: number, rows: number) => void) => Promise<Readable>;
}

/** Throws 422 EXPORT_NEEDS_CONDITION, QUERY_FAULTS, UNKNOWN_BLOCK; 403 QUERY_BLINDED. */
export async function openCaseFile<World extends object>(
  deps: World & CaseFileWorld<World>,
  request: CaseFileRequest,
): Promise<CaseFile> {
  const { user, query, language, format, name } = request;
  const { catalogue } = deps;
  const at = deps.clock.now();
  requireExportable(query);
  requireAskable(catalogue, user, query);
  const isTabulation = query.layout === 'tabulation' && format !== 'XML';
  const items = isTabulation
    ? tabulatedItems(catalogue.whole, (itemId) => maySee(deps, user, itemId))
    : selectedItems(catalogue, user, query);
  const caseKeys = await inSponsor(deps.db, user.sponsorKey, async (trx) =>
    passingKeys(trx, catalogue, user, query),
  );
  const labelOf = labelOfCode(catalogue, language);
  const options: LayoutOptions = { ...query, items, language, catalogue: catalogue.whole, labelOf };
  // a message has all of a case, whatever items were chosen
  const blinded = format === 'XML' ? user.unblind : items.some((item) => item.blinded);
  const facts = await aboutFile(deps, request, { at, blinded });
  const about = (cases: number): About => [...facts, [words.cases[language], `${cases}`]];
  const { senderKeys, productKeys, studyKeys, hidden } = user;
  const ending = format === 'XLSX' ? 'xlsx' : 'zip';
  const safeName = name.replaceAll(/[\\/:*?"<>|]/g, ' ').trim();
  return {
    caseKeys,
    fileName: `${safeName} ${dayAt(at.getTime(), user.timeZone)}.${ending}`,
    mediaType: format === 'XLSX' ? XLSX_MEDIA_TYPE : 'application/zip',
    madeWith: { senderKeys, productKeys, studyKeys, blinded, hidden },
    write: async (onWritten) => {
      let written = 0;
      const onCases = (cases: number, rows: number): void => {
        written = cases;
        onWritten(cases, rows);
      };
      if (format === 'XML') return writeMessages(deps, request, { caseKeys, about, onCases });
      const reading = { deps, user, options, caseKeys, signal: request.signal };
      const titles = { data: words.data[language], about: words.about[language] };
      const file = { titles, about: () => about(written), language };
      if (isTabulation) {
        const table = await tabulatedRows(deps, reading, onCases);
        return writeAs({ ...file, columns: table.columns, rows: atOnce(table.rows) }, 'TABULATION');
      }
      const layout = fileLayout(options, isSpread(options) ? await measureWidths(reading) : undefined);
      const count = layout.columns.length;
      if (format === 'XLSX' && count > MAX_SHEET_COLUMNS) throw tooManyColumns(count, MAX_SHEET_COLUMNS);
      const rows = caseRows(reading, layout, onCases);
      return writeAs(
        { ...file, columns: layout.columns, rows },
        query.layout === 'record' ? 'RECORDS' : 'CASES',
      );
    },
  };

  function writeAs(written: WrittenFile, dataset: DatasetFacts['name']): Readable {
    if (format === 'XLSX') return writeXlsx(written);
    if (format === 'CSV') return writeCsv(written);
    const { userName: originator } = user;
    const { version: catalogueVersion } = catalogue.whole;
    return writeDatasetJson(written, { name: dataset, label: name, at, originator, catalogueVersion });
  }
}

async function* atOnce<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield await Promise.resolve(rows);
}

/** Throws 422 EXPORT_NEEDS_CONDITION. */
export function requireExportable({ items, condition, layout }: DataQuery): void {
  // a tabulation knows what it reads
  if ((items.length === 0 && layout !== 'tabulation') || condition.conditions.length === 0)
    throw exportNeedsCondition();
}

/** What a file says about itself, beside the number of its cases. */
async function aboutFile(
  { db, catalogue }: DatabaseWorld & CatalogueWorld,
  { user, language, name, query }: CaseFileRequest,
  { at, blinded }: { at: Date; blinded: boolean },
): Promise<About> {
  const dictionaries = Object.values(catalogue.dictionaries).map(sourceOf);
  const releases = [...(await releasesInUse(db, user, dictionaries)).values()];
  const word = (key: keyof typeof words): string => words[key][language];
  const block = catalogue.whole.groups[query.block]?.label[language] ?? '';
  const blinding = blinded ? 'blinding.open' : user.unblind ? 'blinding.none' : 'blinding.blind';
  const time = new Intl.DateTimeFormat('sv-SE', {
    timeZone: user.timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return [
    [word('name'), name],
    [word('question'), sentenceOf(catalogue, query, language)],
    [word('layout'), word(`layout.${query.layout}`).replace('{block}', block)],
    [
      word('versions'),
      query.asAt ? word('versions.asAt').replace('{day}', displayDate(query.asAt)) : word('versions.latest'),
    ],
    [word('codes'), word(`codes.${query.codes}`)],
    [word('blinding'), word(blinding)],
    [word('scope'), word(limitsOf(user).length > 0 ? 'scope.limited' : 'scope.all')],
    [word('madeAt'), `${time.format(at)} ${user.timeZone}`],
    [word('madeBy'), `${user.userName} (${user.userId})`],
    [word('catalogue'), catalogue.whole.version],
    [
      word('dictionaries'),
      releases
        .map(({ dictionary, version }) => `${dictionary} ${version}`)
        .toSorted()
        .join(', '),
    ],
  ];
}
