/** A follow-up of E2B(R2): what only R3 has elements for stays in the case. */
import { describe, expect, it } from 'vitest';
import { generatorOf } from '../../scripts/cases-commands.ts';
import { asVersion } from '../../server/case-import/asVersion.ts';
import { openCatalogue } from '../../server/catalogue/catalogueSource.ts';
import type { CaseContent, CaseValue } from '../../shared/case/caseContent.ts';
import { itemsOfR2, writeR2 } from '../../shared/e2b/index.ts';
import { livingContent } from '../../shared/replay/contents.ts';
import { r2, readOnly } from './r2Report.ts';

const source = openCatalogue();
const ofR2 = itemsOfR2(source.r2);

const value = (itemId: string, path: readonly number[], text: string): CaseValue => ({
  itemId,
  rowNo: path[0] ?? 0,
  rowNo2: path[1] ?? 0,
  rowNo3: path[2] ?? 0,
  value: text,
  nullFlavor: null,
  notation: null,
});
const row = (group: string, rowNo: number) => ({
  group,
  rowNo,
  rowNo2: 0,
  rowNo3: 0,
  rowId: `${group} ${rowNo}`,
  sort: rowNo,
  deleted: false,
});

const FILE = 'a'.repeat(64);
const IN_R2 = [
  value('C.1.1', [], 'DE-1'),
  value('C.1.8.1', [], 'DE-1'),
  value('C.1.2', [], '20250101000000'),
  value('C.1.6.1.r.1', [1], 'Discharge letter'),
  value('E.i.1.1a', [1], 'rash'),
  value('G.k.2.2', [1], 'Velanorix'),
];
const ONLY_IN_R3 = [
  {
    ...value('C.1.6.1.r.2', [1], FILE),
    properties: { fileKey: FILE, fileName: 'letter.pdf', mediaType: 'application/pdf', size: 9 },
  },
  value('G.k.2.1.1a', [1], '1'),
  value('G.k.2.1.1b', [1], 'MPID-0815'),
  value('FDA.D.12', [], 'C41260'),
];
const CASE: CaseContent = {
  rows: [row('C.1.6.1.r', 1), row('E.i', 1), row('G.k', 1)],
  values: [...IN_R2, ...ONLY_IN_R3],
};

/** The case after a report of E2B(R2) with these values. */
async function after(values: CaseValue[]): Promise<string[]> {
  const message = await readOnly(writeR2([{ ...CASE, values }], r2).text);
  const { content } = asVersion(source, { content: CASE, residue: [] }, message);
  return livingContent(source.whole, content).values.map(({ itemId, value: text }) => `${itemId} ${text}`);
}
const textsOf = (values: readonly CaseValue[]): string[] =>
  values.map(({ itemId, value: text }) => `${itemId} ${text}`);

describe('a follow-up of E2B(R2)', () => {
  it('leaves what only R3 has elements for where it is about the same thing', async () => {
    expect(await after(IN_R2)).toEqual(expect.arrayContaining(textsOf(CASE.values)));
    const otherDrug = IN_R2.map((one) => (one.itemId === 'G.k.2.2' ? { ...one, value: 'Zenotrin' } : one));
    const left = await after(otherDrug);
    expect(left.filter((text) => text.startsWith('G.k.2.1'))).toEqual([]);
    expect(left).toContain('FDA.D.12 C41260');
  });

  it('takes away what R2 has an element for', async () => {
    const left = await after(IN_R2.filter(({ itemId }) => itemId !== 'E.i.1.1a'));
    expect(left.filter((text) => text.startsWith('E.i.1.1a'))).toEqual([]);
  });

  it('has no item that R2 is taken to have no element for', async () => {
    const generate = generatorOf(source);
    const beyond = new Set<string>();
    for (const { receiver } of source.checks.receivers)
      for (const seed of [1, 2, 3]) {
        const { content } = generate({ seed, receiver });
        const { values } = (await readOnly(writeR2([content], r2).text)).content;
        for (const { itemId } of values) if (!ofR2.has(itemId)) beyond.add(itemId);
      }
    expect([...beyond]).toEqual([]);
  });
});
