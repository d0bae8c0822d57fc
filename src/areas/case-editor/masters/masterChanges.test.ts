import { readFileSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { compileCatalogue } from '../../../../schemas/compile/compileCatalogue.ts';
import { ALL_ITEMS, type UserItemRights } from '../../../../shared/access/userItemRights.ts';
import { addressAt } from '../../../../shared/case/itemAddress.ts';
import { EMPTY_VALUE, type ItemValue } from '../../../../shared/case/itemValue.ts';
import {
  lockedItems,
  masterFill,
  ownFill,
  type MasterContent,
} from '../../../../shared/records/masterFill.ts';
import type { MasterProvenance } from '../../../../shared/provenance/provenance.ts';
import {
  createPageSession,
  fillTarget,
  pathOfRow,
  writeFill,
  type PageSession,
} from '../../../engine/index.ts';
import { masterChanges, offeringItems, takeDifferences, type CaseMaster } from './masterChanges.ts';

const pages = new URL('../../../../schemas/pages/', import.meta.url);
const catalogue = compileCatalogue(
  readdirSync(pages)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({ file: `pages/${file}`, text: readFileSync(new URL(file, pages), 'utf8') })),
);
const offering = Object.values(catalogue.items).find(({ selection }) => selection?.master === 'reporter');
const selection = offering?.selection ?? { master: '', fills: {} };
const [page = '', itemIds] = [
  offering?.page,
  Object.keys(selection.fills).filter((id) => catalogue.items[id]),
];

const value: fc.Arbitrary<ItemValue> = fc
  .option(fc.string({ minLength: 1, maxLength: 4 }), { nil: null })
  .map((text) => ({ ...EMPTY_VALUE, value: text }));
const values = fc
  .tuple(...Object.values(selection.fills).map((column) => value.map((one) => [column, one] as const)))
  .map((entries): Record<string, ItemValue> => Object.fromEntries(entries));

const open = (stored: Readonly<Record<string, ItemValue>>) =>
  createPageSession({
    catalogue,
    page,
    rowNo: 1,
    readOnly: false,
    content: {
      values: Object.entries(stored).map(([itemId, one]) => ({ ...addressAt(itemId, [1]), ...one })),
      rows: [],
    },
  });
const contentOf = (session: ReturnType<typeof open>) =>
  itemIds.map((itemId) => {
    const value = session.get(addressAt(itemId, [1]));
    return { ...value, properties: value.properties ?? null };
  });
const fill = (session: ReturnType<typeof open>, from: Record<string, ItemValue>, version: number) =>
  session.transaction(() => {
    const provenance = { by: 'master' as const, kind: 'reporter', recordKey: 7, version };
    for (const filled of ownFill(catalogue, selection, { values: from, provenance }))
      session.copy(addressAt(filled.itemId, [1]), filled.value);
  });
const record = (earlier: CaseMaster['values'], now: CaseMaster['values']): CaseMaster => ({
  kind: 'reporter',
  recordKey: 7,
  name: 'A reporter',
  state: 'active',
  deleted: false,
  version: 2,
  values: now,
  rows: {},
  earlier: [{ version: 1, values: earlier, rows: {} }],
});

const changesOf = (session: PageSession, masters: readonly CaseMaster[], rights = ALL_ITEMS) =>
  masterChanges(catalogue, rights, offeringItems(catalogue, session.page), session, masters);

describe('filling from a record', () => {
  it('and one undo leave the page as it was; redo fills it again', () => {
    fc.assert(
      fc.property(values, values, (stored, from) => {
        const session = open(
          Object.fromEntries(itemIds.map((id) => [id, stored[selection.fills[id] ?? ''] ?? EMPTY_VALUE])),
        );
        const before = contentOf(session);
        fill(session, from, 1);
        const filled = contentOf(session);
        if (session.store.get(session.canUndo)) {
          session.undo();
          expect(contentOf(session)).toEqual(before);
          session.redo();
        }
        expect(contentOf(session)).toEqual(filled);
      }),
      { numRuns: 50 },
    );
  });
});

describe('items that the user may not change', () => {
  const [one = '', other = ''] = itemIds;
  const text = (value: string): ItemValue => ({ ...EMPTY_VALUE, value });
  /** Those that keep a record with this content from being filled in, where the case has other content. */
  const lockedWith = (rights: Partial<UserItemRights>, from: Record<string, ItemValue>, stored = {}) => {
    const session = open(stored);
    const target = fillTarget(session, [1]);
    const filled = masterFill(catalogue, selection, { values: from, rows: {}, provenance: null }, target);
    return lockedItems(catalogue, { ...ALL_ITEMS, ...rights }, filled, target);
  };
  const column = (id: string) => selection.fills[id] ?? '';

  it('are those that a record would change', () => {
    const readOnlyItems = [one];
    expect(lockedWith({}, { [column(one)]: text('A') })).toEqual([]);
    expect(lockedWith({ readOnlyItems }, { [column(one)]: text('A') })).toEqual([one]);
    expect(lockedWith({ readOnlyItems }, {}, { [one]: text('A') })).toEqual([one]);
    expect(lockedWith({ readOnlyItems }, { [column(one)]: text('A') }, { [one]: text('A') })).toEqual([]);
  });

  it('are hidden ones that get something, or that may hold something of the record before', () => {
    const hidden = [one];
    expect(lockedWith({ hidden }, { [column(one)]: text('A') })).toEqual([one]);
    expect(lockedWith({ hidden }, { [column(other)]: text('B') })).toEqual([]);
    expect(lockedWith({ hidden }, { [column(other)]: text('B') }, { [other]: text('A') })).toEqual([one]);
  });
});

describe('a record that was changed since', () => {
  it('differs in what the case does not have, and in nothing once that was taken', () => {
    fc.assert(
      fc.property(values, values, (then, now) => {
        const session = open({});
        fill(session, then, 1);
        const masters = [record(then, now)];
        const changes = changesOf(session, masters);
        const expected = itemIds.filter((id) => {
          const column = selection.fills[id] ?? '';
          return then[column]?.value !== now[column]?.value;
        });
        const filledAny = itemIds.some((id) => then[selection.fills[id] ?? '']?.value !== null);
        expect(changes.flatMap(({ differences }) => differences.map(({ itemId }) => itemId))).toEqual(
          filledAny ? expected : [],
        );
        const before = contentOf(session);
        takeDifferences(
          session,
          changes.flatMap(({ differences }) => differences),
        );
        expect(changesOf(session, masters)).toEqual([]);
        if (changes.length > 0) {
          session.undo();
          expect(contentOf(session)).toEqual(before);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('does not offer what the user may not change', () => {
    const [one = '', other = '', third = ''] = itemIds;
    const withTexts = (text: string) =>
      Object.fromEntries(
        [one, other, third].map((id) => [selection.fills[id] ?? '', { ...EMPTY_VALUE, value: text }]),
      );
    const session = open({});
    fill(session, withTexts('then'), 1);
    const rights = { ...ALL_ITEMS, hidden: [one], readOnlyItems: [other] };
    const changes = changesOf(session, [record(withTexts('then'), withTexts('now'))], rights);
    expect(changes.flatMap(({ differences }) => differences.map(({ itemId }) => itemId))).toEqual([third]);
  });

  it('is not looked for, with each key, in a case that no record has filled', () => {
    const session = open({});
    const reads = vi.fn(session.get);
    changesOf({ ...session, get: reads }, []);
    expect(reads).not.toHaveBeenCalled();
  });

  it('is not looked for where the values were typed', () => {
    const session = open({});
    const [itemId = ''] = itemIds;
    session.setValue(addressAt(itemId, [1]), 'typed');
    expect(changesOf(session, [record({}, { RPT_ORGAN: { ...EMPTY_VALUE, value: 'x' } })])).toEqual([]);
  });
});

describe('a record with rows', () => {
  const drug = Object.values(catalogue.items).find(({ selection: of }) => of?.master === 'product');
  const ofDrug = drug?.selection ?? { master: '', fills: {} };
  const repeated = ofDrug.rows?.find(({ from, group }) => from !== undefined && group !== undefined) ?? {
    fills: {},
  };
  const { from: source = '', group = '' } = repeated;
  const targets = Object.keys(repeated.fills).filter((id) => catalogue.items[id]);
  const PATH = [1];

  /** Of two rows those that a version has, with other texts in each version. */
  const version = fc
    .uniqueArray(fc.record({ rowNo: fc.integer({ min: 1, max: 3 }), text: fc.constantFrom('a', 'b', 'c') }), {
      selector: ({ rowNo }) => rowNo,
    })
    .map((rows): MasterContent => {
      const filledWith = (text: string) =>
        Object.fromEntries(
          Object.values(repeated.fills).map((column) => [column, { ...EMPTY_VALUE, value: text }]),
        );
      return {
        values: Object.fromEntries(
          Object.values(ofDrug.fills).map((column) => [column, { ...EMPTY_VALUE, value: 'x' }]),
        ),
        rows: { [source]: rows.map(({ rowNo, text }) => ({ rowNo, values: filledWith(text) })) },
      };
    });
  const typed = fc.array(fc.constantFrom('a', 'typed'), { maxLength: 3 });

  const openDrug = (rows: readonly string[]) => {
    const session = createPageSession({
      catalogue,
      page: drug?.page ?? '',
      rowNo: 1,
      readOnly: false,
      content: { values: [], rows: [] },
    });
    for (const text of rows) {
      const row = session.addRow(group, PATH);
      for (const itemId of targets) session.setValue(addressAt(itemId, pathOfRow(PATH, row)), text);
    }
    return session;
  };
  const provenance = (versionNo: number): MasterProvenance => ({
    by: 'master',
    kind: 'product',
    recordKey: 7,
    version: versionNo,
  });
  const choose = (session: PageSession, content: MasterContent, versionNo: number) => {
    const target = fillTarget(session, PATH);
    writeFill(
      session,
      PATH,
      masterFill(catalogue, ofDrug, { ...content, provenance: provenance(versionNo) }, target),
    );
  };
  const texts = (session: PageSession) =>
    fillTarget(session, PATH)
      .rows(group)
      .map((row) => targets.map((itemId) => session.get(addressAt(itemId, pathOfRow(PATH, row))).value));
  const textsOf = ({ rows }: MasterContent) =>
    rows[source]?.map(({ values: ofRow }) => targets.map((id) => ofRow[repeated.fills[id] ?? '']?.value));
  const changedRecord = (then: MasterContent, now: MasterContent) =>
    ({
      kind: 'product',
      recordKey: 7,
      name: 'A product',
      state: 'active',
      deleted: false,
      version: 2,
      ...now,
      earlier: [{ version: 1, ...then }],
    }) as CaseMaster;

  it('makes the rows of the case its own, and one undo takes that back', () => {
    fc.assert(
      fc.property(typed, version, (before, content) => {
        const session = openDrug(before);
        choose(session, content, 1);
        const has = textsOf(content) ?? [];
        // typed rows stay beside a record without rows
        expect(texts(session).toSorted()).toEqual(
          (has.length > 0 ? has : before.map((text) => targets.map(() => text))).toSorted(),
        );
        session.undo();
        expect(texts(session)).toEqual(before.map((text) => targets.map(() => text)));
      }),
      { numRuns: 50 },
    );
  });

  it('chosen again, changes nothing', () => {
    fc.assert(
      fc.property(typed, version, (before, content) => {
        const session = openDrug(before);
        choose(session, content, 1);
        const filled = texts(session);
        choose(session, content, 1);
        expect(texts(session)).toEqual(filled);
      }),
      { numRuns: 50 },
    );
  });

  it('and changed since, offers its rows, and nothing once they were taken', () => {
    fc.assert(
      fc.property(version, version, (then, now) => {
        const session = openDrug([]);
        choose(session, then, 1);
        const masters = [changedRecord(then, now)];
        const changes = changesOf(session, masters);
        takeDifferences(
          session,
          changes.flatMap(({ differences }) => differences),
        );
        expect(texts(session).toSorted()).toEqual((textsOf(now) ?? []).toSorted());
        expect(changesOf(session, masters)).toEqual([]);
        if (changes.length > 0) session.undo();
        expect(texts(session)).toEqual(textsOf(then));
      }),
      { numRuns: 50 },
    );
  });
});
