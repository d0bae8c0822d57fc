/** Texts and names within one file that look right but are not. */
import type { Node } from 'jsonc-parser';
import { LANGUAGES } from '../languages.ts';
import type { SourceFinding } from '../sources.types.ts';
import { findingAt, members, property } from './sourceDocument.ts';
import type { Problem, SourceDocument } from './sourceDocument.ts';

/** Keys whose text is a name: compared character by character, used in addresses and file names. */
const NAMES = new Set([
  'itemId',
  'group',
  'section',
  'page',
  'appendix',
  'authority',
  'codeList',
  'profile',
  'report',
  'role',
  'after',
  'in',
  'unitOf',
  'versionOf',
  'textOf',
  'rowsOf',
  'dictionary',
  'dictionaryFrom',
  'code',
  'id',
  'container',
  'next',
]);

/** Codes have labels by others: some have no translation, and one is "Label". */
const THEIRS = new Set(['codes']);

/** Keys whose text becomes a key of the compiled catalogue. */
const DECLARING = new Set(['itemId', 'group', 'page', 'appendix', 'authority', 'role']);

const NAME = /^[A-Za-z][\w.-]*$/;

/** Names that mean no region. */
const NO_REGION = new Set(['ICH', 'NA']);

const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/;
const PLACEHOLDER =
  /^(todo|tbd|tbc|fixme|xxx+|lorem ipsum.*|label|text|help|\?+|\.{3}|…)$|\b(TODO|TBD|FIXME)\b/i;

/** Scripts of each language. Texts quote other languages, so the larger part decides. */
const SCRIPTS: Readonly<Record<string, { own: RegExp; foreign: RegExp; script: string }>> = {
  en: {
    own: /[a-z]/gi,
    foreign: /[\p{sc=Hangul}\p{sc=Hira}\p{sc=Kana}\p{sc=Han}]/gu,
    script: 'Latin letters',
  },
  ko: { own: /\p{sc=Hangul}/gu, foreign: /[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}]/gu, script: 'Hangul' },
  ja: { own: /[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}]/gu, foreign: /\p{sc=Hangul}/gu, script: 'Japanese signs' },
  zh: { own: /\p{sc=Han}/gu, foreign: /[\p{sc=Hangul}\p{sc=Hira}\p{sc=Kana}]/gu, script: 'Chinese signs' },
};

/** Prose, not a name or an abbreviation. */
const PROSE = /[A-Za-z]{3,} [a-z]{3,}/;

/** A sequence of words. */
const SENTENCE = /[a-z]{3,} [a-z]{2,} [a-z]{2,}/;

export function textRules(document: SourceDocument): SourceFinding[] {
  const findings: SourceFinding[] = [];
  const report = (location: Node, problem: Problem) => findings.push(findingAt(document, location, problem));
  const visit = (node: Node, key: string, ours: boolean): void => {
    if (node.type === 'string') for (const problem of inText(key, String(node.value))) report(node, problem);
    if (node.type === 'array') for (const child of node.children ?? []) visit(child, key, ours);
    if (node.type !== 'object') return;
    if (ours && isLocalizedText(node))
      for (const { location, ...problem } of localizedTextProblems(node)) report(location, problem);
    for (const { key: name, value } of members(node)) {
      const inside = String(name.value);
      if (value) visit(value, inside, ours && !THEIRS.has(inside));
    }
  };
  if (document.root) visit(document.root, '', true);
  return [...findings, ...noRegion(document)];
}

/** Users without a region would see the items of one with such a name. */
const noRegion = (document: SourceDocument): SourceFinding[] =>
  (document.kind === 'appendix' ? ['appendix', 'authority'] : []).flatMap((key) => {
    const location = property(document.root, key);
    const name = String(location?.value);
    if (!location || !NO_REGION.has(name)) return [];
    const message = `"${key}" ${name} means no region; use another name`;
    return [findingAt(document, location, { rule: 'unusable-name', message })];
  });

function inText(key: string, text: string): Problem[] {
  const quoted = JSON.stringify(text);
  if (CONTROL.test(text))
    return [
      { rule: 'control-character', message: `${quoted} has a control character, which cannot be stored` },
    ];
  if (!text.isWellFormed())
    return [
      { rule: 'broken-characters', message: `${quoted} has half of a character, which cannot be stored` },
    ];
  if (!NAMES.has(key)) return [];
  if (text !== text.trim())
    return [
      {
        rule: 'stray-space',
        message: `"${key}" begins or ends with a space, so it differs from ${text.trim()}`,
        fix: JSON.stringify(text.trim()),
      },
    ];
  if (INVISIBLE.test(text))
    return [
      {
        rule: 'invisible-character',
        message: `"${key}" contains an invisible character, so it differs from the name it looks like`,
        fix: JSON.stringify(text.replaceAll(new RegExp(INVISIBLE, 'g'), '')),
      },
    ];
  if (DECLARING.has(key) && text in {})
    return [{ rule: 'unusable-name', message: `"${key}" ${text} is a reserved word; use another name` }];
  if (DECLARING.has(key) && text !== '' && !NAME.test(text))
    return [
      {
        rule: 'unusable-name',
        message: `"${key}" ${text} is not a valid name: it begins with a letter and has letters, digits, ".", "-" and "_"`,
      },
    ];
  return [];
}

const isLocalizedText = (node: Node): boolean => {
  const keys = members(node).map(({ key }) => String(key.value));
  return keys.includes('en') && keys.every((key) => LANGUAGES.some((language) => language === key));
};

type LocatedProblem = Problem & { location: Node };

function localizedTextProblems(node: Node): LocatedProblem[] {
  const texts = members(node).flatMap(({ key, value }) =>
    value?.type === 'string'
      ? [{ language: String(key.value), text: String(value.value), place: value }]
      : [],
  );
  const english = String(property(node, 'en')?.value ?? '');
  return texts.flatMap(({ language, text, place: location }): LocatedProblem[] => {
    const warn = (rule: string, message: string): LocatedProblem[] => [
      { rule, severity: 'warning', message, location },
    ];
    if (PLACEHOLDER.test(text.trim()))
      return warn('placeholder-text', `"${text}" is a placeholder, not a text`);
    if (text !== '' && text.trim() === '')
      return [{ rule: 'missing-label', message: `"${language}" is blank`, location }];
    const { own, foreign, script } = SCRIPTS[language] ?? { own: /./g, foreign: /$^/g, script: '' };
    const [has, hasNot] = [own, foreign].map((characters) => text.match(characters)?.length ?? 0);
    if (has === 0 && text === english && PROSE.test(text))
      return warn('not-translated', `the text in language "${language}" is the English one`);
    const isForeign = (hasNot ?? 0) > (has ?? 0) || (has === 0 && SENTENCE.test(text));
    return isForeign ? warn('wrong-script', `the text in language "${language}" is not in ${script}`) : [];
  });
}
