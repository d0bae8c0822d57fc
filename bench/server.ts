/** Reading and saving a case page, against what the database alone needs for the same rows. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import type { CatalogueItem } from '../schemas/compile/catalogue.types.ts';
import type { CaseRow, CaseValue } from '../shared/case/caseContent.ts';
import { addressAt } from '../shared/case/itemAddress.ts';
import { EMPTY_VALUE } from '../shared/case/itemValue.ts';
import type { Author } from '../server/page-save/saveDocuments.ts';
import { applyPageSave } from '../server/areas/case-pages/savePage.service.ts';
import { readPageContent } from '../server/areas/case-pages/readPages.service.ts';
import { insertCase } from '../server/cases/lifecycle/insertCase.ts';
import type { Deps } from '../server/deps.ts';
import { findSessionUser } from '../server/http/session.ts';
import { inSponsor } from '../server/storage/database.ts';
import { editorToken, onBenchServer, type BenchServer } from './benchServer.ts';
import { inTurn, median, percentile, type Measured } from './measure.ts';

const ITEMS = 30;
const ROW_NO = 1;
/** at least 60 % of the rate of the same SQL */
const SAVE_BUDGET = 1.67;
const CLIENTS = [1, 16];
const READS = 3000;
const ROUNDS = 9;
const SAVES_A_ROUND = 160;
/** later than every save */
const LATER = '2999-01-01T00:00:00.000Z';

/** Costs as ratios: see docs/ARCHITECTURE.md for the budgets. Uses a database of its own, which it throws away. */
export async function benchServer(): Promise<Measured[]> {
  return onBenchServer({ demo: true, jobs: true }, async (server) => {
    const world = await prepare(server);
    return [...(await benchReads(world)), ...(await benchSaves(world))];
  });
}

interface World {
  deps: Deps;
  url: string;
  token: string;
  author: Author;
  page: string;
  items: CatalogueItem[];
  caseKeys: number[];
}

const sponsorKey = 1;

async function prepare({ deps, url }: BenchServer): Promise<World> {
  const token = await editorToken(url);
  const user = await findSessionUser(deps.db, token, null, deps.clock.now());
  const { page, rows, items } = largestPage(deps);
  // case keys that no other number of a statement equals: replaying a statement for another case replaces them
  await inSponsor(deps.db, sponsorKey, (trx) =>
    sql`update sponsor_seq set last_no = 7000000 where seq_name = 'case' and sponsor_key = ${sponsorKey}`.execute(
      trx,
    ),
  );
  const caseKeys: number[] = [];
  for (let at = 0; at < Math.max(...CLIENTS) + 1; at += 1) {
    const made = await inSponsor(deps.db, sponsorKey, (trx) =>
      insertCase(trx, deps, {
        sponsorKey,
        senderKey: 1,
        user,
        content: { values: changesOf(items, 0), rows },
        residue: [],
        reason: 'Bench',
        source: 'system',
        at: deps.clock.now(),
      }),
    );
    caseKeys.push(made.caseKey);
  }
  return {
    deps,
    url,
    token,
    author: { user, language: 'en', requestId: 'bench' },
    page,
    items,
    caseKeys,
  };
}

/** The page of rows with the most items, with one row in each of its groups. */
function largestPage({ catalogue: { whole } }: Deps): {
  page: string;
  rows: CaseRow[];
  items: CatalogueItem[];
} {
  const typed = new Set(['text', 'longText', 'number', 'date', 'codeList', 'codedTerm', 'radio']);
  const pages = Object.values(whole.pages).flatMap(({ page, kind }) => {
    const groups = Object.values(whole.groups).filter(
      (group) => group.page === page && group.rowsOf === null,
    );
    const own = new Set(groups.map(({ group }) => group));
    const items = Object.values(whole.items).filter(
      (item) =>
        item.page === page &&
        typed.has(item.control) &&
        !item.blinded &&
        item.groups.every((group) => own.has(group)),
    );
    const rows = groups.map(({ group, groups: around }) => {
      const { rowNo, rowNo2, rowNo3 } = addressAt(
        group,
        around.map(() => ROW_NO),
      );
      return { group, rowNo, rowNo2, rowNo3, rowId: randomUUID(), sort: 1, deleted: false };
    });
    return kind === 'rows' ? { page, rows, items } : [];
  });
  const [largest] = pages.sort((a, b) => b.items.length - a.items.length);
  if (!largest || largest.items.length < ITEMS)
    throw new Error(`no page of rows has ${ITEMS} items that can be typed`);
  return largest;
}

/** Other values for every turn. */
const changesOf = (items: readonly CatalogueItem[], turn: number): CaseValue[] =>
  items.map((item) => ({
    ...addressAt(
      item.itemId,
      item.groups.map(() => ROW_NO),
    ),
    ...EMPTY_VALUE,
    value:
      item.control === 'date'
        ? String(2000 + (turn % 20))
        : `${turn}`.padStart(20, 'x').slice(-(item.maxLength ?? 20)),
  }));

async function benchReads({ deps, url, token, author, page, caseKeys }: World): Promise<Measured[]> {
  const [caseKey = 0] = caseKeys;
  const address = `${url}/1.1/cases/${caseKey}/pages/${page}/${ROW_NO}`;
  const headers = { authorization: `Bearer ${token}` };
  const overHttp = async () => void (await (await fetch(address, { headers })).arrayBuffer());
  const inService = () => readPageContent(deps, author, { caseKey, page, rowNo: ROW_NO });
  const oneRow = () =>
    inSponsor(deps.db, sponsorKey, (trx) =>
      sql`select items, rows from case_page_row
        where sponsor_key = ${sponsorKey} and case_key = ${caseKey} and page = ${page} and row_no = ${ROW_NO}`.execute(
        trx,
      ),
    );
  const results: Measured[] = [];
  for (const [name, ours, budget] of [
    ['page read, p99 to one indexed row', inService, 3],
    ['page read over HTTP with session, p99', overHttp, null],
  ] as const) {
    await inTurn(READS / 10, ours, oneRow);
    const times = await inTurn(READS, ours, oneRow);
    const [a, b] = [percentile(times.ours, 0.99), percentile(times.floor, 0.99)];
    const medians = `medians ${median(times.ours).toFixed(2)} and ${median(times.floor).toFixed(2)} ms`;
    results.push({
      name,
      ratio: a / b,
      budget,
      detail: `p99 ${a.toFixed(2)} and ${b.toFixed(2)} ms, ${medians}`,
    });
  }
  return results;
}

interface Statement {
  text: string;
  values: unknown[];
}

/** What one call sent to the database, and how to send it there again. */
interface Recording {
  statements: Statement[];
  connection: pg.ClientConfig;
}

/** The number of the recorded save: no other number of its statements equals it. */
const SAMPLE_SAVE = 900_001;

async function benchSaves(world: World): Promise<Measured[]> {
  const { deps, author, page, items, caseKeys } = world;
  let turn = 1;
  const save = (caseKey: number) => {
    turn += 1;
    const body = { reason: 'Bench', retrievedAt: LATER, changes: changesOf(items.slice(0, ITEMS), turn) };
    return applyPageSave(deps, author, { caseKey, page, rowNo: ROW_NO, ...body });
  };
  const [sample = 0, ...targets] = caseKeys;
  await inSponsor(deps.db, sponsorKey, (trx) =>
    sql`update audit_head set save_no = ${SAMPLE_SAVE - 1} where scope_key = ${sample}`.execute(trx),
  );
  const { statements, connection } = await recorded(() => save(sample));
  const results: Measured[] = [];
  for (const clients of CLIENTS) {
    const pool = new pg.Pool({ ...connection, max: clients });
    const used = targets.slice(0, clients);
    const saveNos = await maxSaves(deps, used);
    const replay = async (caseKey: number) => {
      const saveNo = (saveNos.get(caseKey) ?? 0) + 1;
      saveNos.set(caseKey, saveNo);
      const client = await pool.connect();
      for (const { text, values } of forCase(statements, sample, caseKey, saveNo))
        await client.query(text, values);
      client.release();
    };
    const round = async (one: (caseKey: number) => Promise<unknown>) => {
      await Promise.all(
        used.map(async (caseKey) => {
          for (let at = 0; at < SAVES_A_ROUND / clients; at += 1) await one(caseKey);
        }),
      );
    };
    // both continue the same chains: the numbers of the other's saves are asked for between the rounds
    const theirs = async () => {
      for (const [caseKey, saveNo] of await maxSaves(deps, used)) saveNos.set(caseKey, saveNo);
      await round(replay);
    };
    await inTurn(1, () => round(save), theirs);
    const times = await inTurn(ROUNDS, () => round(save), theirs);
    await pool.end();
    const ratio = median(times.ours.map((time, at) => time / (times.floor[at] ?? Number.NaN)));
    const rate = (list: number[]) => Math.round((SAVES_A_ROUND / median(list)) * 1000);
    results.push({
      name: `save of ${ITEMS} items with audit, ${clients} client${clients > 1 ? 's' : ''}`,
      ratio,
      budget: SAVE_BUDGET,
      detail: `${rate(times.ours)} and ${rate(times.floor)} saves/s`,
    });
  }
  return results;
}

/** The statements one call sends, in order, as they reach the driver. */
async function recorded(work: () => Promise<unknown>): Promise<Recording> {
  const statements: Statement[] = [];
  let connection: pg.ClientConfig = {};
  const { query } = pg.Client.prototype as { query: (...args: unknown[]) => unknown };
  const listening = function (this: pg.Client, ...args: unknown[]) {
    const [text, values] = args;
    const { host, port, user, password, database } = this;
    connection = { host, port, user, password, database, options: '-c role=casewright_app -c timezone=UTC' };
    if (typeof text === 'string') statements.push({ text, values: (values as unknown[] | undefined) ?? [] });
    return query.apply(this, args);
  };
  Object.assign(pg.Client.prototype, { query: listening });
  try {
    await work();
  } finally {
    Object.assign(pg.Client.prototype, { query });
  }
  return { statements, connection };
}

/** The recorded statements for another case: its key, and the next number in its chain. */
function forCase(
  statements: readonly Statement[],
  sample: number,
  caseKey: number,
  saveNo: number,
): Statement[] {
  return statements.map(({ text, values }) => {
    const isAudit = text.includes('insert into audit_save');
    return {
      text,
      values: values.map((value) => {
        if (value === sample) return caseKey;
        return isAudit && value === SAMPLE_SAVE ? saveNo : value;
      }),
    };
  });
}

async function maxSaves({ db }: Deps, caseKeys: readonly number[]): Promise<Map<number, number>> {
  const rows = await inSponsor(db, sponsorKey, (trx) =>
    trx
      .selectFrom('audit_head')
      .select(['scope_key', 'save_no'])
      .where('sponsor_key', '=', sponsorKey)
      .where('scope_key', 'in', caseKeys)
      .execute(),
  );
  return new Map(rows.map(({ scope_key, save_no }) => [scope_key, save_no]));
}
