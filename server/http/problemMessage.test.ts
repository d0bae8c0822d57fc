import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileTooLarge } from '../problems.ts';
import table from '../problems.json' with { type: 'json' };
import { LANGUAGES } from './language.ts';
import { problemMessage } from './problemMessage.ts';

/** Their message is the text of a parser, or the label of an item. */
const QUOTED = ['UNREADABLE_XML', '1130'];

const codes = Object.keys(table) as (keyof typeof table)[];
const placeholders = (text: string) => new Set(text.match(/\{\w+\}/g));

describe('the table of problems', () => {
  it.each(codes.filter((code) => !QUOTED.includes(code)))('has %s in every language', (code) => {
    const { en, ko, ja, zh } = table[code];
    expect(en).not.toBe('');
    for (const text of [ko, ja, zh]) {
      expect(text).toMatch(/[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}]/u);
      expect([...placeholders(text)].filter((name) => !placeholders(en).has(name))).toEqual([]);
    }
  });

  it('has no entry without a constructor', () => {
    const source = readFileSync(join(import.meta.dirname, '..', 'problems.ts'), 'utf8');
    const constructed = [...source.matchAll(/new Problem\('([A-Z_\d]+)'/g)].map(([, code = '']) => code);
    expect(codes.filter((code) => !constructed.includes(code))).toEqual([]);
  });
});

describe('problemMessage', () => {
  it('fills in the numbers', () => {
    expect(problemMessage(fileTooLarge(30), 'en')).toBe(
      'The file is too large. Allowed maximum size is 30 MB.',
    );
    for (const language of LANGUAGES) expect(problemMessage(fileTooLarge(30), language)).toContain('30 MB');
  });
});
