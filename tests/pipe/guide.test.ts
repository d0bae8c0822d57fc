/** What the analyst's guide says without clicks: its tables, messages, expressions and names are those of the program. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSourceTexts } from '../../server/catalogue/readSourceTexts.ts';
import { EXPRESSION_FUNCTIONS } from '../../shared/schemas/expressionFunctions.ts';
import { lintSchemas } from '../../shared/schemas/lintSchemas.ts';
import { finishedAppendix, GUIDE, snippet, tableRows } from '../journeys/guideText.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FILE = 'appendices/QN.appendix.json';
const sources = readSourceTexts(join(ROOT, 'schemas'));
const finished = finishedAppendix();
const lint = (text: string) =>
  lintSchemas([...sources, { file: FILE, text }]).filter(({ file }) => file === FILE);
const inGuide = (pattern: RegExp) => [...GUIDE.matchAll(pattern)].map(([, found = '']) => found);

const PUT_IN = /\{\{.*?\}\}/g;
const mistakes = tableRows('Instead of', 'you wrote', 'The findings say', 'So');
const expressions = tableRows('For', 'Setting', 'of item', 'Expression');

/** Every text of the program in English, as a pattern where something is put in. */
const labels = globSync(join(ROOT, 'src/i18n/locales/en/**/*.json'))
  .flatMap((file) => textsIn(JSON.parse(readFileSync(file, 'utf8'))))
  // Messages with less fixed text are not distinctive.
  .filter((text) => /\p{L}{3}/u.test(text.replaceAll(PUT_IN, '')))
  .map((text) => new RegExp(`^${text.split(PUT_IN).map(escaped).join('.+')}$`));

function textsIn(words: unknown): string[] {
  return typeof words === 'string' ? [words] : Object.values(words as object).flatMap(textsIn);
}
function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Words of the files' own: labels and codes, of the form that the guide makes and of the pages around it. */
const contentLabels = new Set(
  [...sources, { file: FILE, text: finished }].flatMap(({ text }) =>
    [...text.matchAll(/"en": "([^"]*)"/g)].map(([, label = '']) => label),
  ),
);

describe('the texts to type', () => {
  it('make a file in which the linter finds nothing', () => {
    expect(lint(finished)).toEqual([]);
  });

  it.each(mistakes)('go wrong as the guide says: %s as %s', (right = '', wrong = '', message = '') => {
    expect(finished).toContain(right);
    expect(lint(finished.replace(right, () => wrong)).map(({ message }) => message)).toContain(message);
  });

  it('name the authority of another appendix wrongly as the guide says', () => {
    const message =
      'appendices/KR.appendix.json and appendices/QN.appendix.json are both of MFDS; an authority has one appendix';
    expect(GUIDE).toContain(message);
    const taken = lintSchemas([
      ...sources,
      { file: FILE, text: finished.replace('"authority": "NVA"', '"authority": "MFDS"') },
    ]);
    expect(taken.map(({ message }) => message)).toContain(message);
  });
});

describe('the expressions', () => {
  it.each(expressions)('work: %s, as %s of %s', (_for, setting = '', itemId = '', expression = '') => {
    const { computed } = JSON.parse(snippet('computed')) as { computed: string };
    const text =
      setting === 'computed'
        ? finished.replace(JSON.stringify(computed), () => JSON.stringify(expression))
        : finished.replace(
            '"overlays": {',
            () => `"overlays": {"${itemId}": {"${setting}": ${JSON.stringify(expression)}},`,
          );
    expect(text).toContain(JSON.stringify(expression));
    expect(lint(text)).toEqual([]);
  });

  it('use all functions there are, each explained', () => {
    const documented = tableRows('Function', 'Answers').map(([call = '']) => call.replace(/\(.*/, ''));
    expect(documented).toEqual(EXPRESSION_FUNCTIONS.map(({ name }) => name).toSorted(asIn(documented)));
    expect(expressions.length).toBeGreaterThanOrEqual(10);
  });
});
const asIn = (order: string[]) => (a: string, b: string) => order.indexOf(a) - order.indexOf(b);

it('tells what to do about every finding of the linter, and of no other', () => {
  const documented = tableRows('Finding', 'What to do').map(([rule]) => rule);
  const rules = readdirSync(join(ROOT, 'schemas/compile/mistakes')).map((name) => name.split('.')[0]);
  expect(documented).toEqual([...new Set(rules)].toSorted());
});

describe('the guide', () => {
  it('calls what is on the screen as the screen does', () => {
    const bold = inGuide(/\*\*([^*\n]+)\*\*/g);
    // Symbols on buttons, and the code of the region.
    const isSign = (word: string) => !/\p{Ll}/u.test(word);
    const known = (word: string) =>
      isSign(word) || contentLabels.has(word) || labels.some((label) => label.test(word));
    expect(bold.filter((word) => !known(word))).toEqual([]);
  });

  it('shows pictures that are there, and all of them', () => {
    const shown = inGuide(/\(pictures\/(guide-\d+\.png)\)/g);
    const there = readdirSync(join(ROOT, 'docs/pictures')).filter((name) => name.startsWith('guide-'));
    expect(shown).toEqual(there.toSorted());
  });

  it('leads to files and chapters that are there', () => {
    for (const link of inGuide(/\]\(((?!pictures|#)[^)#]+)\)/g))
      expect(existsSync(join(ROOT, 'docs', link)), link).toBe(true);
    const chapters = inGuide(/^## (.+)$/gm).map((title) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-'),
    );
    for (const anchor of inGuide(/\]\(#([^)]+)\)/g)) expect(chapters).toContain(anchor);
  });
});
