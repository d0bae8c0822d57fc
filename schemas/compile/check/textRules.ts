/** Texts people read and names programs compare: what looks right and is not. One file alone tells. */
import type { Node } from 'jsonc-parser';
import { LANGUAGES } from '../languages.ts';
import type { SourceFinding } from '../sources.types.ts';
import { findingAt, members, property } from './sourceDocument.ts';
import type { Problem, SourceDocument } from './sourceDocument.ts';

/** Keys whose text is a name: compared sign by sign, a part of addresses and file names. */
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
  'code',
  'id',
  'container',
  'next',
]);

/** Codes are others' words: some have no translation, and one is "Label". */
const THEIRS = new Set(['codes']);

/** Keys that declare what becomes a key of the compiled catalogue. */
const DECLARING = new Set(['itemId', 'group', 'page', 'appendix', 'authority', 'role']);

const NAME = /^[A-Za-z][\w.-]*$/;

const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/;
const PLACEHOLDER =
  /^(todo|tbd|tbc|fixme|xxx+|lorem ipsum.*|label|text|help|\?+|\.{3}|…)$|\b(TODO|TBD|FIXME)\b/i;

/** What a text of the language is written in. English and others quote each other, so the larger part tells. */
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

/** Words, not a name or an abbreviation. */
const WORDS = /[A-Za-z]{3,} [a-z]{3,}/;

/** A run of words. */
const SENTENCE = /[a-z]{3,} [a-z]{2,} [a-z]{2,}/;

export function textRules(document: SourceDocument): SourceFinding[] {
  const found: SourceFinding[] = [];
  const say = (place: Node, problem: Problem) => found.push(findingAt(document, place, problem));
  const visit = (node: Node, key: string, ours: boolean): void => {
    if (node.type === 'string') for (const problem of inText(key, String(node.value))) say(node, problem);
    if (node.type === 'array') for (const child of node.children ?? []) visit(child, key, ours);
    if (node.type !== 'object') return;
    if (ours && isWords(node)) for (const { place, ...problem } of inWords(node)) say(place, problem);
    for (const { key: name, value } of members(node)) {
      const inside = String(name.value);
      if (value) visit(value, inside, ours && !THEIRS.has(inside));
    }
  };
  if (document.root) visit(document.root, '', true);
  return found;
}

function inText(key: string, text: string): Problem[] {
  const quoted = JSON.stringify(text);
  if (CONTROL.test(text))
    return [
      { rule: 'control-character', message: `${quoted} has a control character, which cannot be stored` },
    ];
  if (!NAMES.has(key)) return [];
  if (text !== text.trim())
    return [
      {
        rule: 'stray-space',
        message: `"${key}" begins or ends with a space, so it is another name than ${text.trim()}`,
        fix: JSON.stringify(text.trim()),
      },
    ];
  if (INVISIBLE.test(text))
    return [
      {
        rule: 'invisible-character',
        message: `"${key}" has an invisible sign in it, so it is another name than it looks`,
        fix: JSON.stringify(text.replaceAll(new RegExp(INVISIBLE, 'g'), '')),
      },
    ];
  if (DECLARING.has(key) && text in {})
    return [
      { rule: 'unusable-name', message: `"${key}" ${text} is a word of the program; choose another name` },
    ];
  if (DECLARING.has(key) && text !== '' && !NAME.test(text))
    return [
      {
        rule: 'unusable-name',
        message: `"${key}" ${text} is no name: it begins with a letter and has letters, digits, ".", "-" and "_"`,
      },
    ];
  return [];
}

const isWords = (node: Node): boolean => {
  const keys = members(node).map(({ key }) => String(key.value));
  return keys.includes('en') && keys.every((key) => LANGUAGES.some((language) => language === key));
};

type Placed = Problem & { place: Node };

function inWords(node: Node): Placed[] {
  const texts = members(node).flatMap(({ key, value }) =>
    value?.type === 'string'
      ? [{ language: String(key.value), text: String(value.value), place: value }]
      : [],
  );
  const english = String(property(node, 'en')?.value ?? '');
  return texts.flatMap(({ language, text, place }): Placed[] => {
    const warn = (rule: string, message: string): Placed[] => [{ rule, severity: 'warning', message, place }];
    if (PLACEHOLDER.test(text.trim())) return warn('placeholder-text', `"${text}" is no text for people yet`);
    if (text !== '' && text.trim() === '')
      return [{ rule: 'missing-label', message: `"${language}" is blank`, place }];
    const { own, foreign, script } = SCRIPTS[language] ?? { own: /./g, foreign: /$^/g, script: '' };
    const [has, hasNot] = [own, foreign].map((signs) => text.match(signs)?.length ?? 0);
    if (has === 0 && text === english && WORDS.test(text))
      return warn('not-translated', `the text in language "${language}" is the English one`);
    const isForeign = (hasNot ?? 0) > (has ?? 0) || (has === 0 && SENTENCE.test(text));
    return isForeign ? warn('wrong-script', `the text in language "${language}" is not in ${script}`) : [];
  });
}
