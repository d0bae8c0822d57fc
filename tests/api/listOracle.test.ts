/** Every list against what it shows: its file says the same, and its filters, its order and its search find what is read in it. */
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListRow } from '../../shared/contract/lists.ts';
import { displayDate } from '../../shared/dates/partialDate.ts';
import { readSeparated } from '../../shared/text/readSeparated.ts';
import { unguarded } from '../../shared/text/csv.ts';
import { fold } from '../../shared/text/fold.ts';
import { answerList } from '../../server/lists/answerList.ts';
import { optionsOf } from '../../server/lists/listRows.ts';
import { columnsOf, type ListColumn } from '../../server/lists/listColumns.ts';
import { scopedTo, type ListCaller, type ListSource } from '../../server/lists/listSource.ts';
import { openExport } from '../../server/lists/openExport.ts';
import { readingOf } from '../../server/lists/answerList.ts';
import { deleteFilters, putFilter, putUserList } from '../../server/lists/userLists.store.ts';
import { findSessionUser } from '../../server/http/session.ts';
import { inSponsor } from '../../server/storage/database.ts';
import type { FilterEntry } from '../../server/storage/tables.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { addListSubjects } from './listSubjects.ts';

const LANGUAGES = ['en', 'ko', 'ja', 'zh'] as const;
const MANY = 100_000;
/** rows of a list that are searched for */
const MAX_NAMES = 5;
/** codes of a column that are filtered by */
const MAX_CODES = 3;
/** filters of a column that shows an item: there are hundreds */
const MAX_OF_ITEM = 2;

let server: TestServer;
let caller: ListCaller;
beforeAll(async () => {
  server = await startTestServer({ env: { ROLE: 'api' } });
  const user = await findSessionUser(server.db, await server.token('system.admin'), 1, server.clock.now());
  caller = { user, language: 'en', appendix: 'US' };
  await addListSubjects(server, user);
});
afterAll(() => server.stop());

const menus = () => [...server.app.lists.values()].map(({ source }) => source);
const callerOf = (source: ListSource, language: ListCaller['language'] = 'en'): ListCaller => ({
  ...caller,
  language,
  ...(source.scopeTo && { of: 1 }),
});
const read = (source: ListSource, query: object = {}, language: ListCaller['language'] = 'en') =>
  answerList(server.deps, callerOf(source, language), source, { deleted: 'ALL', rowCount: MANY, ...query });
const ownList = ({ menuId }: ListSource) => ({ sponsorKey: 1, userKey: caller.user.userKey, menuId });

const show = (source: ListSource, columns: readonly ListColumn[]) =>
  inSponsor(server.db, 1, (trx) =>
    putUserList(trx, ownList(source), { visible: columns.map(({ columnId }) => columnId) }),
  );

async function showAll(source: ListSource): Promise<ListColumn[]> {
  const columns = columnsOf(server.deps.catalogue, source, callerOf(source));
  await show(source, columns);
  return columns;
}

/** As the sv-SE locale writes it: `2024-03-05 14:30:15`. */
const localTime = (iso: string): string =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: caller.user.timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(new Date(iso));

const shownAs = ({ kind, columnId, item }: ListColumn, { cells }: ListRow): string => {
  const cell = cells[columnId] ?? '';
  if (cell === '' || item) return cell;
  if (kind === 'date') return displayDate(cell);
  return kind === 'dateTime' ? localTime(cell) : cell;
};

const linesOf = (csv: string): string[][] => {
  const refuse = (fault: string, line: number): never => {
    throw new Error(`line ${line}: ${fault}`);
  };
  const lines = readSeparated(csv.slice(1), { separators: [','], maxColumns: 1000, refuse });
  return [...lines].map(({ cells }) => cells.map(unguarded));
};

const hasValue = (problems: string[], about: string, is: unknown, was: unknown) => {
  if (JSON.stringify(is) !== JSON.stringify(was))
    problems.push(
      `${about}: ${JSON.stringify(is).slice(0, 300)} instead of ${JSON.stringify(was).slice(0, 300)}`,
    );
};

describe('every list', () => {
  it('is in its file as it is on the screen, in every language', async () => {
    const problems: string[] = [];
    for (const source of menus()) {
      const columns = await showAll(source);
      for (const language of LANGUAGES) {
        const { listInfo } = await read(source, {}, language);
        const opened = await openExport(
          server.deps,
          callerOf(source, language),
          source,
          { format: 'CSV', deleted: 'ALL' },
          () => Promise.resolve(),
        );
        const csv = await text(opened.write(opened.readRows()));
        const [, ...lines] = linesOf(csv);
        hasValue(problems, `${source.menuId} rows`, lines.length, listInfo.length);
        for (const [at, row] of listInfo.entries())
          for (const [index, column] of columns.entries())
            hasValue(
              problems,
              `${source.menuId} ${column.columnId} ${language} ${row.rowKey}`,
              lines[at]?.[index],
              shownAs(column, row),
            );
      }
    }
    expect(problems).toEqual([]);
  });

  it('finds by a filter of each column the rows that show what is looked for', async () => {
    const problems: string[] = [];
    for (const source of menus()) {
      const columns = await showAll(source);
      const { listInfo } = await read(source);
      const reading = readingOf(server.deps, callerOf(source));
      for (const column of columns) {
        // the keys of the rows are enough: to read all columns again takes most of a minute
        await show(source, [column]);
        const options = await inSponsor(server.db, 1, async (trx) => {
          const { columns: own } = await scopedTo(trx, source, reading);
          return optionsOf(trx, { ...column, source: own[column.columnId] ?? column.source }, reading);
        });
        const filters = filtersOf(column, listInfo, options);
        for (const { entries, passes } of column.item ? filters.slice(0, MAX_OF_ITEM) : filters) {
          await inSponsor(server.db, 1, (trx) =>
            putFilter(trx, ownList(source), column.columnId, [...entries]),
          );
          const found = await read(source);
          const expected = listInfo
            .filter(passes)
            .map(({ rowKey }) => rowKey)
            .toSorted();
          const about = `${source.menuId} ${column.columnId} (${column.kind}, ${column.filterType}) ${JSON.stringify(entries)}`;
          hasValue(problems, about, found.listInfo.map(({ rowKey }) => rowKey).toSorted(), expected);
          hasValue(problems, `${about} count`, found.pageInfo.totalCount, expected.length);
        }
        await inSponsor(server.db, 1, (trx) => deleteFilters(trx, ownList(source)));
      }
    }
    expect(problems).toEqual([]);
  });

  it('finds each row by the words of its name, and by no others', async () => {
    const problems: string[] = [];
    for (const source of menus().filter(({ search }) => search)) {
      await showAll(source);
      const { listInfo } = await read(source);
      for (const { rowKey, name } of listInfo.slice(0, MAX_NAMES)) {
        const { listInfo: found } = await read(source, { keyword: name });
        if (!found.some((row) => row.rowKey === rowKey))
          problems.push(`${source.menuId}: ${name} finds no ${rowKey}`);
      }
      const { pageInfo } = await read(source, { keyword: 'no such words' });
      if (pageInfo.totalCount > 0) problems.push(`${source.menuId}: finds what is not there`);
    }
    expect(problems).toEqual([]);
  });

  it('is ordered by each column as its rows show it, those without a value last', async () => {
    const problems: string[] = [];
    for (const source of menus()) {
      const columns = await showAll(source);
      for (const column of columns.filter(({ sortable, kind }) => sortable && kind !== 'code'))
        for (const direction of ['asc', 'desc'] as const) {
          const { listInfo } = await read(source, { sort: column.columnId, direction });
          const cells = listInfo.map(({ cells }) => cells[column.columnId] ?? '');
          const filled = cells.filter((cell) => cell !== '');
          const about = `${source.menuId} ${column.columnId} ${column.kind} ${direction}`;
          if (!cells.slice(0, filled.length).every((cell) => cell !== ''))
            problems.push(`${about}: empty ones are not last`);
          const order = direction === 'asc' ? 1 : -1;
          const isNumber = column.kind === 'number' || column.kind === 'daysLeft';
          const wrong = filled.findIndex((cell, index) => {
            const next = filled[index + 1];
            if (next === undefined) return false;
            const difference = isNumber
              ? Number(cell) - Number(next)
              : cell < next
                ? -1
                : cell > next
                  ? 1
                  : 0;
            return difference * order > 0;
          });
          if (wrong >= 0 && column.kind !== 'text')
            problems.push(`${about}: ${filled[wrong]} before ${filled[wrong + 1]}`);
        }
    }
    expect(problems).toEqual([]);
  });
});

interface FilterToTry {
  entries: readonly FilterEntry[];
  passes: (row: ListRow) => boolean;
}

/** Between the values of an item in a cell, by the levels of rows above its own (decision 0590). */
const BETWEEN_ROWS = [/; /, / \| |; /, / \| |; |, /];

const distinct = (texts: readonly string[]) => [...new Set(texts)].filter(Boolean);

function filtersOf(
  { columnId, filterType, kind, item }: ListColumn,
  rows: readonly ListRow[],
  options: readonly { code: string; label: string }[] | null,
): FilterToTry[] {
  const cellOf = ({ cells }: ListRow) => cells[columnId] ?? '';
  const partsOf = (row: ListRow): string[] => {
    const separator = item && BETWEEN_ROWS[Math.max(0, item.groups.length - 1)];
    return separator ? cellOf(row).split(separator) : [cellOf(row)];
  };
  // a null flavor is no text, and what is in brackets may be a notation
  const shown = distinct(rows.flatMap(partsOf)).filter((text) => !item || !/[[(]/.test(text));
  switch (filterType) {
    case 'LIKE':
    case 'LIKE_ALL': {
      // what was typed is looked for in null flavors, too, as cells have them
      const [flavor] = distinct(rows.flatMap(partsOf)).filter((text) => item && /^\[[A-Z]+\]$/.test(text));
      const some = [...shown.slice(0, 2), ...shown.slice(-1), ...(flavor === undefined ? [] : [flavor])];
      const parts = distinct(
        some.flatMap((one) => [one.slice(0, 60), one.slice(1, 4)]).map((one) => one.trim()),
      );
      return parts.map((part) => ({
        entries: [{ filterType, valueCode: part }],
        passes: (row) => partsOf(row).some((text) => fold(text).includes(fold(part))),
      }));
    }
    case 'CHECK':
    case 'LIKE_CHECK': {
      const given = distinct(rows.flatMap((row) => row.codes[columnId] ?? [])).map((code) => ({
        code,
        label: '',
      }));
      return (options ?? given).slice(0, MAX_CODES).map(({ code, label }) => ({
        entries: [{ filterType, valueCode: code }],
        passes: item
          ? (row) => partsOf(row).includes(label)
          : ({ codes: own }) => own[columnId]?.includes(code) ?? false,
      }));
    }
    case 'BETWEEN_NUMERIC':
      return distinct([...shown.slice(0, 2), ...shown.slice(-1)])
        .filter((one) => /^-?\d+$/.test(one))
        .map((one) => ({
          entries: [{ filterType, valueCode: one, valueCode2: one }],
          passes: (row) => partsOf(row).includes(one),
        }));
    case 'BETWEEN_DATE':
    case 'BETWEEN_DATE_TIME': {
      const dayOf = (text: string) =>
        kind === 'dateTime' && text
          ? localTime(text).slice(0, 10).replaceAll('-', '')
          : text.replaceAll('-', '').slice(0, 8);
      return distinct([...shown.slice(0, 2), ...shown.slice(-1)].map(dayOf))
        .filter((day) => day.length === 8)
        .map((day) => ({
          entries: [{ filterType, valueCode: day, valueCode2: day }],
          passes: (row) =>
            partsOf(row)
              .map(dayOf)
              .some((own) => own !== '' && day.startsWith(own)),
        }));
    }
  }
}
