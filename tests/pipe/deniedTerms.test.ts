/** What a text denies is not suggested for it: every term of the sample dictionaries, denied in the ways of its language. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { buildCodingIndex, suggestCodes } from '../../shared/coding/index.ts';

const read = (path: string, encoding = 'utf-8'): string[] =>
  new TextDecoder(encoding)
    .decode(readFileSync(new URL(`../../${path}`, import.meta.url)))
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'));

const MEDDRA = 'server/dictionaries/samples/MEDDRA';
const meddra = (files: readonly string[], encoding?: string): string[] =>
  files.flatMap((file) => read(`${MEDDRA}/${file}`, encoding)).map((line) => line.split('$')[1] ?? '');
/** of one language; several names are parted by semicolons */
const narrated = (column: number): string[] =>
  read('tests/narratives/terms.tsv').flatMap((line) => (line.split('\t')[column] ?? '').split(';'));

/** a negation in English reaches three words, and not beyond `with` */
const isReached = (term: string): boolean =>
  /^\w+( \w+){0,2}$/.test(term) && !/\b(?:with|without|and|after|from)\b/.test(term);

const TERMS: Readonly<Record<string, readonly string[]>> = {
  en: [...meddra(['en/llt.asc', 'en/pt.asc']), ...narrated(1)].filter(isReached),
  ko: [...meddra(['ko/llt.asc', 'ko/pt.asc']), ...narrated(2)],
  ja: [...meddra(['ja/llt_j.asc', 'ja/pt_j.asc'], 'shift_jis'), ...narrated(3)],
  zh: narrated(4),
};
const DENIALS: Readonly<Record<string, readonly string[]>> = {
  en: ['no ~', 'denies ~', 'without ~', '~ (-)'],
  ko: ['~ 없음', '~없음', '~은 없었다', '~ 부인', '~ 나타나지 않음', '~(-)'],
  ja: ['~なし', '~ 無し', '~：なし', '~はない', '~を認めず', '~無', '~（－）'],
  zh: ['无~', '没有~', '否认~', '未见~', '并无~', '无 ~', '~：无', '~(-)'],
};

it.each(Object.keys(TERMS))('a denied term of the samples is not suggested: %s', (language) => {
  // a term that denies something is stated by a denial
  const terms = [...new Set(TERMS[language])].filter((term) => term !== '' && !term.endsWith('없음'));
  expect(terms.length).toBeGreaterThan(50);
  const suggested = terms.flatMap((name) => {
    const index = buildCodingIndex([{ code: '1', name }], false);
    return (DENIALS[language] ?? [])
      .map((denial) => denial.replace('~', name))
      .filter((text) => suggestCodes({ index }, text).length > 0);
  });
  expect(suggested).toEqual([]);
});
