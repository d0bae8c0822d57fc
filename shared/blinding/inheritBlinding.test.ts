/** Blinding spreads along whatever reads an item: what is not blinded does not depend on what is. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { compileCatalogue, forAppendix } from '../../schemas/compile/compileCatalogue.ts';
import { nameTable } from '../../schemas/compile/nameTable.ts';
import { DOSAGES, DRUGS, EMPTY_ROWS, REACTIONS, testRegion } from '../../schemas/compile/testRegion.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import type { CaseContent, CaseValue } from '../case/caseContent.ts';
import { addressAt, addressKey } from '../case/itemAddress.ts';
import { EMPTY_VALUE } from '../case/itemValue.ts';
import { changingCase } from '../expressions/changingCase.ts';
import { deriveConsequences } from '../derived/consequences.ts';
import { derivationsOf } from '../derived/derivations.ts';
import { contentToSend, withComputed } from '../derived/wholeCase.ts';
import { compareBlinding } from './compareBlinding.ts';
import { inheritBlinding, withoutBlinded } from './inheritBlinding.ts';

const declared = compileCatalogue([...realSources, testRegion]);
const items = Object.values(declared.items).filter(({ itemId }) => itemId.startsWith('XX.'));
const ROWS: Record<string, number[][]> = {
  'G.k': DRUGS.map((drug) => [drug]),
  'G.k.4.r': DRUGS.flatMap((drug) => DOSAGES.map((dosage) => [drug, dosage])),
  'E.i': REACTIONS.map((reaction) => [reaction]),
};

/** The catalogue with these items declared as blinded, and changes of others. */
const blinding = (itemIds: readonly string[], more: Record<string, Partial<CatalogueItem>> = {}): Catalogue =>
  inheritBlinding({
    ...declared,
    items: nameTable(
      Object.values(declared.items).map((item) => [
        item.itemId,
        { ...item, blinded: item.blinded || itemIds.includes(item.itemId), ...more[item.itemId] },
      ]),
    ),
  });
const blindedItems = ({ items: all }: Catalogue) =>
  Object.values(all).flatMap(({ itemId, blinded }) => (blinded && itemId.startsWith('XX.') ? itemId : []));

describe('what reads a blinded item', () => {
  it.each([
    ['computed, in a row', ['XX.twice'], ['XX.twice', 'XX.dosages']],
    ['attached', ['XX.amount'], ['XX.amount', 'XX.unit', 'XX.amountNote', 'XX.twice', 'XX.dosages']],
    ['hidden by a section and by a group', ['XX.flag'], ['XX.flag', 'XX.inside', 'XX.row']],
    [
      'through others',
      ['XX.kind'],
      'XX.kind XX.keep XX.clear XX.next XX.said XX.held XX.amountNote XX.sum XX.any XX.chain'.split(' '),
    ],
    ['nothing', ['XX.chain'], ['XX.chain']],
  ])('is blinded: %s', (_what, itemIds, all) => {
    expect(blindedItems(blinding(itemIds)).toSorted()).toEqual(all.toSorted());
  });

  it('is blinded through a condition that only an overlay has', () => {
    const catalogue = inheritBlinding({
      ...declared,
      items: blinding(['XX.flag']).items,
      overlays: nameTable([['KR', nameTable([['D.1', { requiredWhen: 'present("XX.flag")' }]])]]),
    });
    expect(catalogue.items['D.1']).toMatchObject({
      blinded: true,
      blindedBy: [{ reads: 'XX.flag', by: 'requiredWhen' }],
    });
    expect(forAppendix(catalogue, 'KR').items['D.1']?.blinded).toBe(true);
  });

  it('is blinded as the code of a blinded text', () => {
    const { itemId, coding } = Object.values(declared.items).find((item) => item.coding?.texts.length) ?? {};
    const [text = ''] = coding?.texts ?? [];
    expect(blinding([text]).items[itemId ?? '']?.blinded).toBe(true);
  });
});

const value = (item: CatalogueItem): fc.Arbitrary<CaseValue[]> =>
  fc.tuple(
    ...(ROWS[item.groups.at(-1) ?? ''] ?? (item.groups.length > 0 ? [] : [[]])).map((path) =>
      fc
        .constantFrom('a', 'x', 'n', '1', '2', null)
        .map((text) => ({ ...addressAt(item.itemId, path), ...EMPTY_VALUE, value: text })),
    ),
  );
const contents = fc
  .tuple(...items.map(value))
  .map((all): CaseContent => ({ ...EMPTY_ROWS, values: all.flat().filter((one) => one.value !== null) }));
const blindable = fc.subarray(
  items.map(({ itemId }) => itemId),
  { minLength: 1, maxLength: 3 },
);

describe('what is not blinded', () => {
  it('is the same whatever the blinded items say: computed, sent, cleared', () => {
    fc.assert(
      fc.property(blindable, contents, contents, (itemIds, one, other) => {
        const catalogue = blinding(itemIds);
        const typed = new Set(itemIds);
        const isTyped = ({ itemId }: CaseValue) => typed.has(itemId);
        const second: CaseContent = {
          ...one,
          values: [...one.values.filter((found) => !isTyped(found)), ...other.values.filter(isTyped)],
        };
        const open = (content: CaseContent) =>
          withoutBlinded(catalogue, content)
            .values.map((found) => `${addressKey(found)}=${found.value ?? ''}`)
            .toSorted();
        const region = forAppendix(catalogue, 'XX');
        const sent = (content: CaseContent) => open(contentToSend(catalogue, region, content));
        expect(open(withComputed(catalogue, second))).toEqual(open(withComputed(catalogue, one)));
        expect(sent(second)).toEqual(sent(one));
        // what follows from the change of the blinded items alone
        const consequences = deriveConsequences(
          catalogue,
          derivationsOf(catalogue),
        )({
          before: changingCase(catalogue, withComputed(catalogue, one)).reader,
          after: changingCase(catalogue, { ...second, values: withComputed(catalogue, second).values })
            .reader,
          change: { items: [...one.values, ...second.values].filter(isTyped), rows: [] },
        });
        expect(consequences.filter(({ address }) => !catalogue.items[address.itemId]?.blinded)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a comparison of blinding', () => {
  const of = (whole: Catalogue) => ({ whole, lists: {} });

  it('names what loses and gains it, inherited blinding included', () => {
    const { lost, gained } = compareBlinding(of(blinding(['XX.kind'])), of(blinding(['XX.flag'])));
    expect(lost.map(({ itemId }) => itemId)).toContain('XX.sum');
    expect(gained.map(({ itemId }) => itemId).toSorted()).toEqual(['XX.flag', 'XX.inside', 'XX.row']);
  });

  it('takes an item that gives up its place in messages for one that loses it', () => {
    const [blinded] = Object.values(declared.items).filter((item) => item.blinded);
    const [open] = Object.values(declared.items).filter((item) => !item.blinded && item.e2b.length > 0);
    if (!blinded || !open) throw new Error('the catalogue has no such items');
    const lostWith = (more: Record<string, Partial<CatalogueItem>>) =>
      compareBlinding(of(blinding([])), of(blinding([], more))).lost.map(({ itemId }) => itemId);
    expect(lostWith({})).toEqual([]);
    expect(lostWith({ [blinded.itemId]: { e2b: [] } })).toEqual([blinded.itemId]);
    expect(lostWith({ [open.itemId]: { e2b: [...open.e2b, ...blinded.e2b] } })).toEqual([blinded.itemId]);
  });
});
