/** Laws of derived values, over varying rows. The oracle implements the expressions in plain code. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileCatalogue, forAppendix } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { rowKey, type CaseContent, type CaseRow } from '../case/caseContent.ts';
import { addressAt, addressKey, parseAddressKey, type ItemAddress } from '../case/itemAddress.ts';
import { EMPTY_VALUE, isEmpty } from '../case/itemValue.ts';
import { changingCase } from '../expressions/changingCase.ts';
import { deriveConsequences, type Consequence } from './consequences.ts';
import { derivationsOf } from './derivations.ts';
import { DOSAGES, DRUGS, EMPTY_ROWS, REACTIONS, testRegion } from '../../schemas/compile/testRegion.ts';
import { computedValues, contentToSend, withComputed } from './wholeCase.ts';

const catalogue = compileCatalogue([...realSources, testRegion]);
const follow = deriveConsequences(catalogue, derivationsOf(catalogue));

type Edit =
  | { at: ItemAddress; value: string }
  | { strike: string; deleted: boolean }
  | { move: string; sort: number };

const drug = fc.constantFrom(...DRUGS);
const rowsOf: Record<string, fc.Arbitrary<number[]>> = {
  drug: drug.map((no) => [no]),
  dosage: fc.tuple(drug, fc.constantFrom(...DOSAGES)),
  pair: fc.tuple(drug, fc.constantFrom(...REACTIONS)),
  reaction: fc.constantFrom(...REACTIONS).map((no) => [no]),
  own: fc.constant([1]),
  case: fc.constant([]),
};
const ITEMS: [string, keyof typeof rowsOf, string[]][] = [
  ['XX.kind', 'drug', ['a', 'b', '']],
  ['XX.keep', 'drug', ['k', '']],
  ['XX.clear', 'drug', ['c', '']],
  ['XX.held', 'drug', ['h', '']],
  ['XX.next', 'drug', ['n', '']],
  ['XX.amount', 'dosage', ['1', '2', '3', '']],
  ['XX.amountNote', 'dosage', ['n', '']],
  ['XX.relation', 'pair', ['r', '']],
  ['XX.term', 'reaction', ['x', 'y', '']],
  ['XX.any', 'case', ['v']],
  ['XX.chain', 'case', ['v']],
  ['XX.flag', 'case', ['y', 'n', '']],
  ['XX.inside', 'case', ['i']],
  ['XX.row', 'own', ['w']],
];
const anyValue = fc.oneof(
  ...ITEMS.map(([itemId, kind, values]) =>
    fc.record({
      at: (rowsOf[kind] ?? fc.constant([])).map((path) => addressAt(itemId, path)),
      value: fc.constantFrom(...values),
    }),
  ),
);
const rowsWritten = fc.constantFrom(...EMPTY_ROWS.rows.map(rowKey));
const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 8, arbitrary: anyValue },
  { weight: 1, arbitrary: fc.record({ strike: rowsWritten, deleted: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ move: rowsWritten, sort: fc.integer({ min: 0, max: 9 }) }) },
);
const edits = fc.array(edit, { minLength: 1, maxLength: 40, size: 'max' });

/** A case that takes edits with their consequences, and reports each step. */
function edited() {
  const values = new Map(
    withComputed(catalogue, EMPTY_ROWS).values.map((value) => [addressKey(value), value.value ?? '']),
  );
  const rows = new Map(EMPTY_ROWS.rows.map((row) => [rowKey(row), row]));
  const content = (): CaseContent => ({
    values: [...values].map(([key, value]) => ({ ...parseAddressKey(key), ...EMPTY_VALUE, value })),
    rows: [...rows.values()],
  });
  const put = (address: ItemAddress, value: string | null) =>
    value ? values.set(addressKey(address), value) : values.delete(addressKey(address));
  return {
    content,
    take(next: Edit): { before: CaseContent; after: CaseContent; consequences: Consequence[] } {
      const before = content();
      const changed: CaseRow[] = [];
      if ('at' in next) put(next.at, next.value);
      else {
        const key = 'strike' in next ? next.strike : next.move;
        const row = rows.get(key);
        if (!row) throw new Error(key);
        const now = { ...row, ...('strike' in next ? { deleted: next.deleted } : { sort: next.sort }) };
        rows.set(key, now);
        changed.push(now);
      }
      const consequences = follow({
        before: changingCase(catalogue, before).reader,
        after: changingCase(catalogue, content()).reader,
        change: { items: 'at' in next ? [next.at] : [], rows: changed },
      });
      for (const { address, nextValue: now } of consequences) put(address, now.value);
      return { before, after: content(), consequences };
    },
  };
}

/** Whether it is hidden, in plain code. */
function hidden({ values }: CaseContent, { itemId, rowNo, rowNo2 }: ItemAddress, rows: CaseRow[]): boolean {
  const at = (id: string, path: number[]) =>
    values.find((value) => addressKey(value) === addressKey(addressAt(id, path)))?.value ?? '';
  const living = DRUGS.filter((no) => !rows.find((row) => row.group === 'G.k' && row.rowNo === no)?.deleted);
  const kinds = living.filter((no) => at('XX.kind', [no]) === 'a').length;
  switch (itemId) {
    case 'XX.keep':
    case 'XX.clear':
    case 'XX.held':
      return at('XX.kind', [rowNo]) !== 'a';
    case 'XX.next':
      return at('XX.clear', [rowNo]) === '';
    case 'XX.amountNote':
      return !(Number(at('XX.amount', [rowNo, rowNo2])) > 1 && at('XX.kind', [rowNo]) === 'a');
    case 'XX.relation':
      return at('XX.term', [rowNo2]) !== 'x';
    case 'XX.any':
      return kinds === 0;
    case 'XX.chain':
      return kinds === 2;
    case 'XX.inside':
      return at('XX.flag', []) === '';
    case 'XX.row':
      return ['', 'n'].includes(at('XX.flag', []));
    default:
      return false;
  }
}

const CLEARING = new Set([
  'XX.clear',
  'XX.next',
  'XX.amountNote',
  'XX.relation',
  'XX.any',
  'XX.chain',
  'XX.inside',
  'XX.row',
]);

/** Rows that are neither deleted nor inside a deleted one. */
function lives({ rows }: CaseContent, { itemId, ...numbers }: ItemAddress): boolean {
  const groups = catalogue.items[itemId]?.groups ?? [];
  return groups.every((group, depth) => {
    const path = [numbers.rowNo, numbers.rowNo2, numbers.rowNo3].slice(0, depth + 1);
    const own = catalogue.groups[group]?.rowsOf;
    const key = own
      ? rowKey({ group: own, ...addressAt('', path.slice(-1)) })
      : rowKey({ group, ...addressAt('', path) });
    return rows.some((row) => rowKey(row) === key && !row.deleted);
  });
}

describe('after any edits', () => {
  const always = (law: (step: ReturnType<ReturnType<typeof edited>['take']>, edit: Edit) => void) =>
    fc.assert(
      fc.property(edits, (all) => {
        const one = edited();
        for (const next of all) law(one.take(next), next);
      }),
      { numRuns: 150 },
    );

  it('every computed value equals the result for the current case', () => {
    always(({ after }) => {
      expect(withComputed(catalogue, after).values.map(text).sort()).toEqual(after.values.map(text).sort());
    });
  });

  it('visible and new values are cleared when hidden; no others are', () => {
    always(({ before, after, consequences }, next) => {
      const cleared = new Set(
        consequences.filter(({ why }) => why === 'hidden').map(({ address }) => addressKey(address)),
      );
      const typed =
        'at' in next && next.value !== '' ? [{ ...next.at, ...EMPTY_VALUE, value: next.value }] : [];
      const candidates = new Map([...before.values, ...typed].map((value) => [addressKey(value), value]));
      for (const [key, value] of candidates) {
        if (!CLEARING.has(value.itemId) || ('at' in next && next.value === '' && addressKey(next.at) === key))
          continue;
        const isNew =
          typed.some((one) => addressKey(one) === key) &&
          !before.values.some((one) => text(one) === text(value));
        const wasSeen = !hidden(before, value, before.rows);
        const isHidden = hidden(after, value, after.rows);
        const expected = lives(after, value) && isHidden && (isNew || wasSeen);
        expect([key, cleared.has(key)]).toEqual([key, expected]);
      }
    });
  });

  it('an edit in one row changes nothing in another', () => {
    always(({ consequences }, next) => {
      if (!('at' in next)) return;
      const { itemId, rowNo, rowNo2 } = next.at;
      const [outer] = catalogue.items[itemId]?.groups ?? [];
      for (const { address } of consequences) {
        const { groups = [] } = catalogue.items[address.itemId] ?? {};
        if (groups[0] === outer) expect(address.rowNo).toBe(rowNo);
        if (groups[1] && groups[1] === catalogue.items[itemId]?.groups[1])
          expect(address.rowNo2).toBe(rowNo2);
        // a relation depends on the reaction it borrows its row from
        if (itemId === 'XX.term') expect([address.itemId, address.rowNo2]).toEqual(['XX.relation', rowNo]);
      }
    });
  });

  it('a value with onHide keep stays while hidden, and is sent', () => {
    always(({ before, after }, next) => {
      const remaining = before.values.filter(
        (value) => value.itemId === 'XX.keep' && !('at' in next && addressKey(next.at) === addressKey(value)),
      );
      const sent = new Set(contentToSend(catalogue, catalogue, after).values.map(text));
      for (const value of remaining) expect(sent.has(text(value))).toBe(true);
    });
  });

  it('a value with onHide keepNotExported stays, and is sent only while visible', () => {
    const seen = forAppendix(catalogue, 'XX');
    always(({ before, after }, next) => {
      for (const view of [catalogue, seen]) {
        const sent = new Set(contentToSend(catalogue, view, after).values.map(text));
        for (const value of after.values)
          if (lives(after, value))
            expect(sent.has(text(value))).toBe(
              value.itemId !== 'XX.held' || !hidden(after, value, after.rows),
            );
      }
      for (const value of before.values)
        if (value.itemId === 'XX.held' && !('at' in next && addressKey(next.at) === addressKey(value)))
          expect(after.values.map(text)).toContain(text(value));
    });
  });
});

const text = (value: ItemAddress & { value: string | null }): string => `${addressKey(value)}=${value.value}`;

describe('imported content', () => {
  const long: CaseContent = {
    ...EMPTY_ROWS,
    values: [
      { ...addressAt('XX.clear', [1]), ...EMPTY_VALUE, value: 'as it came' },
      { ...addressAt('XX.sum', []), ...EMPTY_VALUE, value: '17' },
    ],
  };

  it('loses no hidden values, and gets our computed values', () => {
    const taken = withComputed(catalogue, long);
    expect(taken.values.map(text)).toContain('XX.clear|1|0|0=as it came');
    expect(taken.values.map(text)).toContain('XX.sum|0|0|0=0');
  });

  it('keeps hidden values while other rows and other items of the row are edited', () => {
    const after = {
      ...long,
      values: [...long.values, { ...addressAt('XX.kind', [2]), ...EMPTY_VALUE, value: 'b' }],
    };
    const consequences = follow({
      before: changingCase(catalogue, long).reader,
      after: changingCase(catalogue, after).reader,
      change: { items: [addressAt('XX.kind', [2]), addressAt('XX.kind', [1])], rows: [] },
    });
    expect(consequences.filter(({ nextValue: now }) => isEmpty(now))).toEqual([]);
  });
});

it('rejects items that compute each other in a cycle, naming them', () => {
  const region = JSON.parse(testRegion.text) as { items: { itemId: string; computed?: string }[] };
  const items = region.items.map((one) =>
    one.itemId === 'XX.twice' ? { ...one, computed: 'text(number("XX.half"))' } : one,
  );
  const half = {
    ...items.find(({ itemId }) => itemId === 'XX.twice'),
    itemId: 'XX.half',
    computed: 'value("XX.twice")',
  };
  const made = compileCatalogue([
    ...realSources,
    { ...testRegion, text: JSON.stringify({ ...region, items: [...items, half] }) },
  ]);
  expect(() => derivationsOf(made)).toThrow('circle: XX.twice > XX.half > XX.twice');
});

it('evaluates nothing in a catalogue without derivations', () => {
  const plain = compileCatalogue(
    realSources.map((source) => ({ ...source, text: source.text.replaceAll('"computed":', '"help2":') })),
  );
  expect(computedValues(plain, EMPTY_ROWS)).toEqual([]);
  expect(withComputed(plain, EMPTY_ROWS)).toBe(EMPTY_ROWS);
});
