/** Items that leave the files stay known, and come back as the files say. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAppendix } from '../../schemas/compile/forAppendix.ts';
import { unseenItems } from '../../shared/blinding/sight.ts';
import { RETIRED } from '../../schemas/compile/retired.ts';
import type { SourceText } from '../../schemas/compile/sources.types.ts';
import { compileItems } from './catalogueSource.ts';
import { readSourceTexts } from './readSourceTexts.ts';
import { retiredFile, withoutRetired } from './retired.ts';

const words = (en: string) => ({ en, ko: en, ja: en, zh: en });
const NAMES = ['X.1', 'X.2', 'X.3'] as const;

/** A page of these items, each in a group of its own, with a list of its own. */
function sourcesOf(names: readonly string[]): SourceText[] {
  const codes = (name: string) => ({ codeList: `list-${name}`, codes: [{ code: '1', label: words('One') }] });
  const group = (name: string) => ({
    group: `G.${name}`,
    label: words(name),
    rowLabel: words(name),
    role: `rows${name}`,
    summary: [name],
    content: [
      {
        itemId: name,
        label: words(`Label ${name}`),
        control: 'codeList',
        codeList: `list-${name}`,
        role: `role${name}`,
        onHide: 'clear',
        visibleWhen: 'true',
      },
    ],
  });
  const page = { page: 'A', label: words('A'), kind: 'form', next: null, content: names.map(group) };
  return [
    { file: 'pages/A.page.json', text: JSON.stringify(page) },
    ...names.map((name) => ({ file: `code-lists/${name}.codes.json`, text: JSON.stringify(codes(name)) })),
  ];
}

/** What comes into use when these files follow what was known. */
function followed(before: ReturnType<typeof compileItems> | null, names: readonly string[]) {
  const sources = sourcesOf(names);
  const retired = before && retiredFile(before, compileItems(sources));
  return compileItems(retired ? [...sources, retired] : sources);
}

describe('what the files do not have any more', () => {
  it('stays known through any sequence of files, and what they have is as they say', () => {
    fc.assert(
      fc.property(fc.array(fc.subarray([...NAMES]), { minLength: 1, maxLength: 6 }), (sequence) => {
        let known = followed(null, sequence[0] ?? []);
        const ever = new Set(sequence[0]);
        for (const names of sequence.slice(1)) {
          known = followed(known, names);
          for (const name of names) ever.add(name);
          const live = compileItems(sourcesOf(names));
          expect(known.whole.filesVersion).toBe(live.whole.filesVersion);
          expect(Object.keys(known.whole.items).toSorted()).toEqual([...ever].toSorted());
          for (const name of ever) {
            expect(known.whole.groups[`G.${name}`]?.groups).toEqual([`G.${name}`]);
            expect(known.codeLists[`list-${name}`]?.codes).toHaveLength(1);
            expect(known.whole.items[name]?.label).toEqual(words(`Label ${name}`));
            const isLive = (names as readonly string[]).includes(name);
            if (isLive) expect(known.whole.items[name]).toEqual(live.whole.items[name]);
            else
              expect(known.whole.items[name]).toMatchObject({
                appendix: RETIRED,
                role: null,
                onHide: 'keep',
                e2b: [],
              });
          }
          expect(known.whole.roles).toEqual(live.whole.roles);
        }
      }),
    );
  });

  it('makes another version, the same one for the same memory', () => {
    const [both, one] = [followed(null, ['X.1', 'X.2']), followed(null, ['X.1'])];
    const left = followed(both, ['X.1']);
    expect(left.whole.version).not.toBe(one.whole.version);
    expect(followed(left, ['X.1']).whole.version).toBe(left.whole.version);
    expect(followed(left, ['X.1', 'X.2']).whole.version).toBe(both.whole.version);
  });

  it('fills nothing and is filled by nothing, also where an earlier release remembered how', () => {
    const sources = readSourceTexts();
    const of = ({ file }: SourceText) => /^pages\/(CI|SD|AE)\.page/.test(file);
    const compiled = compileItems(sources);
    const items = Object.values(compiled.whole.items).filter(({ page }) => /^(CI|SD|AE)$/.test(page));
    const FILLS = ['initial', 'calculated', 'offer', 'selection', 'expectedness', 'fromText', 'names'];
    const filling = (item: object) => FILLS.filter((key) => key in item);
    expect(new Set(items.flatMap(filling)).size).toBeGreaterThan(3);
    const memory = { items, groups: [], pages: [], codeLists: [] };
    const retired = { file: 'retired/definitions.json', text: JSON.stringify(memory) };
    const less = sources.filter((source) => of(source) === false && source.file.startsWith('code-lists/'));
    const { whole } = compileItems([...less, retired]);
    expect(Object.values(whole.items)).toHaveLength(items.length);
    expect(Object.values(whole.items).flatMap(filling)).toEqual([]);
  });

  it('is shown by no appendix and carried by no message', () => {
    const sources = readSourceTexts();
    const less = sources.filter(({ file }) => file !== 'appendices/KR.appendix.json');
    const retired = retiredFile(compileItems(sources), compileItems(less));
    const { whole } = compileItems(retired ? [...less, retired] : less);
    const gone = Object.values(whole.items).filter(({ appendix }) => appendix === RETIRED);
    expect(gone.length).toBeGreaterThan(10);
    for (const appendix of ['ICH', 'KR', 'US'])
      expect(gone.filter(({ itemId }) => forAppendix(whole, appendix).items[itemId])).toEqual([]);
    expect(gone.flatMap(({ e2b }) => e2b)).toEqual([]);
    const live = compileItems(less).whole;
    expect(Object.keys(withoutRetired(whole).items)).toEqual(Object.keys(live.items));
    expect(Object.keys(withoutRetired(whole).groups)).toEqual(Object.keys(live.groups));
  });

  it('is hidden with what it was computed from or shown by, from the roles that hide that', () => {
    const item = (itemId: string, more: object = {}) => ({
      itemId,
      label: words(itemId),
      control: 'text',
      maxLength: 9,
      ...more,
    });
    const page = (...content: object[]): SourceText[] => [
      {
        file: 'pages/A.page.json',
        text: JSON.stringify({ page: 'A', label: words('A'), kind: 'form', next: null, content }),
      },
    ];
    const [secret, open] = [item('X.secret'), item('X.open')];
    const computed = item('X.computed', { control: 'readOnly', computed: 'value("X.secret")' });
    const shown = item('X.shown', { visibleWhen: 'value("X.computed") == "1"' });
    let known = compileItems(page(secret, open, computed, shown));
    for (const content of [[secret, open], [open]]) {
      const live = page(...content);
      const retired = retiredFile(known, compileItems(live));
      known = compileItems(retired ? [...live, retired] : live);
      const unseen = unseenItems(known.whole, { unblind: true, hidden: ['X.secret'] });
      expect(unseen.toSorted()).toEqual(['X.computed', 'X.secret', 'X.shown']);
    }
  });
});
