import { describe, expect, it } from 'vitest';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources as sources } from '../../schemas/compile/testSources.ts';
import type { CaseContent } from '../case/caseContent.ts';
import { compileRules, readRules, ruleFindings } from './ruleFindings.ts';
import type { RuleOptions } from './ruleFindings.ts';

const catalogue = compileCatalogue(sources);
const compiled = compileRules(catalogue, readRules(sources));

const EMPTY: CaseContent = { values: [], rows: [] };

/** One row of each group, without values. */
const UNFILLED: CaseContent = {
  values: [],
  rows: Object.values(catalogue.groups).flatMap(({ group, groups, rowsOf }) => {
    const [rowNo = 0, rowNo2 = 0, rowNo3 = 0] = groups.map(() => 1);
    return rowsOf === null ? [{ group, rowNo, rowNo2, rowNo3, rowId: group, sort: 1, deleted: false }] : [];
  }),
};

const found = (content: CaseContent, options: RuleOptions) =>
  ruleFindings(catalogue, compiled, content, options)
    .filter(({ severity }) => severity !== 'info')
    .map(({ ruleId }) => ruleId)
    .toSorted();

// one of several items is required, which conformance flags cannot express
const HISTORY = { ICH: 'ICH.D.7.2', FDA: 'R0035' };
const PRIMARY_SOURCE = { ICH: 'ICH.C.2.r.5-1', FDA: 'R0021' };
const VACCINES = ['FDA-IG:D.2.1:vaers', 'FDA-IG:FDA.D.11.r.1:vaers', 'FDA-IG:FDA.D.12:vaers'];

describe.each([
  [{ receiver: 'ICH' }, [HISTORY.ICH], [PRIMARY_SOURCE.ICH]],
  [{ receiver: 'FDA' }, [HISTORY.FDA], [PRIMARY_SOURCE.FDA]],
  [{ receiver: 'FDA', profile: 'postMarket' }, [HISTORY.FDA, 'FDA-IG:FDA.D.11.r.1'], [PRIMARY_SOURCE.FDA]],
  [{ receiver: 'FDA', profile: 'preMarket' }, [HISTORY.FDA, 'FDA-IG:FDA.D.11.r.1'], [PRIMARY_SOURCE.FDA]],
  [{ receiver: 'FDA', profile: 'vaers' }, [HISTORY.FDA, ...VACCINES], [PRIMARY_SOURCE.FDA]],
] as [RuleOptions, string[], string[]][])('for %j the rules', (options, always, inRows) => {
  it('report an empty case only where the authority requires one of several items', () => {
    expect(found(EMPTY, options)).toEqual(always.toSorted());
  });

  it('do not report rows that have just been added', () => {
    expect(found(UNFILLED, options)).toEqual([...always, ...inRows].toSorted());
  });
});
