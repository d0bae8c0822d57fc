import { describe, expect, it } from 'vitest';
import { codeListsOf, compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { changedFaces } from './changedFaces.ts';
import { FACE_STATES, framesOf, itemsByRegion, ownerOf, WIDTHS, ZOOMS } from './faceList.ts';
import { FACE_PAGE, faceSheet } from './faceSheet.ts';
import { fits } from './fieldStates.ts';

const catalogue = compileCatalogue(realSources);
const codeLists = codeListsOf(realSources);
const regions = itemsByRegion(catalogue);

describe('the list of faces', () => {
  it('has every item of every region', () => {
    const listed = new Set(regions.flatMap(({ items }) => items.map(({ itemId }) => itemId)));
    const missing = Object.values(catalogue.items).filter((item) => !listed.has(ownerOf(item)));
    expect(missing.map(({ itemId }) => itemId)).toEqual([]);
  });

  it('has an item again where a region changes it', () => {
    for (const { appendix, items } of regions) {
      const listed = new Set(items.map(({ itemId }) => itemId));
      for (const itemId of Object.keys(catalogue.overlays[appendix] ?? {})) {
        const shown = regions.find((one) => one.appendix === appendix)?.catalogue.items[itemId];
        if (shown) expect(listed).toContain(ownerOf(shown));
      }
    }
  });

  it('has each width of a form once', () => {
    expect(framesOf(WIDTHS, ZOOMS).map(({ pane }) => pane)).toEqual([400, 768, 384, 1280, 640, 320]);
    expect(framesOf([300], [100, 400]).map(({ pane }) => pane)).toEqual([300]);
  });
});

describe('a sheet of faces', () => {
  const region = regions.at(-1) ?? regions[0];
  if (!region) throw new Error('there is no region');
  const sheet = faceSheet(region.catalogue, {
    items: region.items,
    states: FACE_STATES,
    codeLists,
    language: 'en',
  });

  it('has each item in each state that it can be in', () => {
    const drawn = new Set(sheet.faces.map(({ itemId, state }) => `${itemId} ${state}`));
    for (const item of region.items)
      for (const state of FACE_STATES)
        expect(drawn.has(`${item.itemId} ${state}`), `${item.itemId} ${state}`).toBe(
          fits(item, state) || state === 'value',
        );
  });

  it('gives each field a name of its own', () => {
    const keys = sheet.faces.map(({ item }) => item.formKey);
    expect(new Set(keys).size).toBe(keys.length);
    expect(Object.keys(sheet.catalogue.items)).toHaveLength(keys.length);
  });

  it('draws the states as sections where these have words', () => {
    const word = { en: 'State', ko: 'State', ja: 'State', zh: 'State' };
    const { catalogue: drawn } = faceSheet(region.catalogue, {
      items: region.items.slice(0, 1),
      states: FACE_STATES,
      codeLists,
      language: 'en',
      sections: () => word,
    });
    expect(drawn.pages[FACE_PAGE]?.layout.every(({ type }) => type === 'section')).toBe(true);
  });
});

describe('changed faces', () => {
  it('are those of items whose label, width or codes change', () => {
    const items = regions[0]?.items;
    const [first, second] = items ?? [];
    const coded = items?.find(({ codeList }) => codeList !== null);
    if (!first || !second || !coded) throw new Error('the catalogue has no such items');
    const changed = {
      catalogue: {
        ...catalogue,
        items: {
          ...catalogue.items,
          [first.itemId]: { ...first, label: { ...first.label, ko: '다른 이름' } },
          [second.itemId]: { ...second, help: { ...second.label, en: 'Another help' } },
        },
      },
      codeLists,
    };
    expect(changedFaces({ catalogue, codeLists }, changed)).toEqual([first.itemId]);
    const list = codeLists[coded.codeList ?? ''];
    if (!list) throw new Error('the catalogue has no such list');
    const codes = list.codes.map((code) => ({ ...code, label: { ...code.label, en: 'Another' } }));
    const others = { ...codeLists, [list.codeList]: { ...list, codes } };
    expect(changedFaces({ catalogue, codeLists }, { catalogue, codeLists: others })).toContain(coded.itemId);
  });
});
