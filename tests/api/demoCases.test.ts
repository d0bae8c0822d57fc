/** The invented cases of the demo. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listCases, listVersions, readFindings, verifyCaseAudit } from '../../shared/contract/index.ts';
import { demoCase } from '../../server/seed/demoCase.ts';
import { findCoding } from '../../server/seed/demoCases.ts';
import type { DemoWorld } from '../../server/seed/demoCase.ts';
import { chanceFrom } from '../../shared/generate/chance.ts';
import { caseKeyOf, showAllColumns } from './caseRows.ts';
import { startTestServer } from './harness.ts';
import type { TestServer } from './harness.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.token('case.editor');
});
afterAll(() => server.stop());

const allCases = async () => {
  const query = { rowCount: 100, sort: 'updatedAt', direction: 'desc' } as const;
  const { data } = await server.call(listCases, { token, query });
  return data.listInfo;
};

/** what a case may lack: flags, and what comes with its masters, its workflow and its deadlines */
const MAY_BE_EMPTY = [
  'dueDate',
  'daysLeft',
  'receivers',
  'workflowRole',
  'workflowUser',
  'workflowDue',
  'status',
  'study',
  'product',
  'worldwideId',
  'warnings',
];

it('fills every column of the list', async () => {
  const columns = await showAllColumns(server, token);
  const rows = await allCases();
  expect(rows).toHaveLength(30);
  const wanted = columns.map(({ columnId }) => columnId).filter((id) => !MAY_BE_EMPTY.includes(id));
  for (const { cells, delFlag } of rows) {
    expect(delFlag).toBe('N');
    expect(wanted.filter((id) => !cells[id])).toEqual([]);
  }
  const valuesOf = (id: string) => new Set(rows.map(({ cells }) => cells[id]));
  expect(valuesOf('sender').size).toBe(3);
  expect(valuesOf('country').size).toBeGreaterThan(3);
  expect(valuesOf('serious').size).toBe(2);
});

it('has cases with a follow-up, and whole audit chains', async () => {
  const rows = await allCases();
  const [followedUp] = rows.filter(({ cells }) => cells['versionNo'] === '1');
  const params = { caseKey: followedUp && caseKeyOf(followedUp) };
  const { data: versions } = await server.call(listVersions, { token, params });
  expect(versions.listInfo.map(({ reason }) => reason)).toEqual(['Follow-up information', 'Initial Data']);
  const { data: chain } = await server.call(verifyCaseAudit, { token, params });
  // the two versions, and the way the case took through the workflow
  expect(chain).toMatchObject({ whole: true, saves: 3 });
});

it('says nothing that the catalogue or the common rules call an error', async () => {
  const wrong: string[] = [];
  for (const caseKey of (await allCases()).map(caseKeyOf)) {
    const { data } = await server.call(readFindings, { token, params: { caseKey } });
    const errors = data.findings.filter(({ severity }) => severity === 'error');
    wrong.push(
      ...errors.map(({ ruleId, itemId, message }) => `case ${caseKey}: ${itemId} ${ruleId} ${message.en}`),
    );
  }
  expect(wrong).toEqual([]);
});

it('tells the same story again from the same seed', async () => {
  const world: DemoWorld = {
    ...server.deps,
    newUuid: () => '00000000-0000-4000-8000-000000000000',
    now: new Date('2026-01-01T00:00:00Z'),
    products: [{ name: 'Velanorix', substance: null }],
    studies: [],
    sender: { organisation: 'Hanbit', sender_type: '1' },
    coding: await findCoding(server.db),
  };
  const newCase = (seed: number) => demoCase(world, chanceFrom(seed), 1);
  expect(newCase(7)).toEqual(newCase(7));
  expect(newCase(7)).not.toEqual(newCase(8));
});
