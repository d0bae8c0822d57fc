import { describe, expect, it } from 'vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { realSources } from '../../schemas/compile/testSources.ts';
import coverageSchema from '../../schemas/meta/rule-coverage.schema.json' with { type: 'json' };
import { checkCoverage } from './checkCoverage.ts';
import type { CoverageFile } from './checkCoverage.ts';
import { coverageReport } from './coverageReport.ts';
import { coverageWorld } from './coverageWorld.ts';
import type { CatalogueClaim, CoverageEntry, CoverageSource } from './coverage.types.ts';

const texts = import.meta.glob('../../schemas/rule-coverage/*.coverage.json', {
  import: 'default',
  eager: true,
});
const files: CoverageFile[] = Object.entries(texts).map(([path, coverage]) => ({
  file: path.split('/').at(-1) ?? path,
  coverage: coverage as CoverageSource,
}));
const world = coverageWorld(realSources);

describe.each(files.map(({ file, coverage }) => [file, coverage] as const))('%s', (file, coverage) => {
  it('matches its schema', () => {
    const validate = new Ajv2020().compile(coverageSchema);
    validate(coverage);

    expect(validate.errors).toBeNull();
  });

  it('makes only true claims', () => {
    expect(checkCoverage([{ file, coverage }], world)).toEqual([]);
  });
});

describe('checkCoverage', () => {
  const entry: CoverageEntry = { rule: 'A:1', asks: 'something' };
  const messages = (...entries: CoverageEntry[]) =>
    checkCoverage(
      [{ file: 'a', coverage: { source: 'A', authority: 'FDA', reference: 'a', entries } }],
      world,
    ).map(({ message }) => message);
  const ofClaim = (claim: CatalogueClaim) => messages({ ...entry, catalogue: [claim] });

  it('requires one answer per rule', () => {
    const answered = { ...entry, notApplicable: 'transport' };

    expect(messages(answered)).toEqual([]);
    expect(messages(entry)).toEqual(['it has no answer']);
    expect(messages({ ...entry, rules: [] })).toEqual(['it has no answer']);
    expect(messages({ ...answered, needsData: 'x' })).toEqual([
      'it has more than one answer: notApplicable, needsData',
    ]);
    expect(messages(answered, answered)).toEqual(['it is answered twice']);
    expect(messages({ ...answered, partly: 'x' })).toEqual(['only an implemented rule is so partly']);
  });

  it('accepts rules, including those that restate another one', () => {
    expect(messages({ ...entry, rules: ['ICH.D.2.2a', 'R0029'] })).toEqual([]);
    expect(messages({ ...entry, rules: ['R9999'] })).toEqual(['there is no rule R9999']);
  });

  it.each([
    [{ item: 'D.8.r.2b', maxLength: 20 }, []],
    [{ item: 'D.8.r.2b', maxLength: 250 }, ['D.8.r.2b: maxLength is 20, not 250']],
    [{ item: 'C.1.4', leastPrecision: 'day', futureAllowed: false }, []],
    [{ item: 'C.1.4', leastPrecision: 'year' }, ['C.1.4: leastPrecision is "day", not "year"']],
    [{ item: 'FDA.C.5.6.r', nullFlavors: ['NA'] }, []],
    [{ item: 'FDA.C.5.6.r', nullFlavors: [] }, ['FDA.C.5.6.r: nullFlavors is ["NA"], not []']],
    [{ item: 'C.1.3', codes: ['4', '3', '2', '1'] }, []],
    [{ item: 'C.1.3', codes: ['1', '2'] }, ['C.1.3: codes is ["1","2","3","4"], not ["1","2"]']],
    [{ item: 'C.2.r.3', includes: ['EU', 'KR'] }, []],
    [{ item: 'C.2.r.3', includes: ['KR', 'XX'] }, ['C.2.r.3: includes is ["KR"], not ["KR","XX"]']],
    [{ item: 'C.3.3.1', required: 'M', profile: 'preMarket' }, []],
    [{ item: 'D.9.1', required: 'M', profile: 'preMarket' }, ['D.9.1: required is "C", not "M"']],
    [{ item: 'E.i', minRows: 1 }, []],
    [{ item: 'E.i', minRows: 2 }, ['E.i: minRows is 1, not 2']],
    [{ item: 'X.1', maxLength: 1 }, ['X.1: maxLength is "no such item", not 1']],
    [{ item: 'X.1', absent: true }, []],
    [{ item: 'D.5', absent: true }, ['D.5 is there in the region']],
    [{ item: 'G.k.3.1', e2b: ['2.16.840.1.113883.3.989.2.1.3.4'] }, []],
    [{ item: 'G.k.3.1', e2b: ['1.2.3'] }, ['G.k.3.1: e2b is [], not ["1.2.3"]']],
    [{ item: 'D.5' }, ['nothing is claimed of D.5']],
  ] as [CatalogueClaim, string[]][])('checks %j against the catalogue: %j', (claim, problems) => {
    expect(ofClaim(claim)).toEqual(problems);
  });
});

it('reports when the subject of a claim or a rule is removed', () => {
  const changed = (file: string, from: string, to: string) =>
    realSources.map((source) =>
      source.file === file ? { file, text: source.text.replaceAll(from, to) } : source,
    );
  const problems = (sources: typeof realSources) => checkCoverage(files, coverageWorld(sources)).length;

  const none = problems(realSources);
  const asksLess = changed('appendices/US.appendix.json', '"FDA/vaers": "M"', '"FDA/vaers": "O"');

  expect(problems(asksLess)).toBeGreaterThan(none);
  expect(problems(changed('rules/FDA.rules.json', '"id": "R0072"', '"id": "R9972"'))).toBeGreaterThan(none);
});

describe('coverageReport', () => {
  it('counts the answers and lists the rules', () => {
    const entries: CoverageEntry[] = [
      {
        rule: 'A:1',
        asks: 'a | b',
        rules: ['R1'],
        catalogue: [{ item: 'D.5', nullFlavors: [] }],
        partly: 'c',
      },
      { rule: 'A:2', asks: 'd', needsData: 'e' },
    ];
    const page = coverageReport([
      { file: 'a', coverage: { source: 'A', authority: 'FDA', reference: 'a', entries } },
    ]);

    expect(page).toContain('| A | 2 | 1 | 1 | 0 | 1 | 0 |');
    expect(page).toContain('| A:1 | a \\| b | implemented | rule R1; `D.5` nullFlavors none; Partly: c |');
    expect(page).toContain('| A:2 | d | needs data | e |');
  });
});
