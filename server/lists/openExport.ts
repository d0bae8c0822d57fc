/** A whole list as a file, exactly as it is filtered: which rows it holds, and how they are read and written. */
import { Readable } from 'node:stream';
import type { Static } from 'typebox';
import type { defineListExport } from '../../shared/contract/lists.ts';
import { dayAt } from '../../shared/dates/zonedDay.ts';
import { CSV_START, csvLine } from '../../shared/text/csv.ts';
import { xlsxStream, XLSX_MEDIA_TYPE, type XlsxCell } from '../files/xlsx.ts';
import type { Trx } from '../storage/database.ts';
import { readingOf, wantedOf, type ListDeps } from './answerList.ts';
import { cellReader } from './exportCells.ts';
import { inList } from './inList.ts';
import { descriptorOf } from './listColumns.ts';
import { keysOf, rowsOf, withFew } from './listQuery.ts';
import { saidOf, wordingsOf } from './listRows.ts';
import { bound, type ListCaller, type ListSource } from './listSource.ts';
import { listViewOf } from './listView.ts';

export type ExportQuery = Static<ReturnType<typeof defineListExport>['query']>;

const READ_AT_ONCE = 1000;
/** portions read at the same time: while the database looks for one, another is taken in */
const UNDER_WAY = 2;
/** in characters; columns are about as wide as on the screen */
const PIXELS_OF_A_CHARACTER = 8;

/** What is recorded of an export before its first row is read. */
export interface ExportRecord {
  menuId: string;
  format: string;
  at: Date;
  total: number;
  content: object;
}

export interface OpenedExport {
  /** rows that the file will hold */
  total: number;
  fileName: string;
  mediaType: string;
  /** Reads the rows, portion by portion. */
  readRows: () => AsyncGenerator<XlsxCell[][]>;
  /** Writes rows as a file while it is taken. */
  write: (rows: AsyncIterable<XlsxCell[][]>) => Readable;
}

/**
 * Decides which rows the file holds, in their order, with the columns the caller sees; `record` runs in the same
 * transaction. What the rows hold is read in portions afterwards, so that memory does not grow with the list. Throws what
 * `answerList` throws.
 */
export async function openExport(
  deps: ListDeps,
  caller: ListCaller,
  asked: ListSource,
  query: ExportQuery,
  record: (trx: Trx, exported: ExportRecord) => Promise<unknown>,
): Promise<OpenedExport> {
  const { format = 'XLSX' } = query;
  const { user, language } = caller;
  const reading = readingOf(deps, caller);
  const { source, view, wanted, keys, words } = await inList(deps, caller, asked, async (trx) => {
    const source = await bound(trx, asked, reading);
    const view = await listViewOf(trx, deps.catalogue, source, caller, query);
    const wanted = await withFew(trx, wantedOf(deps, source, reading, view, query));
    const keys =
      query.rowKeys === undefined
        ? await keysOf(trx, wanted, { offset: 0, limit: null })
        : (await rowsOf(trx, wanted, [], query.rowKeys.split(','))).map(({ key }) => key);
    const words = { columns: view.visible, wordings: await wordingsOf(trx, view.visible, reading) };
    await record(trx, {
      menuId: source.menuId,
      format,
      at: reading.now,
      total: keys.length,
      content: {
        columns: view.visible.map(({ columnId }) => columnId),
        filters: wanted.filters.map(({ column, entries }) => ({
          columnId: column.columnId,
          filters: entries,
        })),
        keyword: query.keyword ?? '',
        deleted: query.deleted ?? 'N',
        ...(query.rowKeys && { rowKeys: keys }),
      },
    });
    return { source, view, wanted, keys, words };
  });

  const cellsOf = cellReader(words, user.timeZone);
  const portion = (start: number): Promise<XlsxCell[][]> =>
    inList(deps, caller, asked, async (trx) => {
      const found = await rowsOf(trx, wanted, view.visible, keys.slice(start, start + READ_AT_ONCE));
      const said = await saidOf(trx, deps, reading, view.visible, found);
      return found.map((row) => cellsOf(row, said));
    });
  const { label } = descriptorOf(deps.catalogue, source.menuId);
  const name = `${label[language].replaceAll(/[\\/:*?"<>|]/g, ' ')} ${dayAt(reading.now.getTime(), user.timeZone)}`;
  const header = view.visible.map((column) => column.label[language]);
  const widths = view.visible.map(({ width }) => Math.round((width ?? 160) / PIXELS_OF_A_CHARACTER));
  const opened = {
    total: keys.length,
    readRows: () => inOrder(Math.ceil(keys.length / READ_AT_ONCE), (nth) => portion(nth * READ_AT_ONCE)),
  };
  return format === 'CSV'
    ? {
        ...opened,
        fileName: `${name}.csv`,
        mediaType: 'text/csv; charset=utf-8',
        write: (rows) => Readable.from(csvLines(header, rows), { objectMode: false }),
      }
    : {
        ...opened,
        fileName: `${name}.xlsx`,
        mediaType: XLSX_MEDIA_TYPE,
        write: (rows) => xlsxStream({ name: label[language], header, widths, rows }),
      };
}

/** What the pieces of a work come to, in their order; the next ones are under way while one is taken. */
async function* inOrder<T>(count: number, work: (nth: number) => Promise<T>): AsyncGenerator<T> {
  const underWay: Promise<T>[] = [];
  let begun = 0;
  const begin = () => {
    if (begun === count) return;
    const piece = work(begun++);
    // thrown where it is taken, if it ever is
    piece.catch(() => {});
    underWay.push(piece);
  };
  for (let nth = 0; nth < UNDER_WAY; nth += 1) begin();
  for (let piece = underWay.shift(); piece; piece = underWay.shift()) {
    const done = await piece;
    begin();
    yield done;
  }
}

async function* csvLines(
  header: readonly string[],
  portions: AsyncIterable<XlsxCell[][]>,
): AsyncGenerator<string> {
  yield CSV_START + csvLine(header, 'values');
  for await (const rows of portions) yield rows.map((cells) => csvLine(cells.map(String), 'values')).join('');
}
