import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeListsOf, compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources as sources } from '../../schemas/compile/testSources.ts';
import { rowKey, type CaseContent, type CaseRow } from '../case/caseContent.ts';
import { addressAt, rowPathOf, type RowPath } from '../case/itemAddress.ts';
import { changingCase } from '../expressions/changingCase.ts';
import { compileRules } from '../expressions/compileRule.ts';
import { readRules } from '../expressions/readRules.ts';
import type { Rule } from '../expressions/rules.types.ts';
import { checksFor, createCheckWorld, runChecks, recipientsOf } from './caseFindings.ts';
import type { Check } from './check.types.ts';
import { ruleChecks } from './ruleChecks.ts';
import { liveFindings } from './liveFindings.ts';

const catalogue = compileCatalogue(sources);
const codeLists = codeListsOf(sources);
const ruleSet = readRules(sources);
const now = new Date('2026-01-15T00:00:00Z');

const aRule = (id: string, item: string, check: string, scope: string | null = null): Rule => ({
  id,
  items: [item],
  check,
  scope,
  authority: 'ICH',
  profiles: [],
  laterReportsOnly: false,
  severity: 'warning',
  when: null,
  source: '',
  replaces: [],
  message: { en: id, ko: id, ja: id, zh: id },
  examples: { pass: {}, fail: {} },
});

/** Ways of reading rows whose dependencies are easily missed; each holds and fails often in the cases below. */
const TRICKY: Rule[] = [
  aRule('own row', 'G.k.1', 'value("G.k.1") != "1"'),
  aRule('rows below', 'G.k.1', 'countRows("G.k.4.r", present("G.k.4.r.1a")) < 2'),
  aRule('all drugs', 'G.k.1', 'countRows("G.k", value("G.k.1") == "1") == 1 || value("G.k.1") == ""'),
  aRule('the reaction of an assessment', 'G.k.9.i.3.1a', 'present("G.k.9.i.3.1a") || !present("E.i.4")'),
  aRule('its drug', 'G.k.9.i.3.1a', 'value("G.k.1") != "2" || value("E.i.7") != "1"'),
  aRule('all assessments', 'E.i.4', '!anyRow("G.k.9.i", value("G.k.9.i.3.1a") == value("E.i.4"))', 'E.i'),
  aRule(
    'another reaction',
    'G.k.9.i.3.1a',
    '!anyRow("E.i", present("G.k.9.i.3.1a") && value("E.i.7") == "2")',
  ),
  aRule('the first row', 'C.1.1', 'firstRow("G.k", value("G.k.1") == "1")', 'case'),
  aRule(
    'walk in a walk',
    'C.1.1',
    'everyRow("G.k", rows("G.k.4.r") < 2 || anyRow("G.k.4.r", rowHasData("G.k.4.r")))',
    'case',
  ),
  aRule('the row around', 'G.k.4.r.1a', 'value("G.k.1") == "1" || rows("G.k.4.r") < 2'),
  aRule('data of a row', 'G.k.1', 'rowHasData("G.k")'),
  aRule('beside it', 'E.i.4', 'rows("G.k") == rows("E.i")'),
];

const world = createCheckWorld(
  catalogue,
  compileRules(catalogue, { ...ruleSet, rules: [...ruleSet.rules, ...TRICKY] }),
  codeLists,
);
const EMPTY = { values: [], rows: [] };

const ITEMS = [
  'C.1.1',
  'C.1.3',
  'D.2.1',
  'D.2.2a',
  'D.2.2b',
  'E.i.4',
  'E.i.7',
  'E.i.3.2a',
  'G.k.1',
  'G.k.2.5',
  'G.k.4.r.1a',
  'G.k.4.r.1b',
  'G.k.4.r.4',
  'G.k.9.i.3.1a',
  'G.k.9.i.3.1b',
  'G.k.9.i.2.r.1',
  'H.5.r.1a',
];
const GROUPS = ['E.i', 'G.k', 'G.k.4.r', 'G.k.9.i.2.r', 'H.5.r', 'D.8.r'];

const path = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 3, maxLength: 3 });
const anyValue = fc.oneof(
  fc
    .constantFrom('1', '2', '5', 'true', '2024', '20240101', '')
    .map((value) => ({ value, nullFlavor: null })),
  fc.constantFrom('NI', 'MSK').map((nullFlavor) => ({ value: null, nullFlavor })),
);
const editOf = (items: readonly string[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ itemId: fc.constantFrom(...items), path, said: anyValue }) },
    {
      weight: 2,
      arbitrary: fc.record({
        group: fc.constantFrom(...GROUPS),
        path,
        sort: fc.integer({ min: 1, max: 4 }),
        deleted: fc.boolean(),
        gone: fc.integer({ max: 5, min: 0 }).map((number) => number === 0),
      }),
    },
  );
type Edit = ReturnType<typeof editOf> extends fc.Arbitrary<infer E> ? E : never;

const rowAt = (group: string, path: RowPath, sort: number, deleted: boolean): CaseRow => {
  const { rowNo, rowNo2, rowNo3 } = addressAt(group, path);
  return { group, rowNo, rowNo2, rowNo3, rowId: path.join(), sort, deleted };
};

const each = [1, 2, 3];
/** Three rows of each group, two levels deep. */
const FULL: CaseContent = {
  values: [],
  rows: GROUPS.flatMap((group) => {
    const depth = catalogue.groups[group]?.groups.length ?? 1;
    const paths =
      depth === 1 ? each.map((one) => [one]) : each.flatMap((one) => each.map((two) => [one, two]));
    return depth > 2 ? [] : paths.map((path) => rowAt(group, path, path.at(-1) ?? 0, false));
  }),
};

/** A case, and its live findings after edits. */
function followed(checks: readonly Check[], start: CaseContent = EMPTY) {
  const live = changingCase(catalogue, start);
  const findings = liveFindings(catalogue, checks, live.reader);
  return {
    findings,
    fresh: () => runChecks(catalogue, checks, live.reader),
    apply(one: Edit) {
      if ('itemId' in one) {
        const address = addressAt(one.itemId, one.path.slice(0, catalogue.items[one.itemId]?.groups.length));
        live.setItem(address, { ...one.said, notation: null });
        findings.changed({ items: [address], rows: [] });
      } else {
        const { group, sort, deleted, gone } = one;
        const own = one.path.slice(0, catalogue.groups[group]?.groups.length);
        const row = rowAt(group, own, sort, deleted);
        live.setRows(new Map([[rowKey(row), gone ? undefined : row]]));
        findings.changed({ items: [], rows: [row] });
      }
    },
  };
}

const trickyChecks = ruleChecks(compileRules(catalogue, { rules: TRICKY, profiles: [] }), [
  { receiver: 'ICH' },
]);
const allChecks = checksFor(world, recipientsOf(world, changingCase(catalogue, EMPTY).reader), { now });

describe('live findings', () => {
  it('equal the findings of a fresh check after any edits and any interruption', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(editOf(ITEMS), fc.nat(60)), { maxLength: 25 }), (edits) => {
        const { findings, fresh, apply } = followed(allChecks, FULL);
        findings.work();
        for (const [one, steps] of edits) {
          apply(one);
          let left = steps;
          // few steps leave work undone when the next edit comes, many finish it
          findings.work(steps === 60 ? undefined : () => (left -= 1) < 0);
        }
        findings.work();
        expect(findings.findings()).toEqual(fresh());
      }),
      { numRuns: 150 },
    );
  });

  it('update for every way in which a rule can read other rows', () => {
    const read = editOf(['G.k.1', 'E.i.4', 'E.i.7', 'G.k.4.r.1a', 'G.k.9.i.3.1a']);
    fc.assert(
      fc.property(fc.array(read, { maxLength: 60 }), (edits) => {
        const { findings, fresh, apply } = followed(trickyChecks, FULL);
        findings.work();
        for (const one of edits) {
          apply(one);
          findings.work();
        }
        expect(findings.findings()).toEqual(fresh());
      }),
      { numRuns: 400 },
    );
  });

  it('equal a fresh check when edits interrupt the first check', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(editOf(ITEMS), fc.nat(900)), { maxLength: 12 }), (edits) => {
        const { findings, fresh, apply } = followed(allChecks, FULL);
        for (const [one, steps] of edits) {
          let left = steps;
          findings.work(() => (left -= 1) < 0);
          apply(one);
        }
        findings.work();
        expect(findings.findings()).toEqual(fresh());
      }),
      { numRuns: 60 },
    );
  });

  it('re-evaluate only the row that an edit changed', () => {
    const asks: RowPath[] = [];
    const check: Check = {
      item: catalogue.items['G.k.4.r.1a'] as Check['item'],
      group: 'G.k.4.r',
      readings: [
        { itemId: 'G.k.4.r.1a', within: 'G.k.4.r' },
        { itemId: 'G.k.1', within: 'G.k' },
      ],
      find: (scope) => {
        asks.push(scope.at.get('G.k.4.r') ?? []);
        return [];
      },
    };
    const { findings, apply } = followed([check]);
    for (const drug of [1, 2])
      for (const dosage of [0, 1, 2])
        apply({
          group: dosage ? 'G.k.4.r' : 'G.k',
          path: [drug, dosage, 0],
          sort: 1,
          deleted: false,
          gone: false,
        });
    findings.work();
    expect(asks).toHaveLength(4);

    asks.length = 0;
    apply({ itemId: 'G.k.4.r.1a', path: [2, 1, 0], said: { value: '1', nullFlavor: null } });
    findings.work();
    expect(asks).toEqual([[2, 1]]);

    asks.length = 0;
    apply({ itemId: 'G.k.1', path: [1, 0, 0], said: { value: '1', nullFlavor: null } });
    findings.work();
    expect(asks).toEqual([
      [1, 1],
      [1, 2],
    ]);
  });

  it('keep the same list while an edit changes none of them', () => {
    const { findings, apply } = followed(allChecks);
    findings.work();
    const before = findings.findings();
    apply({ itemId: 'H.5.r.1a', path: [3, 0, 0], said: { value: '1', nullFlavor: null } });
    findings.work();
    expect(findings.findings()).toBe(before);
  });
});

it('reports the same rows as a reader of the case', () => {
  const live = changingCase(catalogue, EMPTY);
  for (const row of [rowAt('G.k', [1], 2, false), rowAt('G.k', [2], 1, false), rowAt('E.i', [4], 1, false)])
    live.setRows(new Map([[rowKey(row), row]]));
  expect(live.reader.rows('G.k', [])).toEqual([[2], [1]]);
  expect(live.reader.rows('G.k.9.i', [1])).toEqual([[1, 4]]);
  const deletedRow = rowAt('E.i', [4], 1, true);
  live.setRows(new Map([[rowKey(deletedRow), deletedRow]]));
  expect(live.reader.rows('G.k.9.i', [1])).toEqual([]);
  expect(rowPathOf(deletedRow, 1)).toEqual([4]);
});
