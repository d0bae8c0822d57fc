import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileTooLarge, Problem } from '../problems.ts';
import { LANGUAGES } from './language.ts';
import words from './words.json' with { type: 'json' };
import { wordsOf } from './words.ts';

/** Their message is the very text of a parser, or the label of an item. */
const QUOTED = ['UNREADABLE_REQUEST', 'UNREADABLE_XML', '1130'];

const problems = readFileSync(join(import.meta.dirname, '..', 'problems.ts'), 'utf8');
const codes = [...problems.matchAll(/new Problem\(\s*\d+,\s*'([A-Z_\d]+)'/g)].map(([, code = '']) => code);

describe('wordsOf', () => {
  it.each(codes.filter((code) => !QUOTED.includes(code)))('has %s in every language', (code) => {
    const problem = new Problem(400, code, 'english');
    const texts = LANGUAGES.map((language) => wordsOf(problem, language));
    expect(texts[0]).toBe('english');
    for (const text of texts.slice(1))
      expect(text).toMatch(/[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}]/u);
  });

  it('fills in the numbers', () => {
    expect(wordsOf(fileTooLarge(30), 'en')).toBe('The file is too large. Allowed maximum size is 30 MB.');
    expect(wordsOf(fileTooLarge(30), 'ja')).toContain('30 MB');
  });

  it('translates nothing that does not exist any more', () => {
    expect(Object.keys(words).filter((code) => !codes.includes(code))).toEqual([]);
  });
});
