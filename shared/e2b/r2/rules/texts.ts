/** Texts that are copied, and constants, numbers and the narrative. */
import type { R2Leaf } from '../../../../schemas/e2b/r2.types.ts';
import type { R2Map } from '../../../../schemas/e2b/r2Map.types.ts';
import type { CaseValue } from '../../../case/caseContent.ts';
import type { XmlElement } from '../../xmlTree.ts';
import { convertUnit } from '../../codecs.ts';
import { fitted, fittedNumber, type Downgrade, type DownRule, type OutPlace } from '../downgrade.ts';
import { textOf, type Place, type Upgrade, type UpRule } from '../upgrade.ts';

/** The row that an element's value is in: its block's, or one of its own. */
export const rowFor = (up: Upgrade, { newRow }: R2Leaf, { rows }: Place): readonly number[] =>
  newRow ? up.nextRow(newRow, rows) : rows;

/**
 * Sets what a text means: a null flavor where it is a word for one, else itself. False where the item has a value, or
 * none that the word may become.
 */
export function setText(
  up: Upgrade,
  { to = '', also = [], words = '' }: R2Leaf,
  rows: readonly number[],
  text: string,
  element: XmlElement | undefined,
): boolean {
  const flavors = up.map.codes.words[words]?.[text.toUpperCase()];
  if (!flavors) return [to, ...also].map((item) => up.set(item, rows, text))[0] ?? false;
  const allowed = meaningOf(up.map, to, words, text.toUpperCase());
  if (!allowed) return flavors.length > 0 && up.set(to, rows, text);
  if (!up.set(to, rows, null, allowed)) return false;
  if (element) up.note('toNullFlavor', to, rows, element, [text, allowed]);
  return true;
}

/** The code of the item that a text is in another case, such as `us` of a country; else the text. */
export function codeInCapitals({ labelsOf }: R2Map, to: string, text: string): string {
  const codes = labelsOf(to);
  const capitals = text.toUpperCase();
  return !Object.hasOwn(codes, text) && Object.hasOwn(codes, capitals) ? capitals : text;
}

export const textUp: UpRule = (up, leaf, place) => {
  const { element: name, to = '', every, once, empty, missing } = leaf;
  const [first, ...others] = up.children(place, name).filter((one) => textOf(one) !== '');
  for (const other of others) up.refuse(other, 'second');
  const written = textOf(first);
  if (written === '') {
    if (empty) up.set(to, place.rows, null, empty);
    else if (missing) up.set(to, place.rows, missing);
    return;
  }
  const text = codeInCapitals(up.map, to, written);
  if (text !== written) up.note('otherSpelling', to, every ? [] : place.rows, first, [written, text]);
  if (every) return toEvery(up, leaf, first, (rows) => up.set(to, rows, text));
  if (up.map.sharedItems.has(to)) {
    up.append(to, place.rows, text, '; ');
    return up.use(first);
  }
  if (setText(up, leaf, rowFor(up, leaf, place), text, first)) up.use(first);
  else if (once && up.value(to, place.rows) === text) up.use(first);
  else up.refuse(first, up.has(to, place.rows) ? 'second' : 'notUnderstood');
};

/** Sets an item in every row of a group, once all rows are known. */
export function toEvery(
  up: Upgrade,
  { every = '', to = '' }: R2Leaf,
  element: XmlElement | undefined,
  set: (rows: readonly number[]) => boolean,
): void {
  up.use(element);
  up.later(() => {
    const numbers = up.rowsOf(every);
    if (numbers.length === 0) return up.refuse(element, 'notUnderstood');
    for (const number of numbers) set([number]);
    if (numbers.length > 1 && element)
      up.note('copiedToEvery', to, [], element, [textOf(element), String(numbers.length)]);
  });
}

export const textDown: DownRule = (down, leaf, place) => {
  const { to = '', also = [], every, newRow, once, missing } = leaf;
  if (every) return firstOf(down, leaf, place, down.rowsIn(every, []));
  if (once && !isFirstOccurrence(down, place)) return undefined;
  if (newRow) {
    const texts = down
      .rowsIn(newRow, place.rows)
      .map((rows) => ({ rows, text: wordOf(down, leaf, down.take(to, rows)) }))
      .filter(({ text }) => text !== '');
    const [one, ...others] = texts;
    if (one && others.length === 0) return fitted(down, leaf, { ...place, rows: one.rows }, one.text);
    const joined = texts.map(({ text }) => text).join('; ');
    for (const { rows, text } of texts) down.lose('joined', to, rows, place, [text, joined]);
    return fitted(down, leaf, place, joined);
  }
  const value = down.take(to, place.rows);
  for (const item of also)
    if (down.peek(item, place.rows)?.value === value?.value) down.take(item, place.rows);
  const text = wordOf(down, leaf, value);
  return text === missing ? undefined : fitted(down, leaf, place, text);
};

/** Some values of R3 are in the first occurrence of a repeated block. */
export const isFirstOccurrence = (down: Downgrade, { block, rows }: OutPlace): boolean => {
  const all = down.rowsIn(block.row ?? '', []);
  const first =
    all.find((path) => down.peek(block.first?.item, path)?.value === block.first?.value) ?? all[0];
  return first?.[0] === rows[0];
};

/** The text of a value, or the word for its null flavor; a null flavor without a word, or with that of another one, is lost. */
export function wordOf(
  down: Downgrade,
  { words = '', to = '' }: R2Leaf,
  value: CaseValue | undefined,
): string {
  if (value?.value) return value.value;
  if (!value?.nullFlavor) return '';
  const { nullFlavor } = value;
  const known = Object.entries(down.map.codes.words[words] ?? {});
  const word =
    known.find(([, flavors]) => flavors.includes(nullFlavor))?.[0] ??
    known.find(([, flavors]) => nullFlavor !== 'MSK' && flavors.includes('UNK'))?.[0];
  const rows = [value.rowNo, value.rowNo2, value.rowNo3];
  if (word === undefined) down.lose('noPlace', to, rows, null, [nullFlavor, '']);
  else if (meaningOf(down.map, to, words, word) !== nullFlavor)
    down.lose('reducedCode', to, rows, null, [nullFlavor, word]);
  return word ?? '';
}

/** The null flavor that the item has of a word; undefined: none. */
const meaningOf = (
  { codes, catalogue }: R2Map,
  to: string,
  words: string,
  word: string,
): string | undefined =>
  codes.words[words]?.[word]?.find((one) => catalogue.items[to]?.nullFlavors.includes(one));

function firstOf(
  down: Downgrade,
  leaf: R2Leaf,
  place: OutPlace,
  paths: readonly (readonly number[])[],
): string {
  const { to = '' } = leaf;
  const texts = paths.map((path) => ({ path, text: down.text(to, path) })).filter(({ text }) => text !== '');
  const [first] = texts;
  if (!first) return '';
  for (const { path, text } of texts)
    if (text !== first.text) down.lose('onlyFirst', to, path, place, [text, first.text]);
  return fitted(down, leaf, { ...place, rows: first.path }, first.text);
}

export const constantUp: UpRule = (up, { element: name, accepts = [] }, place) => {
  for (const element of up.children(place, name)) {
    const text = textOf(element);
    up.use(element);
    if (text !== '' && !accepts.includes(text)) up.note('unusualVersion', '', [], element, [text, '']);
  }
};

export const constantDown: DownRule = (_down, { constant }) => constant;

/** No item of R3 has it. */
export const keepUp: UpRule = (up, { element: name, why }, place) => {
  for (const element of up.children(place, name))
    if (!up.isUsed(element)) up.refuse(element, why === 'derivedTerm' ? 'derivedTerm' : 'noItem');
};

const NUMBER = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/;
/** A comma before three digits: `150,000` are a hundred and fifty, or thousands; `0,125` and `1234,567` mean one thing. */
const AMBIGUOUS = /^[+-]?[1-9]\d{0,2},\d{3}$/;

/** A number as R3 writes it; null for what is none, or may be either of two. */
export function plainNumber(text: string): string | null {
  const bare = text.replaceAll(' ', '');
  return NUMBER.test(bare) && !AMBIGUOUS.test(bare) ? bare.replace(',', '.') : null;
}

/** Notes a number that R3 spells otherwise than its sender. */
export function noteNumber(
  up: Upgrade,
  to: string,
  rows: readonly number[],
  element: XmlElement | undefined,
  number: string,
): void {
  const text = textOf(element);
  if (number !== text) up.note('otherSpelling', to, rows, element, [text, number]);
}

const WITH_UNIT = /^(.*\d)\s*([a-z]+)$/i;

/** A number that may have its unit behind it (`70 kg`), in the unit of the item; null where that is not exact. */
function numberOfItem({ catalogue }: R2Map, to: string, text: string): string | null {
  const [, written = text, stated] = WITH_UNIT.exec(text) ?? [];
  const number = plainNumber(written);
  if (number === null || stated === undefined) return number;
  const unit = catalogue.items[to]?.e2b.find((slot) => slot.unit !== undefined)?.unit;
  return unit === undefined ? null : convertUnit(number, stated.toLowerCase(), unit);
}

export const numberUp: UpRule = (up, { element: name, to = '' }, place) => {
  const element = up.child(place, name);
  const text = textOf(element);
  if (text === '') return;
  const number = numberOfItem(up.map, to, text);
  if (number === null || !up.set(to, place.rows, number)) return up.refuse(element, 'notUnderstood');
  up.use(element);
  noteNumber(up, to, place.rows, element, number);
};

export const numberDown: DownRule = (down, leaf, place) =>
  fittedNumber(down, leaf, place, wordOf(down, leaf, down.take(leaf.to, place.rows)));

export const narrativeUp: UpRule = (up, { element: name, to = '' }, place) => {
  for (const element of up.children(place, name)) {
    const text = textOf(element);
    if (text === '') continue;
    up.append(to, place.rows, text, '\n');
    up.use(element);
  }
};

/** The lines of other texts are added when the whole message is written. */
export const narrativeDown: DownRule = (down, { to, items = {}, heading = '' }, place) => {
  const group = down.map.catalogue.items[items['summary'] ?? '']?.groups[0] ?? '';
  for (const rows of down.rowsIn(group, [])) {
    const text = down.text(items['summary'], rows);
    if (text === '') continue;
    const language = down.text(items['language'], rows);
    const words = `${language ? `(${language}) ` : ''}${text}`;
    down.headed(heading, `: ${words}`);
    down.lose('toNarrative', items['summary'] ?? '', rows, place, [words, '']);
  }
  return down.text(to, place.rows);
};
