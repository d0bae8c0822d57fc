/** Kinds of edits of schema files: those that a trial finds in small examples, and those that are harmless. */
import { describe, expect, it } from 'vitest';
import type { SourceText } from '../../schemas/compile/sources.types.ts';
import { compileSource } from '../../server/catalogue/catalogueSource.ts';
import { readSourceTexts } from '../../server/catalogue/readSourceTexts.ts';
import { createTrial, MAX_EXAMPLE } from '../../shared/trial/createTrial.ts';
import type { DifferenceKind } from '../../shared/trial/trial.types.ts';

/** A file of the product, and its text before and after. */
type Edit = readonly [file: string, before: string | RegExp, after: string];

const sources = readSourceTexts();
const current = compileSource(sources);
/** Cases that a breaking edit is found in. */
const BREAKING_CASES = 200;
/** Cases that a harmless edit is tried with, at most. */
const HARMLESS_CASES = 10;

function edited([file, before, after]: Edit): SourceText[] {
  return sources.map((source) => {
    if (source.file !== file) return source;
    const text = source.text.replace(before, after);
    if (text === source.text) throw new Error(`the edit does not fit ${file}`);
    return { ...source, text };
  });
}

/** The kinds of differences, each with the number of values of the smallest case. */
function tried(edit: Edit, isDone: (kinds: ReadonlyMap<string, number>) => boolean, cases: number) {
  const files = edited(edit);
  const run = createTrial(
    current,
    compileSource(files),
    { now: sources, next: files },
    { now: new Date('2025-01-01T00:00:00Z'), may: () => true },
  );
  const kinds = new Map<string, number>();
  for (let from = 0; from < cases && !isDone(kinds); from += 5) {
    const always = () => true;
    const known = new Set<string>();
    const { differences } = run({ from, to: from + 5, known, hasTime: always, mayShrink: always });
    for (const { kind, example } of differences.values())
      kinds.set(kind, Math.min(kinds.get(kind) ?? Infinity, Object.keys(example).length));
  }
  return kinds;
}

const itemOf = (itemId: string, key: string): RegExp =>
  new RegExp(`(?<="itemId": "${itemId}"(?:(?!"itemId")[^])*)${key}`);

const BREAKING: Record<string, { edit: Edit; kind: DifferenceKind }> = {
  'an item that is hidden': {
    edit: [
      'pages/AE.page.json',
      itemOf('E.i.1.1a', '"span": 9'),
      '"span": 9, "visibleWhen": "present(\\"C.1.3\\")"',
    ],
    kind: 'value',
  },
  'an element of the message': {
    edit: ['pages/AE.page.json', itemOf('E.i.1.1a', '"e2b": \\{[^}]*\\},?'), '"nullFlavors": []'],
    kind: 'xml',
  },
  'a code that is gone': { edit: ['code-lists/sex.codes.json', /,\s*\{ "code": "2".*/, ''], kind: 'finding' },
  'a label of a code': { edit: ['code-lists/sex.codes.json', '"en": "Male"', '"en": "Man"'], kind: 'report' },
  'a column': {
    edit: ['lists/MU-CS.list.json', /(?<="computed": "anyRow[^?]*\? )\\"1\\"/, '\\"2\\"'],
    kind: 'column',
  },
  'a computed value': {
    edit: ['pages/DM.page.json', 'text(years(value', 'text(months(value'],
    kind: 'value',
  },
};

const HARMLESS: Record<string, Edit> = {
  'a label of an item': [
    'pages/AE.page.json',
    '"en": "Reaction in native language"',
    '"en": "Reaction, own words"',
  ],
  'a help text': ['pages/AE.page.json', 'Do not correct or code them here.', 'Leave them as they are.'],
  'a width': ['pages/AE.page.json', itemOf('E.i.1.1a', '"span": 9'), '"span": 12'],
  'a source of a rule': ['rules/FDA.guide.rules.json', "FDA's guide, FDA.D.11.r.1", "FDA's guide, D.11"],
  'a message': ['rules/FDA.guide.rules.json', 'Six digits, without a prefix.', 'Six digits.'],
};

describe('a trial finds', () => {
  it.each(Object.entries(BREAKING))('%s', (_, { edit, kind }) => {
    const kinds = tried(edit, (found) => found.has(kind), BREAKING_CASES);
    expect(kinds.get(kind)).toBeLessThanOrEqual(MAX_EXAMPLE);
  });
});

describe('a trial has no alarm for', () => {
  it.each(Object.entries(HARMLESS))('%s', (_, edit) => {
    expect([...tried(edit, (found) => found.size > 0, HARMLESS_CASES).keys()]).toEqual([]);
  });
});
