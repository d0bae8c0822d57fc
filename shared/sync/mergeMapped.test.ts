/** Mapped values in a case: rows by their records, and nothing of a person is overwritten unseen. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../case/caseContent.ts';
import { addressAt, addressKey } from '../case/itemAddress.ts';
import { EMPTY_VALUE } from '../case/itemValue.ts';
import type { MappedCase, MappingRule } from './mappingRule.ts';
import { mergeMapped, type Merged, type MergeInput, type SyncedValue } from './mergeMapped.ts';

const CATALOGUE = {
  items: {
    country: { groups: [] },
    initials: { groups: [], privacy: true },
    term: { groups: ['event'] },
    test: { groups: ['event', 'result'] },
  },
  groups: {
    event: { groups: ['event'], rowsOf: null },
    result: { groups: ['event', 'result'], rowsOf: null },
  },
} as unknown as Catalogue;
const NOTHING: CaseContent = { values: [], rows: [] };

interface Source {
  country?: string;
  /** personal */
  initials?: string;
  /** terms by record, in the order of the selection */
  events: [record: string, term: string][];
}

function mapped({ country, initials, events }: Source): MappedCase {
  const value = (itemId: string, path: number[], text: string) => ({
    address: addressKey(addressAt(itemId, path)),
    value: { ...EMPTY_VALUE, value: text },
    parts: [{ rule: { itemId, targetSeqNo: 1, version: 1 }, source: null, sourceText: text }],
  });
  return {
    values: [
      ...(country === undefined ? [] : [value('country', [], country)]),
      ...(initials === undefined ? [] : [value('initials', [], initials)]),
      ...events.map(([, term], at) => value('term', [at + 1], term)),
    ],
    problems: [],
    rows: Object.fromEntries(events.map(([record], at) => [`event|${at + 1}`, record])),
  };
}

let ids = 0;
const input = (): Omit<MergeInput, 'mapped'> => ({
  catalogue: CATALOGUE,
  content: NOTHING,
  links: [],
  last: new Map(),
  chosen: new Set(),
  covers: () => true,
  overwriteOf: () => 'ifUntouched',
  newRowId: () => `row ${(ids += 1)}`,
});
const merge = (
  source: Source,
  before: Partial<MergeInput> = {},
  overwrite: MappingRule['overwrite'] = 'ifUntouched',
) => mergeMapped({ ...input(), mapped: mapped(source), overwriteOf: () => overwrite, ...before });

/** What the next synchronisation knows of this one. */
const after = ({ content, links, values }: Merged): Partial<MergeInput> => ({
  content,
  links,
  last: new Map<string, SyncedValue>(
    values.map(({ address, after: value, parts }) => [addressKey(address), { address, value, parts }]),
  ),
});
const addressed = (itemId: string, value: string | null, nullFlavor: string | null = null) => [
  { ...addressAt(itemId, []), ...EMPTY_VALUE, value, nullFlavor },
];
const texts = ({ content }: Merged) => content.values.map(({ rowNo, value }) => [rowNo, value]);
const outcomes = ({ values }: Merged) => values.map(({ outcome }) => outcome);
const byHand = (content: CaseContent, rowNo: number, text: string): CaseContent => ({
  ...content,
  values: content.values.map((value) => (value.rowNo === rowNo ? { ...value, value: text } : value)),
});

describe('mapped values', () => {
  it('make the rows of a new case in the order of their records', () => {
    const made = merge({
      country: 'KR',
      events: [
        ['a', 'Rash'],
        ['b', 'Fever'],
      ],
    });
    expect(texts(made)).toEqual([
      [0, 'KR'],
      [1, 'Rash'],
      [2, 'Fever'],
    ]);
    expect(made.links).toMatchObject([
      { recordKey: 'a', path: [1] },
      { recordKey: 'b', path: [2] },
    ]);
  });

  it.each([
    ['has it still', 'ABC'],
    ['has another one', 'XYZ'],
    ['has none any more', undefined],
  ] as const)(
    'leave a masked personal value as it is, and say nothing of it, where the source %s',
    (_, initials) => {
      const first = after(merge({ country: 'KR', initials: 'ABC', events: [] }));
      const values = [...addressed('country', 'KR'), ...addressed('initials', null, 'MSK')];
      const chosen = new Set([addressKey(addressAt('initials', []))]);
      const source = { country: 'KR', events: [], ...(initials && { initials }) };
      for (const last of [first.last ?? new Map(), new Map()]) {
        const second = merge(source, { ...first, last, content: { values, rows: [] }, chosen }, 'always');
        expect(second.content.values).toEqual(values);
        expect(second.values.map(({ address }) => address.itemId)).toEqual(['country']);
      }
    },
  );

  it('find the row of their record, whatever its number in the source is now', () => {
    const first = merge({
      events: [
        ['a', 'Rash'],
        ['b', 'Fever'],
      ],
    });
    const second = merge(
      {
        events: [
          ['c', 'Nausea'],
          ['b', 'High fever'],
        ],
      },
      after(first),
    );
    expect(texts(second)).toEqual([
      [1, 'Rash'],
      [2, 'High fever'],
      [3, 'Nausea'],
    ]);
  });

  it('leave what a person changed, and show both', () => {
    const first = merge({ events: [['a', 'Rash']] });
    const known = { ...after(first), content: byHand(first.content, 1, 'Urticaria') };
    const second = merge({ events: [['a', 'Red rash']] }, known);
    expect(texts(second)).toEqual([[1, 'Urticaria']]);
    expect(second.values).toMatchObject([
      { outcome: 'conflict', touched: true, before: { value: 'Urticaria' }, after: { value: 'Red rash' } },
    ]);
  });

  it('replace it where the user chooses, or the rule does', () => {
    const first = merge({ events: [['a', 'Rash']] });
    const known = { ...after(first), content: byHand(first.content, 1, 'Urticaria') };
    const source = { events: [['a', 'Red rash']] as [string, string][] };
    const chosen = new Set([addressKey(addressAt('term', [1]))]);
    expect(texts(merge(source, { ...known, chosen }))).toEqual([[1, 'Red rash']]);
    expect(texts(merge(source, known, 'always'))).toEqual([[1, 'Red rash']]);
  });

  it('fill an item once only where its rule never overwrites', () => {
    const first = merge({ country: 'KR', events: [] }, {}, 'never');
    expect(texts(first)).toEqual([[0, 'KR']]);
    expect(outcomes(merge({ country: 'JP', events: [] }, after(first), 'never'))).toEqual(['conflict']);
  });

  it('empty what the source emptied, but nothing of a record that it removed', () => {
    const first = merge({
      country: 'KR',
      events: [
        ['a', 'Rash'],
        ['b', 'Fever'],
      ],
    });
    const second = merge({ events: [['b', 'Fever']] }, after(first));
    expect(texts(second)).toEqual([
      [1, 'Rash'],
      [2, 'Fever'],
    ]);
  });

  it('stay where rules and rows of now do not say what the source has', () => {
    const first = merge({ country: 'KR', events: [['a', 'Rash']] });
    const covers = ({ address }: SyncedValue) => address.itemId !== 'country';
    const emptied = { values: [], problems: [], rows: { 'event|1': 'a' } };
    const made = mergeMapped({ ...input(), ...after(first), mapped: emptied, covers });
    expect(texts(made)).toEqual([[0, 'KR']]);
    expect(made.values.map(({ address }) => address.itemId)).toEqual(['term']);
  });

  it('stay where what the source has now cannot be mapped', () => {
    const first = merge({ country: 'KR', events: [['a', 'Rash']] });
    const { values, ...now } = mapped({
      events: [
        ['b', 'Fever'],
        ['a', 'Rash'],
      ],
    });
    const problem = (itemId: string, path: number[]) => ({
      kind: 'unmapped' as const,
      address: addressKey(addressAt(itemId, path)),
      rule: { itemId, targetSeqNo: 1 },
      source: null,
      sourceText: '?',
    });
    const problems = [problem('country', []), problem('term', [2]), problem('test', [2, 1])];
    const made = mergeMapped({
      ...input(),
      ...after(first),
      mapped: { ...now, values: values.slice(0, 1), problems },
    });
    expect(made.problems).toEqual(problems.slice(0, 2));
    expect(made.content.values.map(({ itemId, value }) => [itemId, value])).toEqual([
      ['country', 'KR'],
      ['term', 'Rash'],
      ['term', 'Fever'],
    ]);
  });

  it('add no row without a value', () => {
    const made = mergeMapped({ ...input(), mapped: { values: [], problems: [], rows: { 'event|1': 'a' } } });
    expect(made.content).toEqual(NOTHING);
  });

  it('empty a row whose record is still there', () => {
    const first = merge({ events: [['a', 'Rash']] });
    const emptied = { values: [], problems: [], rows: { 'event|1': 'a' } };
    expect(texts(mergeMapped({ ...input(), ...after(first), mapped: emptied }))).toEqual([]);
  });

  it('are not written into a deleted row', () => {
    const first = merge({ events: [['a', 'Rash']] });
    const rows = first.content.rows.map((row) => ({ ...row, deleted: true }));
    const known = { ...after(first), content: { ...first.content, rows } };
    expect(outcomes(merge({ events: [['a', 'Red rash']] }, known))).toEqual(['deleted']);
  });
});

const sources = fc
  .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('Rash', 'Fever')), {
    selector: ([record]) => record,
  })
  .map((events): Source => ({ events }));

it('synchronising the same twice changes nothing the second time', () => {
  fc.assert(
    fc.property(sources, sources, (one, other) => {
      const first = merge(one);
      const second = merge(other, after(first));
      const third = merge(other, { ...after(second), links: [...first.links, ...second.links] });
      expect(outcomes(third).every((outcome) => outcome === 'same')).toBe(true);
      expect(third.content).toEqual(second.content);
    }),
  );
});

it('a value of a person is in the case after any synchronisation that they did not decide otherwise', () => {
  fc.assert(
    fc.property(sources, sources, (one, other) => {
      const first = merge(one);
      const typed = { ...first.content, values: first.content.values.map((v) => ({ ...v, value: 'typed' })) };
      const second = merge(other, { ...after(first), content: typed });
      for (const { rowNo } of typed.values)
        expect(second.content.values.find((value) => value.rowNo === rowNo)?.value).toBe('typed');
    }),
  );
});
