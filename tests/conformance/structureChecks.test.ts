import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { e2bCatalogue } from '../../scripts/e2b-commands.ts';
import { structureChecks } from '../../server/submissions/checks/structureChecks.ts';

const { map: e2b } = e2bCatalogue();
const folder = mkdtempSync(join(tmpdir(), 'casewright-structure-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const checked = (inside: string) => {
  const path = join(folder, 'batch.xml');
  writeFileSync(
    path,
    `<MCCI_IN200100UV01 xmlns="urn:hl7-org:v3"><PORR_IN049016UV>${inside}</PORR_IN049016UV></MCCI_IN200100UV01>`,
  );
  return structureChecks(path, { e2b }, { omitted: [], messages: [{ seq: 7 }] });
};

it('finds elements in a wrong order, in their message', async () => {
  expect(await checked('<controlActProcess/><id/>')).toMatchObject([{ seq: 7, ruleId: 'order' }]);
});

it('finds a message that is too large to be read, instead of failing', async () => {
  expect(await checked('<id/>'.repeat(250_001))).toMatchObject([
    { severity: 'error', ruleId: 'unreadable', message: { en: expect.stringContaining('250000') } },
  ]);
});
