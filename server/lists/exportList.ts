/** A whole list as a file, exactly as it is filtered, read while it is sent. */
import { Readable } from 'node:stream';
import type { Static } from 'typebox';
import type { defineListExport } from '../../shared/contract/lists.ts';
import { dayAt } from '../../shared/dates/zonedDay.ts';
import { CSV_START, csvLine } from '../../shared/text/csv.ts';
import { xlsxStream, XLSX_MEDIA_TYPE, type XlsxCell } from '../files/xlsx.ts';
import type { UuidWorld } from '../ports/uuid.ts';
import type { LogWorld } from '../ports/log.ts';
import type { FileAnswer } from '../http/fileAnswer.ts';
import { every } from '../jobs/every.ts';
import { inSponsor } from '../storage/database.ts';
import { readingOf, wantedOf, type ListDeps } from './answerList.ts';
import { cellReader } from './exportCells.ts';
import { endExport, insertExport, noteExported } from './listExport.store.ts';
import { descriptorOf } from './listColumns.ts';
import { keysOf, rowsOf, withFew } from './listQuery.ts';
import { saidOf, wordingsOf } from './listRows.ts';
import { bound, type ListCaller, type ListSource } from './listSource.ts';
import { listViewOf } from './listView.ts';

type ExportQuery = Static<ReturnType<typeof defineListExport>['query']>;

const READ_AT_ONCE = 1000;
/** portions read at the same time: while the database looks for one, another is taken in */
const UNDER_WAY = 2;
const NOTED_EVERY_MS = 1000;
/** in signs; columns are about as wide as on the screen */
const PIXELS_OF_A_SIGN = 8;

/**
 * The file of all rows that pass, in their order, with the columns the caller sees. Which rows those are is decided at the
 * beginning; what stands in them is read in portions while the client takes them, so that memory does not grow with the
 * list. Throws what `answerList` throws.
 */
export async function exportList(
  deps: ListDeps & UuidWorld & LogWorld,
  caller: ListCaller,
  asked: ListSource,
  query: ExportQuery,
): Promise<FileAnswer> {
  const { format = 'XLSX', exportKey = deps.newUuid() } = query;
  const { user, language } = caller;
  const reading = readingOf(deps, caller);
  const inList = <T>(work: Parameters<typeof inSponsor<T>>[2]) => inSponsor(deps.db, user.sponsorKey, work);
  const { source, view, wanted, keys, words } = await inList(async (trx) => {
    const source = await bound(trx, asked, reading);
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
    return { source, view, wanted, keys, words };
  });

  const cellsOf = cellReader(words, user.timeZone);
  const portion = (start: number): Promise<XlsxCell[][]> =>
    inList(async (trx) => {
      const found = await rowsOf(trx, wanted, view.visible, keys.slice(start, start + READ_AT_ONCE));
      const said = await saidOf(trx, deps, reading, view.visible, found);
      return found.map((row) => cellsOf(row, said));
    });

  let written = 0;
  let isWhole = false;
  const note = async () => {
    await inList((trx) => noteExported(trx, user.sponsorKey, exportKey, written, deps.clock.now()));
  };
  const end = () => inList((trx) => endExport(trx, user.sponsorKey, exportKey, written, isWhole));
  /** Of a client that leaves before the first row is read, nothing would ever be read, and so nothing ended. */
  const ended = (body: Readable): Readable =>
    body.once('close', () => {
      if (isWhole) return;
      end().catch((error: unknown) => deps.log.error({ err: error, exportKey }, 'a file was not ended'));
    });

  async function* portions(): AsyncGenerator<XlsxCell[][]> {
    const stopNoting = every(NOTED_EVERY_MS, note, (error) =>
      deps.log.error({ err: error, exportKey }, 'how far a file is was not noted'),
    );
    const count = Math.ceil(keys.length / READ_AT_ONCE);
    try {
      for await (const rows of inOrder(count, (nth) => portion(nth * READ_AT_ONCE))) {
        yield rows;
        written += rows.length;
      }
      isWhole = true;
    } finally {
      await stopNoting();
      await end();
    }
  }

  const { label } = descriptorOf(deps.catalogue, source.menuId);
  const fileName = `${label[language].replaceAll(/[\\/:*?"<>|]/g, ' ')} ${dayAt(reading.now.getTime(), user.timeZone)}`;
  const header = view.visible.map((column) => column.label[language]);
  if (format === 'CSV')
    return {
      fileName: `${fileName}.csv`,
      mediaType: 'text/csv; charset=utf-8',
      body: ended(Readable.from(csvLines(header, portions()), { objectMode: false })),
    };
  const widths = view.visible.map(({ width }) => Math.round((width ?? 160) / PIXELS_OF_A_SIGN));
  return {
    fileName: `${fileName}.xlsx`,
    mediaType: XLSX_MEDIA_TYPE,
    body: ended(xlsxStream({ name: label[language], header, widths, rows: portions() })),
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
