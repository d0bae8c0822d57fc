/** Findings as users see them: nothing reveals a blinded value, and rows have the positions that the user sees. */
import { describe, expect, it } from 'vitest';
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import { addressAt } from '../../../shared/case/itemAddress.ts';
import { caseFindings } from '../../../shared/rules/caseFindings.ts';
import { openCatalogue } from '../../catalogue/catalogueSource.ts';

const catalogue = openCatalogue();
const now = new Date('2026-01-15T00:00:00Z');
const caseValue = (itemId: string, path: number[], value: string) => ({
  ...addressAt(itemId, path),
  value,
  nullFlavor: null,
  notation: null,
});
const row = (group: string, path: [number, number?], sort: number) => ({
  group,
  rowNo: path[0],
  rowNo2: path[1] ?? 0,
  rowNo3: 0,
  rowId: `${group} ${path.join('.')}`,
  sort,
  deleted: false,
});

/** A blinded product outside of a trial: the rule belongs to the drug and reads the type of report. */
const CONTENT: CaseContent = {
  values: [caseValue('C.1.3', [], '1'), caseValue('G.k.2.5', [7], 'true')],
  rows: [row('G.k', [9], 1), row('G.k', [7], 2)],
};
const rulesFor = (may: (itemId: string) => boolean) =>
  caseFindings(catalogue.checks, CONTENT, { now, may }).map(({ ruleId }) => ruleId);

describe('findings told to a user', () => {
  it('hold those of items that may be seen', () => {
    expect(rulesFor(() => true)).toContain('ICH.G.k.2.5');
  });

  it('leave out what stands at a hidden item, and what a rule tells of a hidden one it reads', () => {
    expect(rulesFor((itemId) => itemId !== 'G.k.2.5')).not.toContain('ICH.G.k.2.5');
    expect(rulesFor((itemId) => itemId !== 'C.1.3')).not.toContain('ICH.G.k.2.5');
  });
});
