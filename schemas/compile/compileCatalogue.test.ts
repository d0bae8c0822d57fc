import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeListsOf, compileCatalogue, forAppendix, toJsonSchema, toUiSchema } from './compileCatalogue.ts';
import { pageForReview } from './golden.ts';
import { realSources as sources } from './testSources.ts';
import { textHash } from './textHash.ts';
import type { Catalogue, LayoutNode } from './catalogue.types.ts';
import type { LayoutSchema, LayoutUiSchema } from './rjsfSchemas.ts';
import type { SourceText } from './sources.types.ts';

const catalogue = compileCatalogue(sources);
const regions = ['ICH', ...catalogue.appendices.map(({ appendix }) => appendix)].map((region) => ({
  region,
  catalogue: forAppendix(catalogue, region),
}));

/** The item ids of a layout in display order. */
const idsIn = (layout: LayoutNode[]): string[] =>
  layout.flatMap((node) => (node.type === 'item' ? [node.itemId] : idsIn(node.content)));

const words = (text: string) => ({ en: text, ko: text, ja: text, zh: text });
const anItem = (itemId: string, more: object = {}) => ({
  itemId,
  label: words(itemId),
  control: 'text',
  ...more,
});
const aPage = (page: string, content: object[], more: object = {}): SourceText => ({
  file: `pages/${page}.page.json`,
  text: JSON.stringify({ page, label: words(page), kind: 'form', next: null, content, ...more }),
});
const anAppendix = (appendix: string, parts: object): SourceText => ({
  file: `appendices/${appendix}.appendix.json`,
  text: JSON.stringify({
    appendix,
    authority: appendix,
    label: words(appendix),
    items: [],
    groups: [],
    ...parts,
  }),
});

describe.each(regions)('the catalogue of $region', ({ catalogue: seen }) => {
  const drawn = Object.values(seen.pages).flatMap(({ layout }) => idsIn(layout));

  it('draws each item once: by itself or attached to another one', () => {
    const attached = Object.values(seen.items).flatMap(({ unitItem, versionItem, textItem }) =>
      [unitItem, versionItem, textItem].filter((itemId) => itemId !== null),
    );
    expect([...drawn, ...attached].toSorted()).toEqual(Object.keys(seen.items).toSorted());
  });

  it('numbers the items in display order', () => {
    const sorts = seen.pageOrder
      .flatMap((page) => idsIn(seen.pages[page]?.layout ?? []))
      .map((id) => seen.items[id]?.sort ?? -1);
    expect(sorts).toEqual(sorts.toSorted((a, b) => a - b));
  });

  it('has every item that a group, an attachment or a role refers to', () => {
    const named = [
      ...Object.values(seen.groups).flatMap(({ summary }) => summary),
      ...Object.values(seen.items).flatMap(({ unitOf, versionOf, textOf }) => [unitOf, versionOf, textOf]),
      ...Object.values(seen.roles),
    ].filter((itemId) => itemId !== null);
    expect(named.filter((itemId) => !seen.items[itemId])).toEqual([]);
  });

  it('lists the repeating groups around an item, at most three', () => {
    for (const { groups, page } of Object.values(seen.items)) {
      expect(groups.length).toBeLessThanOrEqual(3);
      const innermost = groups.at(-1);
      if (innermost) expect(seen.groups[innermost]).toMatchObject({ groups, page });
    }
  });

  it.each(seen.pageOrder)('lays out page %s with the same properties in schema and uiSchema', (page) => {
    const found: string[] = [];
    const walk = (schema: LayoutSchema, ui: LayoutUiSchema) => {
      expect(ui['ui:order']).toEqual(Object.keys(schema.properties ?? {}));
      for (const [key, inner] of Object.entries(schema.properties ?? {})) {
        const innerUi = ui[key] as LayoutUiSchema;
        if (innerUi['ui:field'] === 'item') found.push((innerUi['ui:options'] as { itemId: string }).itemId);
        else walk(inner, innerUi);
      }
    };
    walk(toJsonSchema(seen, page), toUiSchema(seen, page));
    expect(found).toEqual(idsIn(seen.pages[page]?.layout ?? []));
  });

  it.each(seen.pageOrder)('compiles page %s to its golden page', async (page) => {
    await expect(pageForReview(seen, page)).toMatchFileSnapshot(`golden/${seen.appendix}.${page}.json`);
  });
});

describe('regions', () => {
  it("do not see each other's items and groups", () => {
    for (const { region, catalogue: seen } of regions) {
      const owners = [...Object.values(seen.items), ...Object.values(seen.groups)].map(
        ({ appendix }) => appendix,
      );
      expect(new Set(owners.filter((owner) => owner !== null))).toEqual(
        new Set(region === 'ICH' ? [] : [region]),
      );
    }
  });

  it('are derived from the catalogue as plain JSON', () => {
    const sent = JSON.parse(JSON.stringify(catalogue)) as Catalogue;
    expect(forAppendix(sent, 'KR')).toEqual(forAppendix(catalogue, 'KR'));
  });

  it('without an appendix file see ICH alone', () => {
    expect(forAppendix(catalogue, 'ZZ')).toEqual({ ...forAppendix(catalogue, 'ICH'), appendix: 'ZZ' });
  });

  it('change, hide and add, and leave the others unchanged', () => {
    const made = compileCatalogue([
      aPage('DM', [
        anItem('a', { required: { ICH: 'O' }, maxLength: 9 }),
        anItem('b'),
        anItem('b.unit', { unitOf: 'b' }),
      ]),
      anAppendix('KR', { overlays: { a: { required: { MFDS: 'M' }, maxLength: 5 }, b: { hidden: true } } }),
    ]);
    const korea = forAppendix(made, 'KR');
    expect(korea.items.a).toMatchObject({ required: { ICH: 'O', MFDS: 'M' }, maxLength: 5 });
    expect(Object.keys(korea.items)).toEqual(['a']);
    expect(forAppendix(made, 'US').items.a).toMatchObject({ required: { ICH: 'O' }, maxLength: 9 });
    expect(Object.keys(made.items)).toEqual(['a', 'b', 'b.unit']);
  });
});

describe('changes of a region', () => {
  const section = { section: 's', label: words('s'), content: [anItem('a'), anItem('b')] };
  const group = {
    group: 'g',
    label: words('g'),
    rowLabel: words('g'),
    summary: ['c'],
    content: [anItem('c')],
  };
  const seenWith = (overlays: object) =>
    forAppendix(
      compileCatalogue([
        aPage('DM', [
          section,
          group,
          anItem('d', { boxes: ['F/1'], onHide: 'clear' }),
          anItem('u', { unitOf: 'd' }),
        ]),
        anAppendix('KR', { overlays }),
        {
          file: 'reports/F.report.json',
          text: JSON.stringify({
            report: 'F',
            label: words('F'),
            boxes: [
              { box: '1', label: words('1') },
              { box: '2', label: words('2') },
            ],
          }),
        },
      ]),
      'KR',
    );

  it('to a section or group: label and condition; hiding it hides its content', () => {
    const changed = seenWith({
      'DM/s': { label: words('other'), visibleWhen: 'present("d")' },
      g: { label: words('rows') },
    });
    expect(changed.pages.DM?.layout[0]).toMatchObject({ label: words('other'), visibleWhen: 'present("d")' });
    expect(changed.groups.g).toMatchObject({ label: words('rows'), summary: ['c'] });
    expect(Object.keys(seenWith({ 'DM/s': { hidden: true } }).items)).toEqual(['c', 'd', 'u']);
    const without = seenWith({ g: { hidden: true } });
    expect([Object.keys(without.items), Object.keys(without.groups)]).toEqual([['a', 'b', 'd', 'u'], []]);
  });

  it('to an item: conditions are replaced, boxes are added and appear in the reports', () => {
    const seen = seenWith({
      d: { boxes: ['F/2'], readOnlyWhen: 'true', notation: true },
      a: { boxes: ['F/2'] },
    });
    expect(seen.items.d).toMatchObject({ boxes: ['F/1', 'F/2'], readOnlyWhen: 'true', notation: true });
    expect(seen.reports.F?.boxes.map(({ items }) => items)).toEqual([['d'], ['a', 'd']]);
    expect(seenWith({ d: { hidden: true } }).reports.F?.boxes.map(({ items }) => items)).toEqual([[], []]);
  });

  it('leaves hiding of a unit to its item', () => {
    expect(seenWith({}).items.u?.onHide).toBe('clear');
  });
});

describe('placement', () => {
  const placed = (parts: object) =>
    idsIn(
      compileCatalogue([
        aPage('DM', [anItem('a'), { section: 's', label: words('s'), content: [anItem('b')] }]),
        anAppendix('KR', parts),
      ]).pages.DM?.layout ?? [],
    );

  it('keeps the file order after one anchor', () => {
    const items = ['k1', 'k2', 'k3'].map((itemId) => anItem(itemId, { page: 'DM', after: 'a' }));
    expect(placed({ items })).toEqual(['a', 'k1', 'k2', 'k3', 'b']);
  });

  it('appends nodes placed in a section to its end', () => {
    expect(placed({ items: [anItem('k1', { page: 'DM', in: 's' })] })).toEqual(['a', 'b', 'k1']);
  });

  it('finds anchors later in the file, and in groups of the appendix', () => {
    const items = [anItem('k2', { page: 'DM', after: 'k1' }), anItem('k1', { page: 'DM', in: 'g' })];
    const group = {
      group: 'g',
      label: words('g'),
      rowLabel: words('g'),
      summary: [],
      page: 'DM',
      after: 'a',
      content: [],
    };
    expect(placed({ items, groups: [group] })).toEqual(['a', 'k1', 'k2', 'b']);
  });

  it('places sections of the appendix, and nodes in them', () => {
    const sections = [{ section: 't', label: words('t'), page: 'DM', after: 'a', content: [anItem('k1')] }];
    expect(placed({ sections, items: [anItem('k2', { page: 'DM', in: 't' })] })).toEqual([
      'a',
      'k1',
      'k2',
      'b',
    ]);
  });

  it('without an anchor is an error that names it', () => {
    expect(() => placed({ items: [anItem('k1', { page: 'DM', after: 'z' })] })).toThrow(/k1 \(page DM, z\)/);
  });
});

it('names what would be lost: duplicate ids and form keys, invalid JSON', () => {
  expect(() => compileCatalogue([aPage('DM', [anItem('a'), anItem('a')])])).toThrow(/item a stands twice/);
  expect(() => compileCatalogue([aPage('DM', [anItem('a.b'), anItem('a-b')])])).toThrow(/form key a_b/);
  expect(() => compileCatalogue([{ file: 'pages/DM.page.json', text: '{' }])).toThrow(/DM\.page\.json/);
});

it('orders the pages by their chain of next', () => {
  const chain = [aPage('C', []), aPage('B', [], { next: 'C' }), aPage('A', [], { next: 'B' })];
  expect(compileCatalogue(chain).pageOrder).toEqual(['A', 'B', 'C']);
});

it('creates form keys that rjsf treats as one name each', () => {
  const keys = Object.values(catalogue.items).map(({ formKey }) => formKey);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.filter((key) => !/^[A-Za-z]\w*$/.test(key))).toEqual([]);
});

it('includes every code list that an item refers to, also of appendices', () => {
  const lists = codeListsOf(sources);
  const codeListNames = Object.values(catalogue.items).flatMap(({ codeList }) => codeList ?? []);
  expect(codeListNames.filter((name) => !lists[name])).toEqual([]);
  expect(lists.sex).toMatchObject({ codeList: 'sex', cached: true, open: false });
});

describe('the version', () => {
  it('does not depend on the order of the files and their line ends', () => {
    const other = sources
      .toReversed()
      .map(({ file, text }) => ({ file, text: text.replaceAll('\n', '\r\n') }));
    expect(compileCatalogue(other)).toEqual(catalogue);
  });

  it.each([
    'pages/CI.page.json',
    'appendices/KR.appendix.json',
    'code-lists/sex.codes.json',
    'rules/ICH.rules.json',
    'reports/CIOMS.report.json',
    'e2b/elements.json',
  ])('changes with %s', (file) => {
    const changed = sources.map((source) =>
      source.file === file ? { ...source, text: `${source.text} ` } : source,
    );
    expect(compileCatalogue(changed).version).not.toBe(catalogue.version);
  });

  it('differs for texts that differ in one character', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(), (text, at) => {
        const index = at % text.length;
        const changed =
          text.slice(0, index) + String.fromCharCode(text.charCodeAt(index) ^ 1) + text.slice(index + 1);
        expect(textHash(text)).toMatch(/^[0-9a-f]{16}$/);
        expect(textHash(changed)).not.toBe(textHash(text));
      }),
    );
  });
});
