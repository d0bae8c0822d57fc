import { describe, expect, it } from 'vitest';
import { compileSource, type CatalogueSource } from './catalogueSource.ts';
import { readSourceTexts } from './readSourceTexts.ts';
import { isReadAlike, retypedItems } from './retypedItems.ts';

const LIST = 'code-lists/sex.codes.json';
const US = 'appendices/US.appendix.json';
const sources = readSourceTexts();
const now = compileSource(sources);

const withText = (file: string, change: (text: string) => string): CatalogueSource =>
  compileSource(
    sources.map((source) => (source.file === file ? { file, text: change(source.text) } : source)),
  );

/** The items that would be looked at, each with those of the values that would mean something else. */
const misread = (
  next: CatalogueSource,
  values: readonly string[],
  before: CatalogueSource = now,
): [string, string[]][] =>
  retypedItems(before, next).map((item) => [
    item.is.item.itemId,
    values.filter((value) => !isReadAlike(value, item)),
  ]);

const exchanged = (text: string): string =>
  text.replace('"Male"', '"M"').replace('"Female"', '"Male"').replace('"M"', '"Female"');

describe('a code list', () => {
  it('gives a stored code no label that another of its codes had', () => {
    const found = misread(withText(LIST, exchanged), ['1', '2', '9']);
    expect(found.length).toBeGreaterThan(0);
    for (const [, values] of found) expect(values).toEqual(['1', '2']);
  });

  it('nor one in another language, however it is written', () => {
    const next = withText(LIST, (text) => {
      const source = JSON.parse(text) as { codes: { code: string; label: Record<string, string> }[] };
      const labelOf = (code: string) => source.codes.find((one) => one.code === code)?.label ?? {};
      const [male, female] = [labelOf('1'), labelOf('2')];
      [male['ko'], female['ko']] = [female['ko'] ?? '', male['ko'] ?? ''];
      female['en'] = 'MALE';
      return JSON.stringify(source);
    });
    const found = misread(next, ['1', '2', '9']);
    expect(found.length).toBeGreaterThan(0);
    for (const [, values] of found) expect(values).toEqual(['1', '2']);
  });

  it('nor where the item leaves the files: its values are still compared, and it may come back', () => {
    const next = withText(LIST, exchanged);
    const { 'D.5': _gone, ...items } = next.whole.items;
    const found = misread({ ...next, whole: { ...next.whole, items } }, ['1', '2', '9']);
    expect(found).toContainEqual(['D.5', ['1', '2']]);
  });

  it('may word its codes otherwise', () => {
    expect(
      misread(
        withText(LIST, (text) => text.replace('"Male"', '"Male sex"')),
        ['1', '2'],
      ),
    ).toEqual([]);
  });

  it('may get a dictionary that looks its codes up, or lose it', () => {
    const withoutLookUp = withText(US, (text) =>
      text.replace(
        /"control": "codedTerm",(\s*"maxLength": 10,\s*"codeList": "fda-device-components",)[^}]*?"saidIn": .*,/,
        '"control": "codeList",$1',
      ),
    );
    const codes = now.codeLists['fda-device-components']?.codes.map(({ code }) => code) ?? [];
    expect(codes.length).toBeGreaterThan(0);
    const unlisted = 'of the dictionary';
    expect(misread(now, [...codes, unlisted], withoutLookUp)).toEqual([['FDA.G.k.12.r.6', []]]);
    // the dictionary may have said what it is
    expect(misread(withoutLookUp, [...codes, unlisted])).toEqual([['FDA.G.k.12.r.6', [unlisted]]]);
  });
});

describe('the code list of a region', () => {
  const overlaid = (codes: Record<string, string>): CatalogueSource =>
    withText(US, (text) => {
      const source = JSON.parse(text) as { overlays: Record<string, object>; codeLists?: object[] };
      const own = Object.entries(codes).map(([code, en]) => ({
        code,
        label: { en, ko: en, ja: en, zh: en },
      }));
      return JSON.stringify({
        ...source,
        overlays: { ...source.overlays, 'D.5': { codeList: 'of-region' } },
        codeLists: [...(source.codeLists ?? []), { codeList: 'of-region', codes: own }],
      });
    });

  it('means the same by the codes that it shares with that of the item', () => {
    expect(misread(overlaid({ 1: 'Female', 2: 'Female', 3: 'Other' }), ['1', '2', '3', '9'])).toEqual([
      ['D.5', ['1']],
    ]);
  });

  it('may lack codes', () => {
    expect(misread(overlaid({ 1: 'Male' }), ['1', '2'])).toEqual([['D.5', []]]);
  });

  it('is not left for that of the item where a code means something else there', () => {
    const before = overlaid({ 1: 'Female', 2: 'Male', 9: 'Unknown' });
    expect(misread(now, ['1', '2', '9'], before)).toEqual([['D.5', ['1', '2']]]);
  });

  it('gives a stored code no label that another of its codes had', () => {
    const before = overlaid({ 1: 'Male', 2: 'Female', 3: 'Other' });
    const next = overlaid({ 1: 'Male', 2: 'Other', 3: 'Female' });
    expect(misread(next, ['1', '2', '3'], before)).toEqual([['D.5', ['2', '3']]]);
  });
});
