/** Labels use the terms of docs/terms.md, the same translation everywhere, and none of the words that it bans. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../src/i18n/languages.ts';

const root = join(import.meta.dirname, '..', '..');
const guide = readFileSync(join(root, 'docs/terms.md'), 'utf8');
const LOCALES = 'src/i18n/locales';

/** One text in all languages, and where it is. */
interface Text {
  place: string;
  words: Partial<Record<Language, string>>;
}

const texts = [...localeTexts(), ...textsBesideCode()];

const terms = section('One translation for each')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| English'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  .map(([english = '', ...others]) => ({ english, others }));

/** The texts of the locale files by key. */
function localeTexts(): Text[] {
  const files = globSync('**/*.json', { cwd: join(root, LOCALES, 'en') });
  return files.flatMap((file) => {
    const found = new Map<string, Text>();
    for (const language of LANGUAGES) {
      const walk = (part: object, path: string): void => {
        for (const [name, value] of Object.entries(part)) {
          const key = `${path}.${name}`;
          if (typeof value !== 'string') walk(value as object, key);
          else found.set(key, { place: key, words: { ...found.get(key)?.words, [language]: value } });
        }
      };
      walk(read(join(LOCALES, language, file)), file);
    }
    return [...found.values()];
  });
}

/** The texts that have all languages beside each other: `{ "en": …, "ko": … }`. */
function textsBesideCode(): Text[] {
  const files = ['schemas', 'shared', 'server', 'machines']
    .flatMap((folder) => globSync(`${folder}/**/*.json`, { cwd: root }))
    // the FDA publishes its component codes in English only
    .filter((file) => !/\/(golden|samples|rule-coverage|meta|seed)\/|fda-device-components/.test(file));
  return files.flatMap((file) => {
    const found: Text[] = [];
    const walk = (part: unknown): void => {
      if (typeof part !== 'object' || part === null) return;
      if ('en' in part && typeof part.en === 'string')
        found.push({ place: file, words: part as Text['words'] });
      else Object.values(part).forEach(walk);
    };
    walk(read(file));
    return found;
  });
}

function read(file: string): object {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as object;
}

function section(title: string): string {
  return guide.split('\n## ').find((part) => part.startsWith(title)) ?? '';
}

const bannedIn = (language: Language): string[] =>
  (new RegExp(`\`\`\`${language}\\n([^\`]+)\\n\`\`\``).exec(guide)?.[1] ?? '').split('\n');

interface CodeListFile {
  codes: { code: string; label: Record<Language, string> }[];
}

const singular = (text: string) => text.trim().toLowerCase().replace(/s$/, '');

describe.each(terms)('$english', ({ english, others }) => {
  it('has one translation', () => {
    const wrong = texts
      .filter(({ words }) => singular(words.en ?? '') === singular(english))
      .flatMap(({ place, words }) =>
        LANGUAGES.slice(1).flatMap((language, index) => {
          const text = words[language];
          const allowed = others[index]?.split('/') ?? [];
          return text === undefined || allowed.some((term) => text.includes(term))
            ? []
            : [`${place}: ${language} ${text}, not ${allowed.join(' or ')}`];
        }),
      );
    expect(wrong).toEqual([]);
  });
});

it.each(LANGUAGES)('uses no banned word in %s', (language) => {
  const word = new RegExp(
    bannedIn(language)
      .map((banned) => (language === 'en' ? `\\b${banned}\\b` : banned))
      .join('|'),
    'i',
  );
  const wrong = texts.flatMap(({ place, words }) => {
    const found = word.exec(words[language] ?? '')?.[0];
    return found === undefined ? [] : [`${place}: ${found} in ${words[language]}`];
  });
  expect(wrong).toEqual([]);
});

it('counts an age in a field as it does in a narrative: in years of life, and in months that are no date', () => {
  const inWords = read('shared/narratives/ages.json') as Record<string, Record<Language, string>>;
  const lists = globSync('schemas/code-lists/units-*age.codes.json', { cwd: root });
  const wrong = lists.flatMap((file) =>
    (read(file) as CodeListFile).codes.flatMap(({ code, label }) =>
      LANGUAGES.filter((language) => language !== 'en').flatMap((language) => {
        const words = inWords[code]?.[language].replace('{age}', '');
        return words === undefined || words === label[language]
          ? []
          : [`${file}: ${label[language]}, not ${words}`];
      }),
    ),
  );
  expect(lists).toHaveLength(2);
  expect(wrong).toEqual([]);
});
