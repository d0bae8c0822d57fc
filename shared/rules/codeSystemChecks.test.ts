import { describe, expect, it } from 'vitest';
import { codeListsOf, compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { addressAt } from '../case/itemAddress.ts';
import type { CaseContent } from '../case/caseContent.ts';
import type { ItemProperties } from '../case/itemValue.ts';
import { caseFindings, createCheckWorld, findingsFor } from './caseFindings.ts';
import { compileRules, readRules } from './ruleFindings.ts';

const catalogue = compileCatalogue(realSources);
const rules = compileRules(catalogue, readRules(realSources));
/** FDA has set the code system of products. */
const world = createCheckWorld(
  {
    ...catalogue,
    appendices: catalogue.appendices.map((appendix) =>
      appendix.authority === 'FDA' ? { ...appendix, codeSystems: { 'TBD-MPID': '9.9' } } : appendix,
    ),
  },
  rules,
  codeListsOf(realSources),
);
const now = new Date('2025-06-01T00:00:00Z');

const caseWith = (itemId: string, properties: ItemProperties | null = null): CaseContent => ({
  values: [{ ...addressAt(itemId, [1]), value: 'P1', nullFlavor: null, notation: null, properties }],
  rows: [
    {
      group: 'G.k',
      rowNo: 1,
      rowNo2: 0,
      rowNo3: 0,
      rowId: '00000000-0000-4000-8000-000000000001',
      sort: 1,
      deleted: false,
    },
  ],
});

const warningsFor = (content: CaseContent, receiver: string) =>
  findingsFor(caseFindings(world, content, { now }, [receiver]), receiver).filter(
    ({ ruleId }) => ruleId === 'item.noCodeSystem',
  );

describe('a code whose code system the standard leaves open', () => {
  it('is a warning for a receiver that has set none', () => {
    expect(warningsFor(caseWith('G.k.2.1.1b'), 'EMA')).toMatchObject([
      {
        itemId: 'G.k.2.1.1b',
        rowNo: 1,
        severity: 'warning',
        message: { en: expect.stringContaining('TBD-MPID') as string },
      },
    ]);
    expect(warningsFor(caseWith('G.k.2.1.1b'), 'ICH')).toHaveLength(1);
  });

  it('is none for a receiver that has set one', () => {
    expect(warningsFor(caseWith('G.k.2.1.1b'), 'FDA')).toEqual([]);
    expect(warningsFor(caseWith('G.k.2.1.2b'), 'FDA')).toHaveLength(1);
  });

  it('is none if the code came with its code system', () => {
    expect(warningsFor(caseWith('G.k.2.1.1b', { codeSystem: '9.9' }), 'EMA')).toEqual([]);
  });

  it('is none without a code', () => {
    expect(warningsFor({ values: [], rows: [] }, 'EMA')).toEqual([]);
  });
});
