/** What is derived from cases: refreshed by saves, backfilled after rules change, and held up by no case. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backfillProjections } from '../../server/projections/backfillProjections.ts';
import { always, type CaseProjection } from '../../server/projections/projection.ts';
import { lockCases } from '../../server/projections/projectionState.store.ts';
import { refreshProjections } from '../../server/projections/refreshProjections.ts';
import { recordDistribution } from '../../server/cases/lifecycle/distribution.ts';
import { lockCase } from '../../server/cases/record/case.store.ts';
import { downloadReport, importFile } from '../../shared/contract/index.ts';
import { addressAt, addressKey } from '../../shared/case/itemAddress.ts';
import { contentOf } from '../../server/cases/record/pageDoc.ts';
import { startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { reportXml } from './importReports.ts';
import { projectionsCurrent } from './projectionWorld.ts';

const SENDER_COMMENT = 'H.1';
const NARRATIVE = addressAt(SENDER_COMMENT, []);

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
  await projectionsCurrent(world.server);
});
afterAll(() => world.server.stop());

/** A projection in memory: the narrative of each case, by the version it was derived with. */
function narratives(version = 'a') {
  const held = new Map<number, string>();
  const failing = new Set<number>();
  const projection: CaseProjection = {
    name: `narratives of ${expect.getState().currentTestName}`,
    revision: 1,
    refresh: 'inTransaction',
    readsDocs: true,
    version: () => rules.version,
    pages: (_catalogue, touched) => (!touched || touched.items.has(SENDER_COMMENT) ? ['NR'] : []),
    rebuild: async (_trx, _world, { cases, docsOf }) => {
      for (const { caseKey } of cases) {
        if (failing.has(caseKey)) throw new Error('cannot be derived');
        const { values } = contentOf(await docsOf(caseKey));
        const narrative = values.find((value) => addressKey(value) === addressKey(NARRATIVE))?.value ?? '';
        held.set(caseKey, `${rules.version}: ${narrative}`);
      }
    },
  };
  const rules = { version };
  const deps = { ...world.server.deps, projections: [always(projection)], log: { error: () => {} } };
  return { held, failing, rules, projection, deps, backfill: () => backfillProjections(deps) };
}

const staleCases = (name: string) =>
  world.query(async (trx) => {
    const found = await trx
      .selectFrom('projection_stale')
      .select('record_key')
      .where('name', '=', name)
      .execute();
    return found.map(({ record_key }) => record_key);
  });

describe('the backfill', () => {
  it('rebuilds every newest version once, and again when the version changes', async () => {
    const { caseKey } = await world.aCase();
    const { held, rules, backfill } = narratives();
    await backfill();
    expect(held.get(caseKey)).toBe('a: ');
    const count = held.size;
    held.clear();
    await backfill();
    expect(held.size).toBe(0);
    rules.version = 'b';
    await backfill();
    expect(held.get(caseKey)).toBe('b: ');
    expect(held.size).toBe(count);
  });

  it('waits for a case that is being saved', async () => {
    const { caseKey } = await world.aCase();
    const { held, rules, deps, backfill } = narratives();
    await backfill();
    rules.version = 'b';
    let running = Promise.resolve();
    await world.query(async (trx) => {
      await lockCase(trx, 1, caseKey);
      running = backfill();
      await expect.poll(() => held.size > 0 && held.get(caseKey)).toBe('a: ');
      await refreshProjections(trx, deps, { sponsorKey: 1, caseKey, at: deps.clock.now() });
      held.delete(caseKey);
    });
    await running;
    expect(held.get(caseKey)).toBe('b: ');
  });
});

it('wait for each other, the backfill of a case and the record that it went out', async () => {
  const { caseKey } = await world.aCase();
  let download: Promise<unknown> = Promise.resolve();
  await world.query(async (trx) => {
    await lockCases(trx, 1, [caseKey], { wait: true });
    const params = { caseKey, reportId: 'XML' };
    download = world.server.call(downloadReport, {
      params,
      query: { receiver: 'MFDS' },
      token: world.editor,
    });
    const waiting = sql<{ pid: number }>`select pid from pg_locks where not granted`;
    await expect.poll(async () => (await waiting.execute(trx)).rows).toHaveLength(1);
  });
  expect(await download).toMatchObject({ status: 200 });
});

it('are left to the backfill where a large case is handed out, and follow', async () => {
  const { server, editor: token } = world;
  // more than what the main thread works on, however well it is compressed
  const narrative = randomBytes(300_000).toString('base64');
  const file = { name: 'large.xml', bytes: await reportXml({ id: 'LARGE', narrative }) };
  const { data } = await server.call(importFile, { token, params: { sponsorKey: 1 }, file });
  const caseKey = data.cases[0]?.caseKey ?? 0;
  await projectionsCurrent(server);
  const stale = await world.query(async (trx) => {
    await recordDistribution(trx, server.deps, {
      sponsorKey: 1,
      caseKey,
      at: server.deps.clock.now(),
      user: { userKey: null, userId: 'test', userName: 'test' },
      reportId: 'XML',
      receiver: 'MFDS',
    });
    return trx.selectFrom('projection_stale').select('name').where('record_key', '=', caseKey).execute();
  });
  expect(stale).toContainEqual({ name: 'dueReports' });
  await projectionsCurrent(server);
});

describe('a save', () => {
  it('by rules that are not in force any more is derived again by those that are', async () => {
    const { caseKey } = await world.aCase();
    const { held, rules, deps, projection, backfill } = narratives('b');
    await backfill();
    rules.version = 'a';
    await world.query((trx) =>
      refreshProjections(trx, deps, { sponsorKey: 1, caseKey, at: deps.clock.now() }),
    );
    expect(held.get(caseKey)).toBe('a: ');
    expect(await staleCases(projection.name)).toEqual([caseKey]);
    rules.version = 'b';
    // a case that the server's own backfill holds is left to the next run
    const derived = async () => {
      await backfill();
      return held.get(caseKey);
    };
    await expect.poll(derived).toBe('b: ');
  });

  it('refreshes only what depends on what was touched', async () => {
    const { caseKey } = await world.aCase();
    const { held, deps } = narratives();
    const touch = (itemId: string) =>
      world.query((trx) =>
        refreshProjections(
          trx,
          deps,
          { sponsorKey: 1, caseKey, at: deps.clock.now() },
          { items: new Set([itemId]), groups: new Set() },
        ),
      );
    await touch('C.1.3');
    expect(held.size).toBe(0);
    await touch(SENDER_COMMENT);
    expect(held.size).toBe(1);
  });

  it('makes stale what reads a projection, where that has another result', async () => {
    const { caseKey } = await world.aCase();
    const { projection, deps } = narratives();
    const changed: number[] = [];
    const read = { ...projection, rebuild: async () => changed };
    const reader: CaseProjection = {
      ...projection,
      name: `reader of ${projection.name}`,
      refresh: 'afterwards',
      reads: [projection.name],
      pages: () => [],
    };
    const touch = () =>
      world.query((trx) =>
        refreshProjections(
          trx,
          { ...deps, projections: [always(read), always(reader)] },
          { sponsorKey: 1, caseKey, at: deps.clock.now() },
          { items: new Set([SENDER_COMMENT]), groups: new Set() },
        ),
      );
    await touch();
    expect(await staleCases(reader.name)).toEqual([]);
    changed.push(caseKey);
    await touch();
    expect(await staleCases(reader.name)).toEqual([caseKey]);
  });
});

// the last one, since sessions end when the clock advances
it('sets aside a case that cannot be derived, goes on with the others, and tries it again', async () => {
  const [{ caseKey: first }, { caseKey: second }] = [await world.aCase(), await world.aCase()];
  const { held, failing, projection, backfill } = narratives();
  failing.add(first);
  await backfill();
  expect(held.has(first)).toBe(false);
  expect(held.has(second)).toBe(true);
  expect(await staleCases(projection.name)).toEqual([first]);
  failing.clear();
  await backfill();
  expect(held.has(first)).toBe(false);
  world.server.clock.advance(60 * 60_000);
  const derived = async () => {
    await backfill();
    return held.has(first);
  };
  await expect.poll(derived).toBe(true);
  expect(await staleCases(projection.name)).toEqual([]);
});
