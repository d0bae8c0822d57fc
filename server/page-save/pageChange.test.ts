import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openCatalogue } from '../catalogue/catalogueSource.ts';
import { rowKey, type CaseRow, type CaseValue } from '../../shared/case/caseContent.ts';
import { addressAt, addressKey } from '../../shared/case/itemAddress.ts';
import { differs, EMPTY_VALUE, type ItemValue } from '../../shared/case/itemValue.ts';
import { contentOf, emptyDoc, storedValue, valueOf, type PageDoc } from '../cases/record/pageDoc.ts';
import { planPageChange, type PageChange } from './pageChange.ts';

const source = openCatalogue();
const catalogue = source.whole;
const BEFORE = { at: new Date('2025-01-01T00:00:00.000Z'), by: 'first' };
const NOW = { at: new Date('2025-01-02T00:00:00.000Z'), by: 'second' };

const uuid = (seed: number): string => `00000000-0000-4000-8000-${String(seed).padStart(12, '0')}`;
const aRow = (group: string, path: number[], seed: number, deleted = false): CaseRow => {
  const { rowNo, rowNo2, rowNo3 } = addressAt('', path);
  return { group, rowNo, rowNo2, rowNo3, rowId: uuid(seed), sort: seed, deleted };
};
const caseValue = (itemId: string, path: number[], itemValue: Partial<ItemValue>): CaseValue => ({
  ...addressAt(itemId, path),
  ...EMPTY_VALUE,
  ...itemValue,
});

const pageOf = (id: string) => {
  const page = catalogue.pages[id];
  if (!page) throw new Error(`no page ${id}`);
  return page;
};

/** Drug 2 with three dosages, the third deleted, and two values. */
function aDrug(): PageDoc {
  const doc = emptyDoc('DG', BEFORE, aRow('G.k', [2], 9));
  const stored = (row: CaseRow) => ({
    id: row.rowId,
    sort: row.sort,
    del: row.deleted,
    at: BEFORE.at.toISOString(),
    by: 'first',
  });
  for (const number of [1, 2, 3]) {
    const row = aRow('G.k.4.r', [2, number], number, number === 3);
    doc.rows[rowKey(row)] = stored(row);
  }
  doc.items[addressKey(addressAt('G.k.2.2', [2]))] = storedValue(
    { ...EMPTY_VALUE, value: 'Aspirin' },
    BEFORE,
  );
  doc.items[addressKey(addressAt('G.k.4.r.1a', [2, 1]))] = storedValue(
    { ...EMPTY_VALUE, value: '5' },
    BEFORE,
  );
  return doc;
}

const plan = (given: Partial<PageChange>) =>
  planPageChange({
    catalogue,
    page: pageOf('DG'),
    doc: aDrug(),
    isNew: false,
    requestedRowNo: 2,
    foreignRows: new Map([
      [
        'E.i',
        new Map([
          [1, false],
          [4, true],
        ]),
      ],
    ]),
    changes: [],
    rows: [],
    retrievedAt: BEFORE.at,
    change: NOW,
    author: { unblind: true, hidden: [], readOnlyItems: [] },
    world: { codeLists: source.codeLists, now: NOW.at },
    ...given,
  });
const form = (page: string, changes: CaseValue[]) =>
  plan({ page: pageOf(page), doc: emptyDoc(page, BEFORE), requestedRowNo: 0, changes });
const rulesOf = (given: Partial<PageChange>) => plan(given).refused.map(({ ruleId }) => ruleId);

describe('a changed item', () => {
  it('is stored with its author and time, and told as from what to what', () => {
    const { doc, entries, refused, stale } = plan({
      changes: [caseValue('G.k.2.2', [2], { value: 'Ibuprofen', notation: '이부프로펜' })],
    });
    expect([refused, stale]).toEqual([[], []]);
    expect(doc.items['G.k.2.2|2|0|0']).toEqual({
      v: 'Ibuprofen',
      nf: null,
      n: '이부프로펜',
      at: NOW.at.toISOString(),
      by: 'second',
    });
    expect(entries).toMatchObject([
      {
        page: 'DG',
        itemId: 'G.k.2.2',
        rowNo: 2,
        action: 'change',
        before: { value: 'Aspirin' },
        after: { value: 'Ibuprofen' },
      },
    ]);
  });

  it.each([
    ['added', 'G.k.3.3', { value: 'Maker' }, 'add'],
    ['cleared', 'G.k.2.2', { value: '' }, 'clear'],
  ])('is told as %s', (_what, itemId, itemValue, action) => {
    expect(plan({ changes: [caseValue(itemId, [2], itemValue)] }).entries).toMatchObject([
      { action, after: { value: itemValue.value || null } },
    ]);
  });

  it('is none where it does not differ', () => {
    expect(
      plan({
        changes: [caseValue('G.k.2.2', [2], { value: 'Aspirin' }), caseValue('G.k.3.3', [2], { value: '' })],
      }),
    ).toMatchObject({
      entries: [],
      refused: [],
    });
  });

  it('stores a code again as it is where its text is newer, if that confirms it', () => {
    const doc = aDrug();
    const code = caseValue('G.k.2.1.1b', [2], { value: '001' });
    const stored = { ...EMPTY_VALUE, value: '001' };
    const at = (ms: number) => ({ ...BEFORE, at: new Date(BEFORE.at.getTime() + ms) });
    const planOf = (ms: number, more: object) => {
      doc.items[addressKey(code)] = storedValue(stored, at(ms));
      return plan({ doc, changes: [code], ...more });
    };
    const confirmed = planOf(-1, { confirms: true });
    expect(confirmed.entries).toMatchObject([{ before: { value: '001' }, after: { value: '001' } }]);
    expect(confirmed.doc.items[addressKey(code)]).toMatchObject({ at: NOW.at.toISOString(), by: NOW.by });
    expect(planOf(-1, {}).entries).toEqual([]);
    expect(planOf(0, { confirms: true }).entries).toEqual([]);
  });

  it('loses what the database cannot hold, and nothing else', () => {
    const { doc } = plan({ changes: [caseValue('G.k.2.2', [2], { value: 'a\0b\ud800c' })] });
    expect(doc.items['G.k.2.2|2|0|0']?.v).toBe('ab\ufffdc');
  });
});

describe('what somebody else changed later than the page was read', () => {
  const early = new Date(BEFORE.at.getTime() - 1);

  it('is named with what stands there, who wrote it and when', () => {
    const { stale } = plan({
      retrievedAt: early,
      changes: [caseValue('G.k.2.2', [2], { value: 'mine' }), caseValue('G.k.3.3', [2], { value: 'x' })],
    });
    expect(stale).toEqual([
      {
        ...addressAt('G.k.2.2', [2]),
        value: 'Aspirin',
        nullFlavor: null,
        notation: null,
        changedBy: 'first',
        changedAt: BEFORE.at.toISOString(),
      },
    ]);
  });

  it('holds for rows that were struck or moved', () => {
    expect(plan({ retrievedAt: early, rows: [aRow('G.k.4.r', [2, 3], 3)] }).stale).toMatchObject([
      { itemId: 'G.k.4.r', rowNo2: 3, row: { deleted: true } },
    ]);
  });

  it('is judged by what the change is based on, where the change says so', () => {
    const mine = caseValue('G.k.2.2', [2], { value: 'mine' });
    expect(plan({ changes: [{ ...mine, basedOn: early.toISOString() }] }).stale).toHaveLength(1);
    const basedOn = BEFORE.at.toISOString();
    expect(plan({ retrievedAt: early, changes: [{ ...mine, basedOn }] }).stale).toEqual([]);
  });

  it('is none where both say the same', () => {
    const same = caseValue('G.k.2.2', [2], { value: 'Aspirin' });
    expect(plan({ retrievedAt: early, changes: [same] })).toMatchObject({ stale: [], entries: [] });
  });

  it('is also the text of a code that was chosen for another text', () => {
    const code = caseValue('G.k.2.1.1b', [2], { value: '001' });
    const withText = caseValue('G.k.2.2', [2], { value: 'Aspirin protect' });
    const change = { retrievedAt: early, changes: [code] };
    expect(plan(change).stale).toEqual([
      {
        ...addressAt('G.k.2.1.1b', [2]),
        value: null,
        nullFlavor: null,
        notation: null,
        others: [{ itemId: 'G.k.2.2', value: 'Aspirin', nullFlavor: null }],
        changedBy: 'first',
        changedAt: BEFORE.at.toISOString(),
      },
    ]);
    // known by now, the author's own, said with the code, or no code at all
    expect(plan({ changes: [code] }).stale).toEqual([]);
    expect(plan({ ...change, change: { ...NOW, by: 'first' } }).stale).toEqual([]);
    expect(
      plan({ ...change, changes: [code, { ...withText, basedOn: BEFORE.at.toISOString() }] }).stale,
    ).toEqual([]);
    expect(plan({ ...change, changes: [{ ...code, value: null, nullFlavor: 'UNK' }] }).stale).toEqual([]);
  });

  it('is also the number of a unit, and the unit of a number', () => {
    const [number, unit] = ['G.k.4.r.1a', 'G.k.4.r.1b'].map((itemId) =>
      caseValue(itemId, [2, 1], { value: '1' }),
    );
    if (!number || !unit) throw new Error('a dose has a number and a unit');
    const others = [{ itemId: 'G.k.4.r.1a', value: '5', nullFlavor: null }];
    expect(plan({ retrievedAt: early, changes: [unit] }).stale).toMatchObject([
      { itemId: 'G.k.4.r.1b', others },
    ]);
    const doc = aDrug();
    doc.items[addressKey(unit)] = storedValue({ ...EMPTY_VALUE, value: 'mg' }, BEFORE);
    const basedOn = BEFORE.at.toISOString();
    expect(plan({ doc, retrievedAt: early, changes: [{ ...number, basedOn }] }).stale).toEqual([]);
    doc.items[addressKey(number)] = storedValue(
      { ...EMPTY_VALUE, value: '5' },
      { ...BEFORE, at: new Date(0) },
    );
    expect(plan({ doc, retrievedAt: early, changes: [number] }).stale).toMatchObject([
      { itemId: 'G.k.4.r.1a', others: [{ itemId: 'G.k.4.r.1b', value: 'mg' }] },
    ]);
  });

  it('shows a text that was changed after its code, and is known after both', () => {
    const doc = aDrug();
    const code = caseValue('G.k.2.1.1b', [2], { value: '001' });
    const before = { ...BEFORE, at: new Date(BEFORE.at.getTime() - 1) };
    doc.items[addressKey(code)] = storedValue({ ...EMPTY_VALUE, value: '002' }, before);
    const change = { doc, retrievedAt: new Date(0), changes: [code] };
    const [stale, ...more] = plan(change).stale;
    expect(stale).toMatchObject({ value: '002', others: [{ itemId: 'G.k.2.2', value: 'Aspirin' }] });
    expect(more).toEqual([]);
    expect(plan({ ...change, changes: [{ ...code, basedOn: stale?.changedAt }] }).stale).toEqual([]);
    const basedOn = before.at.toISOString();
    expect(plan({ ...change, changes: [{ ...code, basedOn }] }).stale).toHaveLength(1);
  });

  it('shows a text that was changed with its code', () => {
    const doc = aDrug();
    const code = caseValue('G.k.2.1.1b', [2], { value: '001' });
    doc.items[addressKey(code)] = storedValue(EMPTY_VALUE, BEFORE);
    const others = [{ itemId: 'G.k.2.2', value: 'Aspirin', nullFlavor: null }];
    expect(plan({ doc, retrievedAt: early, changes: [code] }).stale).toMatchObject([{ value: null, others }]);
  });

  it('does not hold for what was read as it is', () => {
    expect(plan({ changes: [caseValue('G.k.2.2', [2], { value: 'mine' })] }).stale).toEqual([]);
  });
});

describe('a refused item', () => {
  it.each<[string, CaseValue, string]>([
    ['nobody knows', caseValue('X.1', [], { value: '1' }), 'item.unknown'],
    ['of another page', caseValue('D.1', [], { value: '1' }), 'item.otherPage'],
    ['of another row', caseValue('G.k.2.2', [3], { value: '1' }), 'row.otherRow'],
    ['deeper than it repeats', caseValue('G.k.2.2', [2, 1], { value: '1' }), 'row.unknown'],
    ['in a row that is not there', caseValue('G.k.4.r.1a', [2, 7], { value: '1' }), 'row.unknown'],
    ['in no row', caseValue('G.k.4.r.1a', [2], { value: '1' }), 'row.unknown'],
    ['in a struck row', caseValue('G.k.4.r.1a', [2, 3], { value: '1' }), 'row.deleted'],
    ['about a reaction that is not there', caseValue('G.k.9.i.4', [2, 2], { value: '1' }), 'row.unknown'],
    ['about a struck reaction', caseValue('G.k.9.i.4', [2, 4], { value: '1' }), 'row.deleted'],
    ['that follows from others', caseValue('G.k.9.i.1', [2, 1], { value: uuid(1) }), 'item.derived'],
    [
      'with a null flavor it does not allow',
      caseValue('G.k.2.2', [2], { nullFlavor: 'UNK' }),
      'nullFlavor.notAllowed',
    ],
    ['longer than it may be', caseValue('G.k.2.2', [2], { value: 'x'.repeat(251) }), 'value.tooLong'],
    [
      'longer than any text may be',
      caseValue('G.k.CN.1', [2], { value: 'x'.repeat(100_001) }),
      'value.tooLong',
    ],
    ['of a day that is none', caseValue('G.k.4.r.4', [2, 1], { value: '20240230' }), 'date.noSuchDay'],
    [
      'with value and null flavor',
      caseValue('G.k.4.r.4', [2, 1], { value: '2024', nullFlavor: 'UNK' }),
      'value.withNullFlavor',
    ],
    [
      'with notation and null flavor',
      caseValue('G.k.4.r.4', [2, 1], { notation: 'x', nullFlavor: 'UNK' }),
      'notation.withNullFlavor',
    ],
    [
      'with a property it does not have',
      caseValue('G.k.2.2', [2], { value: 'x', properties: { codeSystem: '1.2' } }),
      'item.structure',
    ],
  ])('is one %s', (_what, change, ruleId) => {
    expect(rulesOf({ changes: [change] })).toContain(ruleId);
  });

  it('names address and reason in all languages', () => {
    const [first] = plan({ changes: [caseValue('G.k.4.r.1a', [2, 7], { value: '1' })] }).refused;
    expect(first).toMatchObject({ itemId: 'G.k.4.r.1a', rowNo: 2, rowNo2: 7, rowNo3: 0 });
    expect(Object.values(first?.message ?? {}).every((text) => text.length > 0)).toBe(true);
  });

  it('is one that stands in the request twice', () => {
    const change = caseValue('G.k.2.2', [2], { value: 'x' });
    expect(rulesOf({ changes: [change, { ...change, value: 'y' }] })).toEqual(['item.twice']);
  });

  it('is a tick that says false, and a blinded item of a user who may not see it', () => {
    expect(rulesOf({ changes: [caseValue('G.k.2.5', [2], { value: 'false' })] })).toEqual([
      'boolean.trueOnly',
    ]);
    expect(
      rulesOf({
        author: { unblind: false, hidden: [], readOnlyItems: [] },
        changes: [caseValue('FDA.G.k.10a', [2], { value: '1' })],
      }),
    ).toEqual(['item.hidden']);
  });

  it('is none for a code outside of its list: that is a finding', () => {
    expect(rulesOf({ changes: [caseValue('G.k.1', [2], { value: '9' })] })).toEqual([]);
  });

  it('is none for what any region allows', () => {
    expect(form('DM', [caseValue('D.1', [], { nullFlavor: 'NA' })]).refused).toEqual([]);
    expect(form('DM', [caseValue('D.1', [], { nullFlavor: 'TRC' })]).refused).toHaveLength(1);
  });
});

describe('a new row', () => {
  it('carries 0 in the request and its number in the record, with all that is in it', () => {
    const doc = emptyDoc('DG', NOW, aRow('G.k', [5], 20));
    const dosage = aRow('G.k.4.r', [0, 1], 21);
    const result = plan({
      doc,
      isNew: true,
      requestedRowNo: 0,
      rows: [dosage],
      changes: [caseValue('G.k.2.2', [0], { value: 'x' }), caseValue('G.k.4.r.1a', [0, 1], { value: '2' })],
    });
    expect(result.refused).toEqual([]);
    expect(Object.keys(result.doc.items)).toEqual(['G.k.2.2|5|0|0', 'G.k.4.r.1a|5|1|0']);
    expect(result.entries.map(({ action, rowNo, rowNo2 }) => [action, rowNo, rowNo2])).toEqual([
      ['rowAdd', 5, 0],
      ['rowAdd', 5, 1],
      ['add', 5, 0],
      ['add', 5, 1],
    ]);
  });

  it('gets the next number where somebody has taken the one it came with, and its values go with it', () => {
    const result = plan({
      rows: [aRow('G.k.4.r', [2, 2], 30)],
      changes: [caseValue('G.k.4.r.1a', [2, 2], { value: '7' })],
    });
    expect(result.doc.rows['G.k.4.r|2|4|0']?.id).toBe(uuid(30));
    expect(result.doc.rows['G.k.4.r|2|2|0']?.id).toBe(uuid(2));
    expect(result.entries).toMatchObject([
      { action: 'rowAdd', rowNo2: 4 },
      { itemId: 'G.k.4.r.1a', rowNo2: 4 },
    ]);
  });

  it('is known by its id where an earlier save has stored it, whose answer was lost', () => {
    const result = plan({
      rows: [aRow('G.k.4.r', [2, 9], 2)],
      changes: [caseValue('G.k.4.r.1a', [2, 9], { value: '7' })],
    });
    // by its number, which its author does not know
    expect(result.added).toEqual([aRow('G.k.4.r', [2, 2], 2)]);
    expect(result.isRepeated).toBe(true);
    expect(result.entries.map(({ itemId, rowNo2 }) => [itemId, rowNo2])).toContainEqual(['G.k.4.r.1a', 2]);
  });

  it('is refused where it comes twice', () => {
    expect(rulesOf({ rows: [aRow('G.k.4.r', [2, 8], 40), aRow('G.k.4.r', [2, 9], 40)] })).toEqual([
      'row.idTaken',
    ]);
  });

  it.each<[string, CaseRow, string]>([
    ['of a group of another page', aRow('D.7.1.r', [1], 40), 'group.unknown'],
    ['of a group that is rows of another', aRow('G.k.9.i', [2, 1], 40), 'row.derived'],
    ['at the depth of another', aRow('G.k.4.r', [2], 40), 'row.unknown'],
    ['in another row of the page', aRow('G.k.4.r', [1, 9], 40), 'row.otherRow'],
  ])('is refused %s', (_what, row, ruleId) => {
    expect(rulesOf({ rows: [row] })).toEqual([ruleId]);
  });
});

describe('rows', () => {
  it('are struck, restored and moved', () => {
    const rows = [
      aRow('G.k.4.r', [2, 1], 1, true),
      aRow('G.k.4.r', [2, 3], 3),
      { ...aRow('G.k.4.r', [2, 2], 2), sort: 0.5 },
    ];
    expect(plan({ rows }).entries.map(({ action, rowNo2 }) => [action, rowNo2])).toEqual([
      ['rowDelete', 1],
      ['rowMove', 2],
      ['rowRestore', 3],
    ]);
  });

  it('keep what was typed in them when the same save strikes them', () => {
    const result = plan({
      rows: [aRow('G.k.4.r', [2, 1], 1, true)],
      changes: [caseValue('G.k.4.r.1a', [2, 1], { value: '6' })],
    });
    expect(result.refused).toEqual([]);
    expect(result.doc.items['G.k.4.r.1a|2|1|0']?.v).toBe('6');
  });

  it('are the rows of a form page, too', () => {
    const result = plan({
      page: pageOf('DM'),
      doc: emptyDoc('DM', BEFORE),
      requestedRowNo: 0,
      rows: [aRow('D.7.1.r', [4], 50), aRow('D.7.1.r', [9], 51)],
      changes: [caseValue('D.7.1.r.5', [9], { value: 'asthma' })],
    });
    expect(Object.keys(result.doc.rows)).toEqual(['D.7.1.r|1|0|0', 'D.7.1.r|2|0|0']);
    expect(Object.keys(result.doc.items)).toEqual(['D.7.1.r.5|2|0|0']);
  });
});

describe('whatever is asked', () => {
  const change = fc
    .record({
      itemId: fc.constantFrom('G.k.2.2', 'G.k.3.3', 'G.k.4.r.1a', 'G.k.4.r.4', 'D.1'),
      rowNo: fc.constantFrom(2, 1),
      rowNo2: fc.nat(4),
      value: fc.constantFrom(null, '', '5', 'Aspirin', '2024'),
      nullFlavor: fc.constantFrom(null, '', 'UNK'),
      notation: fc.constantFrom(null, '아'),
    })
    .map((one): CaseValue => ({ ...one, rowNo3: 0 }));
  const changes = fc.array(change, { maxLength: 8 });
  const result = (of: CaseValue[], retrievedAt = BEFORE.at) => plan({ changes: of, retrievedAt });

  it('leads from the old values to the new ones by its audit entries, and changes nothing else', () => {
    fc.assert(
      fc.property(changes, (requested) => {
        const { doc, entries } = result(requested);
        const before = aDrug().items;
        const entryByAddress = new Map(entries.map((entry) => [addressKey(entry), entry]));
        for (const key of new Set([...Object.keys(before), ...Object.keys(doc.items)])) {
          const [was, is] = [before[key], doc.items[key]].map((stored) =>
            stored ? valueOf(stored) : EMPTY_VALUE,
          );
          const entry = entryByAddress.get(key);
          if (!entry) expect(doc.items[key]).toEqual(before[key]);
          else
            expect([
              differs(entry.before, was ?? EMPTY_VALUE),
              differs(entry.after, is ?? EMPTY_VALUE),
            ]).toEqual([false, false]);
        }
        expect(entries.every((entry) => differs(entry.before, entry.after))).toBe(true);
      }),
    );
  });

  it('saved a second time is no change at all', () => {
    fc.assert(
      fc.property(changes, (requested) => {
        const first = result(requested);
        fc.pre(first.refused.length === 0);
        expect(plan({ doc: first.doc, changes: requested, retrievedAt: NOW.at }).entries).toEqual([]);
      }),
    );
  });

  it('never leaves a null flavor beside a value where nothing was refused', () => {
    fc.assert(
      fc.property(changes, (requested) => {
        const { doc, refused } = result(requested);
        fc.pre(refused.length === 0);
        const both = contentOf([doc]).values.filter(
          ({ value, nullFlavor, notation }) => nullFlavor && (value || notation),
        );
        expect(both).toEqual([]);
      }),
    );
  });

  it('answers for every change: taken, equal, or refused with its address', () => {
    fc.assert(
      fc.property(changes, (requested) => {
        const { doc, refused } = result(requested);
        const refusedAt = new Set(refused.map(addressKey));
        for (const one of requested) {
          const stored = doc.items[addressKey(one)];
          const taken = !differs(stored ? valueOf(stored) : EMPTY_VALUE, {
            ...one,
            value: one.value || null,
            nullFlavor: one.nullFlavor || null,
          });
          expect(taken || refusedAt.has(addressKey(one))).toBe(true);
        }
      }),
    );
  });
});
