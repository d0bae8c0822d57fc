/** The invented cases of the demo. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listCases, listVersions, readFindings, verifyCaseAudit } from '../../shared/contract/index.ts';
import { demoCase } from '../../server/seed/demoCase.ts';
import type { DemoWorld } from '../../server/seed/demoCase.ts';
import { chanceFrom } from '../../server/seed/random.ts';
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
  const { data } = await server.call(listCases, { token, query: { rowCount: 100 } });
  return data.listInfo;
};

it('fills every column of the list', async () => {
  const rows = await allCases();
  expect(rows).toHaveLength(30);
  for (const row of rows) {
    expect(row).toMatchObject({ locked: false, deleted: false, updatedBy: 'case.editor' });
    const {
      reportType,
      patientName,
      age,
      sex,
      productName,
      aeTerm,
      aeStartDate,
      country,
      firstReceived,
      mostRecent,
      senderName,
    } = row;
    const columns = {
      reportType,
      patientName,
      age,
      sex,
      productName,
      aeTerm,
      aeStartDate,
      country,
      firstReceived,
      mostRecent,
      senderName,
    };
    expect(Object.entries(columns).filter(([, value]) => !value)).toEqual([]);
  }
  expect(new Set(rows.map(({ senderName }) => senderName)).size).toBe(3);
  expect(new Set(rows.map(({ country }) => country)).size).toBeGreaterThan(3);
  expect(new Set(rows.map(({ serious }) => serious)).size).toBe(2);
});

it('has cases with a follow-up, and whole audit chains', async () => {
  const rows = await allCases();
  const [followedUp] = rows.filter(({ versionNo }) => versionNo === 2);
  const params = { caseKey: followedUp?.caseKey };
  const { data: versions } = await server.call(listVersions, { token, params });
  expect(versions.listInfo.map(({ reason }) => reason)).toEqual(['Follow-up information', 'Initial Data']);
  const { data: chain } = await server.call(verifyCaseAudit, { token, params });
  expect(chain).toMatchObject({ whole: true, saves: 2 });
});

it('says nothing that the catalogue or the common rules call an error', async () => {
  const wrong: string[] = [];
  for (const { caseKey } of await allCases()) {
    const { data } = await server.call(readFindings, { token, params: { caseKey } });
    const errors = data.findings.filter(({ severity }) => severity === 'error');
    wrong.push(
      ...errors.map(({ ruleId, itemId, message }) => `case ${caseKey}: ${itemId} ${ruleId} ${message.en}`),
    );
  }
  expect(wrong).toEqual([]);
});

it('tells the same story again from the same seed', () => {
  const world: DemoWorld = {
    ...server.deps,
    newUuid: () => '00000000-0000-4000-8000-000000000000',
    now: new Date('2026-01-01T00:00:00Z'),
    products: [{ name: 'Velanorix', substance: null }],
    studies: [],
    sender: { organisation: 'Hanbit', sender_type: '1' },
  };
  const told = (seed: number) => demoCase(world, chanceFrom(seed), 1);
  expect(told(7)).toEqual(told(7));
  expect(told(7)).not.toEqual(told(8));
});
