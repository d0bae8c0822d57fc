import { expect, it } from 'vitest';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { environment } from '../expressions/environment.ts';
import { completionsAt } from './completion.ts';
import type { Completions } from './completion.types.ts';
import { EXPRESSION_FUNCTIONS } from './expressionFunctions.ts';
import { sourceNames } from './sourceNames.ts';

const names = sourceNames(compileCatalogue(realSources), realSources);
/** `^` marks the cursor. */
function at(marked: string, file = 'appendices/XX.appendix.json') {
  const offset = marked.indexOf('^');
  const text = marked.replace('^', '');
  const found = completionsAt({ file, text }, offset, names, 'en');
  const labels = found?.options.map(({ label }) => label) ?? [];
  return { found, labels, choose: (label: string) => chosen(text, found, label) };
}
/** The text after accepting a completion, with the cursor as `^`. */
function chosen(text: string, found: Completions | null, label: string): string {
  const option = found?.options.find((one) => one.label === label);
  if (!found || !option) throw new Error(`${label} is not offered`);
  const insert = option.insert.includes('|') ? option.insert.replace('|', '^') : `${option.insert}^`;
  return text.slice(0, found.from) + insert + text.slice(found.to);
}

it('offers the missing keys of an item, with their meaning', () => {
  const { found, labels } = at('{ "items": [{ "itemId": "X.1", "^" }] }');
  expect(labels).toContain('maxLength');
  expect(labels).toContain('after');
  expect(labels).not.toContain('itemId');
  expect(found?.options.find(({ label }) => label === 'maxLength')?.info).toBe(
    'Maximum length, in characters.',
  );
});

it('inserts a key with an empty value of its type, and places the cursor in it', () => {
  expect(at('{ "items": [{ "la^" }] }').choose('label')).toBe(
    '{ "items": [{ "label": { "en": "^", "ko": "", "ja": "", "zh": "" } }] }',
  );
  expect(at('{ "items": [{ ^ }] }').choose('nullFlavors')).toBe('{ "items": [{ "nullFlavors": [^] }] }');
  expect(at('{ "items": [{ "mx^": 5 }] }').choose('maxLength')).toBe('{ "items": [{ "maxLength"^: 5 }] }');
});

it('offers the values of an enumeration', () => {
  const { labels, choose } = at('{ "items": [{ "control": "^" }] }');
  expect(labels).toEqual(expect.arrayContaining(['text', 'codeList', 'trueOnly']));
  expect(choose('text')).toBe('{ "items": [{ "control": "text"^ }] }');
  expect(at('{ "items": [{ "nullFlavors": ["NI", ^] }] }').choose('MSK')).toContain('["NI", "MSK"^]');
  expect(at('{ "items": [{ "notation": ^ }] }').labels).toEqual(['true', 'false']);
});

it('offers names of the sources for keys that refer to them', () => {
  expect(at('{ "items": [{ "page": "^" }] }').labels).toContain('AE');
  expect(at('{ "items": [{ "codeList": "^" }] }').labels).toContain('countries');
  const after = at('{ "items": [{ "page": "AE", "after": "^" }] }').labels;
  expect(after).toContain('E.i.9');
  expect(after).not.toContain('D.1');
  expect(at('{ "items": [{ "page": "DG", "in": "^" }] }').labels).toContain('G.k.4.r');
  expect(at('{ "overlays": { "^" } }').labels).toContain('C.1.3');
  expect(at('{ "rules": [{ "items": ["^"] }] }', 'rules/X.rules.json').labels).toContain('C.1.3');
});

it('offers functions, items and codes inside an expression', () => {
  const expression = (text: string) => at(`{ "items": [{ "visibleWhen": "${text}" }] }`);
  expect(expression('pre^').choose('present')).toContain('"visibleWhen": "present(\\"^\\")"');
  expect(expression('value(\\"^\\")').labels).toContain('C.1.3');
  expect(expression('value(\\"C.1.3\\") == \\"^\\"').labels).toEqual(['1', '2', '3', '4']);
  expect(expression('value(\\"C.1.3\\") in [\\"1\\", \\"^').labels).toEqual(['1', '2', '3', '4']);
  expect(expression('nullFlavor(\\"D.1\\") == \\"^\\"').labels).toContain('MSK');
  expect(expression('anyRow(\\"^\\", present(\\"E.i.7\\"))').labels).toContain('E.i');
  expect(expression('value(\\"D.^5\\")').choose('D.1')).toContain('value(\\"D.1^\\")');
  expect(expression('\\"free ^text\\"').labels).toEqual([]);
});

it('works in a file that is invalid elsewhere', () => {
  expect(at('{ "items": [{ "control": "^\n "page": "AE" }, {').labels).toContain('radio');
});

it('does not replace what follows an unterminated text', () => {
  expect(at('{ "items": [{ "co^}],\n "groups": [] }').choose('control')).toBe(
    '{ "items": [{ "control": "^"}],\n "groups": [] }',
  );
});

it('offers nothing in a text that is deeper than any file', () => {
  expect(at(`{ "items": ${'['.repeat(20_000)}^`).found).toBeNull();
});

it('has every custom function of the expressions', () => {
  const standard = new Set(['dyn', 'type', 'bool', 'size', 'bytes', 'double', 'int', 'uint', 'string']);
  const own = environment
    .getDefinitions()
    .functions.filter(({ receiverType, name }) => receiverType === null && !standard.has(name))
    .map(({ name }) => name)
    .filter((name) => !['timestamp', 'duration', 'has'].includes(name));
  expect([...new Set(own)].sort()).toEqual(EXPRESSION_FUNCTIONS.map(({ name }) => name).sort());
});
