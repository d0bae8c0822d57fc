/** Every word exists in all languages, is used somewhere, and every used word exists. */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './languages.ts';

const here = import.meta.dirname;
const source = join(here, '..');
/** By namespace: path of its file in the folder of a language. */
const files = new Map(
  globSync('**/*.json', { cwd: join(here, 'locales', 'en') }).map((path) => [basename(path, '.json'), path]),
);

const read = new Map<string, Map<string, string>>();

/** Keys with their texts; plural endings are taken off, since languages have different ones. */
function wordsOf(language: string, namespace: string): Map<string, string> {
  const of = `${language}/${namespace}`;
  const words = read.get(of) ?? readWords(language, namespace);
  read.set(of, words);
  return words;
}

function readWords(language: string, namespace: string): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (part: object, path: string[]): void => {
    for (const [name, value] of Object.entries(part)) {
      if (typeof value === 'string')
        found.set([...path, name].join('.').replace(/_(zero|one|other)$/, ''), value);
      else walk(value as object, [...path, name]);
    }
  };
  const path = join(here, 'locales', language, files.get(namespace) ?? '');
  walk(JSON.parse(readFileSync(path, 'utf8')) as object, []);
  return found;
}

const sources = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.(test|stories)\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(source, name), 'utf8') }));
const allText = sources.map(({ text }) => text).join('\n');
/** All that is quoted like a key: to search the text for each of thousands of keys takes seconds. */
const literals = new Set([...allText.matchAll(/'([\w.:-]+)(?=')/g)].map(([, literal]) => literal));
const isLiteral = (key: string) => literals.has(key);
/** `t(`status.${name}`)`: every key that begins so counts as used. */
const beginnings = [...allText.matchAll(/`([\w:]+\.[\w.]*)\$\{/g)].map(([, head = '']) =>
  head.replace(/^\w+:/, ''),
);
const slots = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort();

describe.each([...files.keys()])('words of %s', (namespace) => {
  const english = wordsOf('en', namespace);

  it.each(LANGUAGES)('has all keys, none more and none empty, in %s', (language) => {
    const words = wordsOf(language, namespace);
    expect([...words.keys()].sort()).toEqual([...english.keys()].sort());
    expect([...words].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it.each(LANGUAGES)('fills in the same slots in %s', (language) => {
    const wrong = [...wordsOf(language, namespace)].filter(
      ([key, text]) => slots(text).join() !== slots(english.get(key) ?? '').join(),
    );
    expect(wrong).toEqual([]);
  });

  it.each(LANGUAGES)('ends with an ellipsis in one way in %s', (language) => {
    const wrong = [...wordsOf(language, namespace)].filter(([, text]) => /^[^…]*\s…$|……|\.\.\.$/.test(text));
    expect(wrong).toEqual([]);
  });

  it('has no key that nobody uses', () => {
    const unused = [...english.keys()].filter(
      (key) =>
        !isLiteral(key) &&
        !isLiteral(`${namespace}:${key}`) &&
        !beginnings.some((beginning) => key.startsWith(beginning)),
    );
    expect(unused).toEqual([]);
  });
});

it.each(sources.filter(({ text }) => text.includes("useTranslation('")))(
  'finds every word $name asks for',
  ({ text }) => {
    const own = /useTranslation\('(\w+)'\)/.exec(text)?.[1] ?? '';
    const keys = [...text.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key = '']) => key);
    const missing = keys.filter((key) => {
      const [namespace = '', name = ''] = key.includes(':') ? key.split(':') : [own, key];
      return !wordsOf('en', namespace).has(name);
    });
    expect(missing).toEqual([]);
  },
);

it.each(LANGUAGES)('that a field is required has one key, which others name, in %s', (language) => {
  const required = wordsOf(language, 'components').get('form.missing');
  const same = [...files.keys()].flatMap((namespace) =>
    [...wordsOf(language, namespace)].flatMap(([key, text]) =>
      text === required ? `${namespace}:${key}` : [],
    ),
  );
  expect(same).toEqual(['components:form.missing']);
});
