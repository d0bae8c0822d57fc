/** A whole list as a file, exactly as it is filtered, read while it is sent. */
import { Readable } from 'node:stream';
import type { Static } from 'typebox';
import type { defineListExport, ListRow } from '../../shared/contract/lists.ts';
import { dayAt } from '../../shared/dates/zonedDay.ts';
import { CSV_START, csvLine } from '../../shared/text/csv.ts';
import { xlsxStream, XLSX_MEDIA_TYPE, type XlsxCell } from '../files/xlsx.ts';
import type { FileAnswer } from '../http/mount.ts';
import { inSponsor } from '../storage/database.ts';
import { readingOf, wantedOf, type ListDeps } from './answerList.ts';
import { cellReader } from './exportCells.ts';
import { endExport, insertExport, noteExported } from './listExport.store.ts';
import { descriptorOf } from './listColumns.ts';
import { keysOf, rowsOf, withFew } from './listQuery.ts';
import { listRowsOf, wordingsOf } from './listRows.ts';
import type { ListCaller, ListSource } from './listSource.ts';
import { listViewOf } from './listView.ts';

type ExportQuery = Static<ReturnType<typeof defineListExport>['query']>;

const READ_AT_ONCE = 250;
const NOTED_EVERY_MS = 1000;
/** in signs; columns are about as wide as on the screen */
const PIXELS_OF_A_SIGN = 8;

/**
 * The file of all rows that pass, in their order, with the columns the caller sees. Which rows those are is decided at the
 * beginning; what stands in them is read in portions while the client takes them, so that memory does not grow with the
 * list. Throws what `answerList` throws.
 */
export async function exportList(
  deps: ListDeps & { newUuid: () => string },
  caller: ListCaller,
  source: ListSource,
  query: ExportQuery,
): Promise<FileAnswer> {
  const { format = 'XLSX', exportKey = deps.newUuid() } = query;
  const { user, language } = caller;
  const reading = readingOf(deps, caller);
  const inList = <T>(work: Parameters<typeof inSponsor<T>>[2]) => inSponsor(deps.db, user.sponsorKey, work);
  const { view, wanted, keys, words } = await inList(async (trx) => {
    const view = await listViewOf(trx, deps.catalogue, source, caller, query);
    const wanted = await withFew(trx, wantedOf(deps, source, reading, view, query));
    const keys =
      query.rowKeys === undefined
        ? await keysOf(trx, wanted, { offset: 0, limit: null })
        : (await rowsOf(trx, wanted, [], query.rowKeys.split(','))).map(({ key }) => key);
    const words = { columns: view.visible, wordings: await wordingsOf(trx, view.visible, reading) };
    await insertExport(trx, user, {
      ...{ exportKey, menuId: source.menuId, format, at: reading.now, total: keys.length },
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
    return { view, wanted, keys, words };
  });

  const portion = (start: number): Promise<ListRow[]> =>
    inList(async (trx) => {
      const found = await rowsOf(trx, wanted, view.visible, keys.slice(start, start + READ_AT_ONCE));
      return listRowsOf(trx, deps, source, reading, words, found);
    });

  async function* portions(): AsyncGenerator<ListRow[]> {
    let written = 0;
    let isWhole = false;
    let notedAt = Date.now();
    try {
      let next = portion(0);
      for (let start = 0; start < keys.length; start += READ_AT_ONCE) {
        const rows = await next;
        // read while this one is written
        next = start + READ_AT_ONCE < keys.length ? portion(start + READ_AT_ONCE) : Promise.resolve([]);
        next.catch(() => {});
        yield rows;
        written += rows.length;
        if (Date.now() - notedAt < NOTED_EVERY_MS) continue;
        await inList((trx) => noteExported(trx, user.sponsorKey, exportKey, written));
        notedAt = Date.now();
      }
      isWhole = true;
    } finally {
      await inList((trx) => endExport(trx, user.sponsorKey, exportKey, written, isWhole));
    }
  }

  const { label } = descriptorOf(deps.catalogue, source.menuId);
  const fileName = `${label[language].replaceAll(/[\\/:*?"<>|]/g, ' ')} ${dayAt(reading.now.getTime(), user.timeZone)}`;
  const header = view.visible.map((column) => column.label[language]);
  const cells = cellReader(view.visible, user.timeZone);
  if (format === 'CSV')
    return {
      fileName: `${fileName}.csv`,
      mediaType: 'text/csv; charset=utf-8',
      body: Readable.from(csvLines(header, portions(), cells)),
    };
  const widths = view.visible.map(({ width }) => Math.round((width ?? 160) / PIXELS_OF_A_SIGN));
  const rows = mapped(portions(), (portion) => portion.map(cells));
  return {
    fileName: `${fileName}.xlsx`,
    mediaType: XLSX_MEDIA_TYPE,
    body: xlsxStream({ name: label[language], header, widths, rows }),
  };
}

async function* csvLines(
  header: readonly string[],
  portions: AsyncIterable<ListRow[]>,
  cells: (row: ListRow) => XlsxCell[],
): AsyncGenerator<string> {
  yield CSV_START + csvLine(header, 'values');
  for await (const rows of portions)
    yield rows.map((row) => csvLine(cells(row).map(String), 'values')).join('');
}

async function* mapped<A, B>(portions: AsyncIterable<A>, change: (portion: A) => B): AsyncGenerator<B> {
  for await (const portion of portions) yield change(portion);
}
