/** Tests and their results, and the age of a parent. */
import { fitted, fittedNumber, type DownRule } from '../downgrade.ts';
import { textOf, type UpRule } from '../upgrade.ts';
import { ucumOf } from '../ucum.ts';
import { CODE } from './terms.ts';
import { noteNumber, plainNumber, wordOf } from './texts.ts';

const CODED = /^(\d{8})(?: \((.+)\))?$/;

/** Eight digits are a code, in the MedDRA version of the events if none is given. */
export const testNameUp: UpRule = (up, { element: name, to = '', items = {} }, place) => {
  const element = up.child(place, name);
  const text = textOf(element);
  if (text === '') return;
  up.use(element);
  const [, code, stated] = CODED.exec(text) ?? [];
  if (code === undefined) return void up.set(to, place.rows, text);
  up.set(items['code'] ?? '', place.rows, code);
  const version = stated ?? up.values.find(({ itemId }) => itemId === items['caseVersion'])?.value;
  if (version) up.set(items['version'] ?? '', place.rows, version);
};

export const testNameDown: DownRule = (down, leaf, place) => {
  const { to = '', items = {} } = leaf;
  const code = down.take(items['code'], place.rows)?.value;
  const text = down.text(to, place.rows);
  if (!code) return fitted(down, leaf, place, text);
  const version = CODE.test(code) ? down.text(items['version'], place.rows) : '';
  if (text !== '') down.lose('onlyFirst', to, place.rows, place, [text, code]);
  return version === '' ? code : `${code} (${version})`;
};

const RESULT = /^(<=|>=|<|>|≤|≥|=)?\s*([+-]?\d+(?:[.,]\d+)?)$/;
const OPERATORS: Record<string, string> = { '≤': '<=', '≥': '>=', '=': '' };

export const testResultUp: UpRule = (up, leaf, place) => {
  const { element: name, to = '', unit = '', items = {}, results = {} } = leaf;
  const [element, unitElement] = [up.child(place, name), up.child(place, unit)];
  const [text, stated] = [textOf(element), textOf(unitElement)];
  if (text === '' && stated === '') return;
  const { rows } = place;
  const [, sign = '', figure] = RESULT.exec(text) ?? [];
  const number = figure === undefined ? null : plainNumber(figure);
  const code = stated === '' ? '' : ucumOf(stated, up.map);
  const word = Object.entries(results).find(([known]) => known.toLowerCase() === text.toLowerCase())?.[1];
  up.use(element, unitElement);
  if ((number !== null || word !== undefined || text === '') && code !== null) {
    if (number !== null) {
      const result = (OPERATORS[sign] ?? sign) + number;
      up.set(to, rows, result);
      noteNumber(up, to, rows, element, result);
    } else if (word !== undefined) up.set(items['word'] ?? '', rows, word);
    if (code !== '') up.set(items['unit'] ?? '', rows, code);
    if (code !== stated) up.note('otherSpelling', items['unit'] ?? '', rows, unitElement, [stated, code]);
  } else {
    const words = `${text} ${stated}`.trim();
    up.set(items['text'] ?? '', rows, words);
    if (figure !== undefined) up.note('toText', items['text'] ?? '', rows, element, [words, words]);
  }
};

/** A number as R3 writes it; a limit in words, or one that may be either of two numbers, stays as it is, for a person to see and correct. */
export const testLimitUp: UpRule = (up, leaf, place) => {
  const { element: name, to = '' } = leaf;
  const element = up.child(place, name);
  const text = textOf(element);
  if (text === '') return;
  const written = plainNumber(text) ?? text;
  if (!up.set(to, place.rows, written)) return up.refuse(element, 'second');
  up.use(element);
  noteNumber(up, to, place.rows, element, written);
};

export const testLimitDown: DownRule = (down, leaf, place) => {
  const text = wordOf(down, leaf, down.take(leaf.to, place.rows));
  if (plainNumber(text) === null) return fitted(down, leaf, place, text);
  return fittedNumber(down, leaf, place, text);
};

export const testResultDown: DownRule = (down, leaf, place) => {
  const { to = '', unit = '', items = {}, results = {} } = leaf;
  const { rows } = place;
  const stated = down.text(items['unit'], rows);
  if (stated !== '')
    place.parts.set(
      unit,
      fitted(down, { ...(down.map.leaves.get(unit) ?? leaf), to: items['unit'] }, place, stated),
    );
  const word = down.text(items['word'], rows);
  const parts = [
    [items['word'], Object.entries(results).find(([, code]) => code === word)?.[0] ?? word],
    [to, wordOf(down, leaf, down.take(to, rows))],
    [items['text'], down.text(items['text'], rows)],
  ].filter(([, text]) => text);
  const joined = parts.map(([, text]) => text).join('; ');
  // a unit beside words is one of them
  if (parts.length > 1 || (stated !== '' && parts[0]?.[0] === items['text']))
    for (const [item = '', text = ''] of [...parts, ...(stated === '' ? [] : [[items['unit'], stated]])])
      down.lose('joined', item, rows, place, [text, `${joined} ${stated}`.trim()]);
  // what is cut is the end
  return fitted(down, { ...leaf, to: parts.at(-1)?.[0] ?? to }, place, joined);
};

/** A text about all tests is a test without a name. */
export const testCommentsUp: UpRule = (
  up,
  { element: name, to = '', items = {}, nullFlavor = 'NA' },
  place,
) => {
  const element = up.child(place, name);
  const text = textOf(element);
  if (text === '') return;
  up.use(element);
  up.later(() => {
    const rows = up.nextRow(up.map.catalogue.items[to]?.groups[0] ?? '', []);
    up.set(items['code'] ?? '', rows, null, nullFlavor);
    up.set(to, rows, text);
  });
};

export const testCommentsDown: DownRule = (down, leaf, place) => {
  const { to = '', items = {}, nullFlavor } = leaf;
  const tests = down.rowsIn(down.map.catalogue.items[to]?.groups[0] ?? '', []);
  const comments = tests.flatMap((rows) => {
    const text = down.text(to, rows);
    if (down.peek(items['code'], rows)?.nullFlavor === nullFlavor) down.take(items['code'], rows);
    if (text === '') return [];
    const [test, day] = [items['name'], items['date']].map((item) => down.peek(item, rows)?.value ?? '');
    const code = down.peek(items['code'], rows)?.value ?? '';
    const title = [test || code, day && `(${day})`].filter(Boolean).join(' ');
    return [{ rows, text, words: title === '' ? text : `TEST ${title} : ${text}` }];
  });
  const joined = comments.map(({ words }) => words).join('; ');
  for (const { rows, text } of comments)
    if (text !== joined) down.lose('joined', to, rows, place, [text, joined]);
  return fitted(down, leaf, place, joined);
};

/** R2 knows years alone. */
export const parentAgeDown: DownRule = (down, leaf, place) => {
  const { to = '', items = {}, elements = {}, unit, perYear = {} } = leaf;
  const text = down.text(to, place.rows);
  const stated = down.peek(items['unit'], place.rows)?.value;
  const share = perYear[stated ?? ''];
  if (text === '' || stated === unit || share === undefined) return fittedNumber(down, leaf, place, text);
  down.take(items['unit'], place.rows);
  const years = String(Math.floor(Number(text) / share));
  down.lose('otherSpelling', to, place.rows, place, [`${text} ${stated}`, `${years} ${unit}`]);
  place.parts.set(elements['unit'] ?? '', leaf.constant ?? '');
  return years;
};
