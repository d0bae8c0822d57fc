/** A whole list as a file with the current filters: its rows, and how they are read and written. */
import { Readable } from 'node:stream';
import type { Static } from 'typebox';
import type { defineListExport } from '../../shared/contract/lists.ts';
import { dayAt } from '../../shared/dates/zonedDay.ts';
import { CSV_START, csvLine } from '../../shared/text/csv.ts';
import { xlsxStream, XLSX_MEDIA_TYPE, type XlsxCell } from '../files/xlsx.ts';
import { requireSameAccess } from '../http/requireSameAccess.ts';
import type { Trx } from '../storage/database.ts';
import { narrowed, planList, readingOf, type ListDeps } from './answerList.ts';
import { cellReader } from './exportCells.ts';
import { inList, readInList } from './inList.ts';
import { descriptorOf } from './listColumns.ts';
import { keysOf, rowsOf, withCandidates } from './listQuery.ts';
import { loadCells, wordingsOf } from './listRows.ts';
import { scopedTo, type ListCaller, type ListReading, type ListSource } from './listSource.ts';
import { listViewOf } from './listView.ts';

export type ExportQuery = Static<ReturnType<typeof defineListExport>['query']>;

const READ_AT_ONCE = 1000;
/** portions read concurrently: one is processed while the database reads another */
const UNDER_WAY = 2;
/** in characters; columns are about as wide as on the screen */
const PIXELS_OF_A_CHARACTER = 8;

/** The record of an export, stored before its first row is read. */
export interface ExportRecord {
  menuId: string;
  format: string;
  at: Date;
  total: number;
  content: object;
}

/** A file about the rows of a list, before any of them is read. */
export interface OpenedFile<Row> {
  /** rows of the list, or that were chosen: the file has fewer where some have left the list */
  total: number;
  fileName: string;
  /** Reads the rows, portion by portion. */
  readRows: () => AsyncGenerator<Row[]>;
  /** Writes rows as a file while it is downloaded. */
  write: (rows: AsyncIterable<Row[]>) => Readable;
}

export interface OpenedExport extends OpenedFile<XlsxCell[]> {
  mediaType: string;
  /** chosen rows that the list does not have any more */
  missing: number;
}

/** Selects rows of a list, in their order: those of `rowKeys`, or all that match. */
async function selectRows(
  trx: Trx,
  deps: ListDeps,
  list: ListSource,
  reading: ListReading,
  query: ExportQuery,
) {
  const source = await scopedTo(trx, list, reading);
  const view = await listViewOf(trx, deps.catalogue, source, reading, query);
  const plan = await withCandidates(
    trx,
    await narrowed(trx, planList(deps, source, reading, view, query), query),
  );
  const keys =
    query.rowKeys === undefined
      ? await keysOf(trx, plan, { offset: 0, limit: null })
      : (await rowsOf(trx, plan, [], query.rowKeys.split(','))).map(({ key }) => key);
  return { source, view, plan, keys };
}

/** The keys of the rows that a file would have. Throws the problems of `answerList`. */
export const keysOfList = (
  deps: ListDeps,
  caller: ListCaller,
  list: ListSource,
  query: ExportQuery,
): Promise<string[]> =>
  inList(
    deps,
    caller,
    list,
    async (trx) => (await selectRows(trx, deps, list, readingOf(deps, caller), query)).keys,
  );

/**
 * Selects the rows of the file, in their order, with the caller's columns; `record` runs in the same transaction. Cells
 * are read in portions afterwards, so that memory does not grow with the list, and only while the caller may still see as
 * much. Throws the problems of `answerList`.
 */
export async function openExport(
  deps: ListDeps,
  caller: ListCaller,
  list: ListSource,
  query: ExportQuery,
  record: (trx: Trx, exported: ExportRecord) => Promise<unknown>,
): Promise<OpenedExport> {
  const { format = 'XLSX' } = query;
  const { user, language } = caller;
  const reading = readingOf(deps, caller);
  const { source, view, plan, keys, total, words } = await inList(deps, caller, list, async (trx) => {
    const selected = await selectRows(trx, deps, list, reading, query);
    const { source, view, plan, keys } = selected;
    const total = query.rowKeys === undefined ? keys.length : new Set(query.rowKeys.split(',')).size;
    const words = { columns: view.visible, wordings: await wordingsOf(trx, view.visible, reading) };
    await record(trx, {
      menuId: source.menuId,
      format,
      at: reading.now,
      total,
      content: {
        columns: view.visible.map(({ columnId }) => columnId),
        // as the user has set them
        filters: (plan.presetFilter ? [] : view.filters).map(({ column, entries }) => ({
          columnId: column.columnId,
          filters: entries,
        })),
        keyword: query.keyword ?? '',
        deleted: query.deleted ?? 'N',
        ...(query.rowKeys && { rowKeys: keys }),
      },
    });
    return { ...selected, total, words };
  });

  const cellsOf = cellReader(words, user.timeZone);
  const portion = async (start: number): Promise<XlsxCell[][]> => {
    // a file takes long, and its client may take it as slowly as it likes
    await requireSameAccess(deps, user);
    return readInList(deps, caller, list, async (trx) => {
      const found = await rowsOf(trx, plan, view.visible, keys.slice(start, start + READ_AT_ONCE));
      const loaded = await loadCells(trx, deps, reading, view.visible, found);
      return found.map((row) => cellsOf(row, loaded));
    });
  };
  const { label } = descriptorOf(deps.catalogue, source.menuId);
  const name = `${label[language].replaceAll(/[\\/:*?"<>|]/g, ' ')} ${dayAt(reading.now.getTime(), user.timeZone)}`;
  const header = view.visible.map(({ kind, label: of }) =>
    kind === 'dateTime' ? `${of[language]} (${user.timeZone})` : of[language],
  );
  const widths = view.visible.map(({ width }) => Math.round((width ?? 160) / PIXELS_OF_A_CHARACTER));
  const opened = {
    total,
    missing: total - keys.length,
    readRows: () => inOrder(Math.ceil(keys.length / READ_AT_ONCE), (index) => portion(index * READ_AT_ONCE)),
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
        write: (rows) => xlsxStream({ name: label[language], header, widths, rows }, language),
      };
}

/** Yields the results of pieces of work in their order, and runs the next ones ahead. */
async function* inOrder<T>(count: number, work: (index: number) => Promise<T>): AsyncGenerator<T> {
  const underWay: Promise<T>[] = [];
  let begun = 0;
  const begin = () => {
    if (begun === count) return;
    const piece = work(begun++);
    // a rejection is thrown by the await below, if it is reached
    piece.catch(() => {});
    underWay.push(piece);
  };
  for (let index = 0; index < UNDER_WAY; index += 1) begin();
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
