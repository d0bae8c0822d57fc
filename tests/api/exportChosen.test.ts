/** The chosen cases of the list as a file. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportCases } from '../../shared/contract/index.ts';
import { startCaseWorld, type CaseWorld } from './caseWorld.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
});
afterAll(() => world.server.stop());

const exported = async (rowKeys: readonly number[], token = world.editor) => {
  const query = { format: 'CSV', rowKeys: rowKeys.join(',') };
  const { bytes } = await world.server.call(exportCases, { query, token });
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
});

it('holds none out of scope, and none that is not there', async () => {
  const [mine, theirs] = [await world.aCase(2), await world.aCase(1)];
  const token = await world.userOfSender('export.of.sender.2', 2);
  const lines = await exported([theirs.caseKey, 999_999, mine.caseKey], token);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(mine.caseNo);
});
