import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import faults from './fileFaults.json' with { type: 'json' };
import { faultInWords } from './faultInWords.ts';
import { LANGUAGES } from './http/language.ts';
import { problemMessage } from './http/problemMessage.ts';
import { unreadableRequest, unreadableXml } from './problems.ts';

const sources = (pattern: string): string[] =>
  globSync(pattern, { cwd: join(import.meta.dirname, '..') })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(import.meta.dirname, '..', file), 'utf8'));

/** They are not the same in all files: their sentences are tried one by one. */
const TRIED_ALONE =
  /^(?:a character that is none of|the file 7, and its letters are probably|the acknowledgement has no 7)/;

/** What calls give as the reason, with a number for each value. */
const reasonsIn = (text: string, call: RegExp): string[] =>
  [...text.matchAll(call)].map(([, , reason = '']) => reason.replaceAll(/\$\{[^}]*\}/g, '7'));

describe('the fault of a file', () => {
  it.each(Object.entries(faults))('%s has words in each language, with the same values', (_id, words) => {
    const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([name]) => name).sort();
    for (const language of LANGUAGES) expect(names(words[language])).toEqual(names(words.en));
    // a particle takes its form where it is directly behind the value
    expect(words.ko).not.toMatch(/[^}](?:이\(가\)|을\(를\)|\(으\)로)/);
  });

  it.each(Object.values(faults))('is put in words behind its place: $en', ({ en, ko }) => {
    const filled = (text: string) => text.replaceAll(/\{\w+\}/g, '7');
    for (const place of ['', 'in.xml:3:5 ', 'a: b.zip: ', 'in.xlsx: One: ']) {
      const sentence = faultInWords(place + filled(en), 'ko');
      expect(sentence.startsWith(place)).toBe(true);
      expect(sentence).toMatch(/\p{Script=Hangul}/u);
      // a particle fits the value
      if (!ko.includes('{')) expect(sentence).toBe(place + ko);
      expect(faultInWords(place + filled(en), 'en')).toBe(place + filled(en));
    }
  });

  it('is one of the sentences wherever a file is refused', () => {
    const calls =
      /(?:refuse|refused|new UnreadableXml|new UnreadableTable|unreadableRequest)\(\s*(['`])((?:(?!\1)[^\\\n])*)\1/g;
    const reasons = [
      'shared/e2b/**/*.ts',
      'shared/submission/readAcknowledgement.ts',
      'server/case-import/*.ts',
      'server/files/*.ts',
    ].flatMap((pattern) => sources(pattern).flatMap((text) => reasonsIn(text, calls)));
    expect(reasons.length).toBeGreaterThan(40);
    expect(
      reasons.filter(
        (text) => text.includes(' ') && !TRIED_ALONE.test(text) && faultInWords(text, 'ja') === text,
      ),
    ).toEqual([]);
  });

  it.each([
    [
      'in.xml:2:9 a character that is none of utf-8 (the letters are probably Greek in iso-8859-7); save the file in this encoding, or have it declare the one that it has (<?xml version="1.0" encoding="…"?>)',
      /^in\.xml:2:9 含有不属于utf-8的字符（可能是Greek in iso-8859-7）/,
    ],
    [
      'a character that is none of utf-8; save the file in this encoding, or have it declare the one that it has (<?xml version="1.0" encoding="…"?>)',
      /^含有不属于utf-8的字符。/,
    ],
    [
      'the file names no encoding, and its letters are probably Greek in iso-8859-7; save it as UTF-8, or have it declare the encoding that it has (<?xml version="1.0" encoding="iso-8859-7"?>)',
      /^文件未声明编码.*encoding="iso-8859-7"/,
    ],
    [
      'the file declares windows-1252, and its letters are probably Greek in iso-8859-7; save it as UTF-8, or have it declare the encoding that it has (<?xml version="1.0" encoding="iso-8859-7"?>)',
      /^文件声明为windows-1252.*encoding="iso-8859-7"/,
    ],
    [
      'unreadable: the acknowledgement has no number of the batch it answers',
      /^无法读取：回执中没有所答复批次的编号$/,
    ],
  ])('may hold another text: %s', (text, expected) => {
    expect(faultInWords(text, 'zh')).toMatch(expected);
  });

  it('holds one within it, and words of a library as they are', () => {
    expect(faultInWords('in.xlsx: the file is damaged (its checksum is not that of its content)', 'zh')).toBe(
      'in.xlsx: 文件已损坏（校验和与内容不符）',
    );
    expect(faultInWords('the file is damaged (unexpected EOF)', 'ja')).toBe(
      'ファイルが破損しています（unexpected EOF）',
    );
  });

  it('is in the words of the reader where a request is refused for it', () => {
    const text = 'in.xml:1:1 the file is UTF-32; save it as UTF-8, and have it declare that';
    expect(problemMessage(unreadableXml(text), 'ko')).toBe(
      'in.xml:1:1 UTF-32 파일입니다. UTF-8로 저장하고 그렇게 선언하십시오',
    );
    expect(problemMessage(unreadableRequest('the file has more than 5000 records'), 'ja')).toBe(
      'リクエストを読み取れませんでした: ファイルのレコードが5000件を超えています',
    );
  });

  it('is no other text', () => {
    for (const text of ['Seoul', 'x'.repeat(5000), '', 'in.xml:1:1 something else'])
      expect(faultInWords(text, 'ko')).toBe(text);
  });
});
