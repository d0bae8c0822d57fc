/** The chosen cases of the list as a file. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MISSING_ROWS } from '../../shared/contract/call.ts';
import { createFollowUp, exportCases, readListExport } from '../../shared/contract/index.ts';
import { startCaseWorld, type CaseWorld } from './caseWorld.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
});
afterAll(() => world.server.stop());

/** rows of the last file that it says it does not have */
let missing: string | null = null;

const exported = async (
  rowKeys: readonly number[],
  token = world.editor,
  exportKey = crypto.randomUUID(),
) => {
  const query = { format: 'CSV', rowKeys: rowKeys.join(','), exportKey };
  const { bytes, headers } = await world.server.call(exportCases, { query, token });
  missing = headers.get(MISSING_ROWS);
  return bytes.toString().trim().split('\n').slice(1);
};

it('holds these and no others, whatever narrows the list', async () => {
  const [one, two] = [await world.aCase(), await world.aCase()];
  await world.aCase();
  await world.status(two.caseKey, 'DELETE', 'Y');
  const lines = await exported([two.caseKey, one.caseKey]);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain(two.caseNo);
  expect(lines[1]).toContain(one.caseNo);
  expect(missing).toBeNull();
});

it('holds none out of scope, and none that is not there', async () => {
  const [mine, theirs] = [await world.aCase(2), await world.aCase(1)];
  const token = await world.userOfSender('export.of.sender.2', 2);
  const lines = await exported([theirs.caseKey, 999_999, mine.caseKey], token);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(mine.caseNo);
  expect(missing).toBe('2');
});

it('says how many have left the list since they were chosen, and so does the record of the export', async () => {
  const [stays, leaves] = [await world.aCase(), await world.aCase()];
  const body = { reason: 'More was learned' };
  await world.server.call(createFollowUp, {
    params: { caseKey: leaves.caseKey },
    body,
    token: world.editor,
  });
  const exportKey = crypto.randomUUID();
  const lines = await exported([stays.caseKey, leaves.caseKey], world.editor, exportKey);
  expect(lines).toHaveLength(1);
  expect(missing).toBe('1');
  const { data } = await world.server.call(readListExport, {
    params: { menuId: 'MU-CS', exportKey },
    token: world.editor,
  });
  expect(data).toMatchObject({ rows: 1, totalCount: 2, state: 'done' });
});
