import { readFileSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileCatalogue } from '../../../../schemas/compile/compileCatalogue.ts';
import { addressAt } from '../../../../shared/case/itemAddress.ts';
import { EMPTY_VALUE, type ItemValue } from '../../../../shared/case/itemValue.ts';
import { masterFill } from '../../../../shared/records/masterFill.ts';
import { createPageSession, type PageSession } from '../../../engine/index.ts';
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
    for (const filled of masterFill(catalogue.items, selection, { values: from, provenance }))
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
  earlier: [{ version: 1, values: earlier }],
});

const changesOf = (session: PageSession, masters: readonly CaseMaster[]) =>
  masterChanges(catalogue, offeringItems(catalogue, session.page), session, masters);

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

  it('is not looked for where the values were typed', () => {
    const session = open({});
    const [itemId = ''] = itemIds;
    session.setValue(addressAt(itemId, [1]), 'typed');
    expect(changesOf(session, [record({}, { RPT_ORGAN: { ...EMPTY_VALUE, value: 'x' } })])).toEqual([]);
  });
});
