import type { CodeShown } from '../../schemas/compile/sources.types.ts';
import { fold } from '../text/fold.ts';

export interface Code {
  code: string;
  label: string;
  /** other ways in which the code is written */
  also?: readonly string[] | undefined;
  deleted?: boolean;
}

/** The codes of an item, and whether others may be given, too. */
export interface CodeChoices {
  codes: readonly Code[];
  open: boolean;
  shown?: CodeShown | undefined;
}

export const SHOWN_CODES = 60;

/**
 * Codes whose code or label begins with or contains the query; exact codes first. Deleted codes are left out, except
 * for the `current` one. Without a query the current code comes first where it would be beyond the codes that are shown.
 */
export function searchCodes(codes: readonly Code[], query: string, current: string | null): readonly Code[] {
  const open = codes.filter(({ code, deleted }) => !deleted || code === current);
  const foldedQuery = fold(query);
  if (foldedQuery === '') {
    const beyond = open.slice(SHOWN_CODES).find(({ code }) => code === current);
    return beyond ? [beyond, ...open.filter((one) => one !== beyond)] : open;
  }
  const rank = ({ code, label, also = [] }: Code): number => {
    const names = [code, ...also].map(fold);
    if (names.includes(foldedQuery)) return 0;
    if (names.some((name) => name.startsWith(foldedQuery))) return 1;
    if (fold(label).startsWith(foldedQuery)) return 2;
    return fold(label).includes(foldedQuery) ? 3 : 4;
  };
  return open
    .map((code) => ({ code, rank: rank(code) }))
    .filter((found) => found.rank < 4)
    .sort((a, b) => a.rank - b.rank)
    .map(({ code }) => code);
}

/** What people write between code and label: `2 – Female`, `2: Female`. */
const DIVIDED = /^(\S+?)\s*[-–—:]\s+/;

/** What divides a label into parts of which each means the whole: `Recovered/resolved`, `Not available to sender (unknown)`. */
const BETWEEN_PARTS = /[/(),;、・]/;

const partsOf = (label: string): string[] =>
  label
    .normalize('NFKC')
    .split(BETWEEN_PARTS)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** What a label ends with in brackets if it is one word: `international unit (IU)`. */
const symbolOf = (label: string): string | undefined => / \((\S+)\)$/.exec(label.normalize('NFKC'))?.[1];

/** Before a capital or a bracket, `m` is a thousandth of a unit and `M` a million. */
const MILLI = /^m[\p{Lu}[]/u;
const MEGA = /^M[\p{Lu}[]/u;

type NameTest = (name: string) => boolean;

/** Compares names with a text, but for case and width; `mIU` is not `MIU`. */
function comparedWith(text: string, fits: (name: string, text: string) => boolean): NameTest {
  const folded = fold(text);
  const isMilli = MILLI.test(text);
  return (name) => fits(fold(name), folded) && !(isMilli && MEGA.test(name));
}

const isNameOf = (text: string): NameTest => comparedWith(text, (name, folded) => name === folded);

const isBegunBy = (text: string): NameTest => comparedWith(text, (name, folded) => name.startsWith(folded));

/** Null where none or several are meant. A code may be among them with a label of each language. */
function onlyCode(codes: readonly Code[], isMeant: (code: Code) => boolean): Code | null {
  const [first, ...others] = codes.filter((one) => !one.deleted && isMeant(one));
  return first && others.every(({ code }) => code === first.code) ? first : null;
}

/** A label and the parts of it that begin with the text. */
const begunParts = (label: string, isBegun: NameTest): string[] => [label, ...partsOf(label)].filter(isBegun);

/** The same, and the code. */
const begunNames = ({ code, label }: Code, isBegun: NameTest): string[] => [
  ...[code].filter(isBegun),
  ...begunParts(label, isBegun),
];

/**
 * Whether a text is long enough to be the beginning of a label. Two letters are words (`no` of *Not applicable*) or codes
 * of other lists (`UK`, `PO`, `IM`); in long lists three are, too. One is enough where it tells all labels apart.
 */
function isLongEnough(codes: readonly Code[], { length }: string): boolean {
  const countOf = (some: readonly Code[]): number => new Set(some.map(({ code }) => code)).size;
  if (length > 1) return length >= (countOf(codes) > SHOWN_CODES ? 4 : 3);
  const alike = Map.groupBy(codes, ({ label }) => fold(label).slice(0, 1));
  return [...alike.values()].every((some) => countOf(some) === 1);
}

/** Languages that deny at the end: `投与量変更` begins `投与量変更せず`. */
const DENIES_AT_END = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const DENIAL = /せず|ない|なし|않|없|아니|未|不|無|无/u;

/**
 * The code that a text names: by its code, its label, both, another way to write it, the symbol at the end of its label, or a part of the label that
 * no other code has, or else by the beginning of its label where no denial can follow it. Words within a label name nothing:
 * `changed` is not `Dose not changed`. If codes outside the list are allowed, a part names nothing.
 */
export function codeNamed(codes: readonly Code[], text: string, isOpen = false): Code | null {
  const plain = text.normalize('NFKC').trim();
  const [isWhole, isDivided] = [isNameOf(plain), isNameOf(plain.replace(DIVIDED, '$1 '))];
  const exact =
    codes.find(({ code, label, also = [] }) =>
      [code, label, codeText({ code, label }), ...also].some((name) => isWhole(name) || isDivided(name)),
    ) ??
    onlyCode(codes, ({ label }) => {
      const symbol = symbolOf(label);
      return symbol !== undefined && isWhole(symbol);
    });
  if (exact || isOpen) return exact;
  const part = onlyCode(codes, ({ label }) => partsOf(label).some(isDivided));
  if (part || DENIES_AT_END.test(plain) || !isLongEnough(codes, fold(plain))) return part;
  const isBegun = isBegunBy(plain);
  return onlyCode(codes, ({ label }) => begunParts(label, isBegun).length > 0);
}

/** The same for a text that is typed in a field, whose user sees what it became: by any beginning that its end does not deny. */
export function codeOfText(codes: readonly Code[], text: string, isOpen = false): Code | null {
  const named = codeNamed(codes, text, isOpen);
  if (named || isOpen) return named;
  const plain = text.normalize('NFKC').trim();
  const isBegun = isBegunBy(plain);
  const begun = onlyCode(codes, (code) => begunNames(code, isBegun).length > 0);
  const isDenied =
    begun &&
    DENIES_AT_END.test(plain) &&
    begunNames(begun, isBegun).some((name) => DENIAL.test(fold(name).slice(fold(plain).length)));
  return isDenied ? null : begun;
}

type CodeWords = Pick<Code, 'code' | 'label'>;

/** A code as its field shows it. Some codes, such as versions, have no label of their own. */
export function codeText(words: CodeWords, shown?: CodeShown): string {
  return shown ? codeInText(words, shown) : `${words.code} ${words.label}`.trim();
}

/** A code within other text: its label, or the code where it is a symbol that people know. */
export const codeInText = ({ code, label }: CodeWords, shown?: CodeShown): string =>
  label === '' || (shown === 'code' && !isAnnotated(code)) ? code : label;

/** Units with annotations, such as `{DF}` and `[iU]`, are for computers (UCUM). */
const isAnnotated = (code: string): boolean => /[[{]/.test(code);
