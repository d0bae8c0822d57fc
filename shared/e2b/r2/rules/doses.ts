/** Doses, dosage forms and routes. */
import { isR2Block, type R2Leaf } from '../../../../schemas/e2b/r2.types.ts';
import { fitted, fittedNumber, type Downgrade, type DownRule } from '../downgrade.ts';
import { textOf, type UpRule } from '../upgrade.ts';
import { meaningOf } from './codes.ts';
import { noteNumber, plainNumber } from './texts.ts';

/** R3 gives the dose of an interval: number times separate doses. */
export const doseUp: UpRule = (
  up,
  { element: name, to = '', elements = {}, items = {}, table = '' },
  place,
) => {
  const [element, unitElement, separateElement] = [name, elements['unit'], elements['separate']].map((one) =>
    up.child(place, one),
  );
  const [text = '', unit = '', separate = ''] = [element, unitElement, separateElement].map(textOf);
  const { rows } = place;
  const number = text === '' ? '' : plainNumber(text);
  const stated = separate === '' ? '1' : plainNumber(separate);
  // senders write 0 for what they do not know, and it is no dose of nothing
  const times = Number(stated) > 0 ? stated : null;
  if (number === null) up.refuse(element, 'notUnderstood');
  const dose = number && times !== null ? product(number, times) : number;
  if (dose) {
    up.set(to, rows, dose);
    up.use(element);
    if (Number(times) === 1) noteNumber(up, to, rows, element, dose);
  }
  if (number && times !== null && separate !== '') {
    up.use(separateElement);
    if (Number(times) !== 1) {
      up.note('doseMultiplied', to, rows, separateElement, [
        `${separate} × ${text} ${unit}`.trim(),
        dose ?? '',
      ]);
      keepWords(up, place, items, `${separate} × ${text} ${nameOf(up.map.codes.tables[table], unit)}`);
    }
  } else if (separate !== '') up.refuse(separateElement, 'notUnderstood');
  if (unit === '') return;
  const meaning = meaningOf(up.map.codes.tables[table] ?? { codes: {} }, unit);
  if (!meaning?.value || !up.set(items['unit'] ?? '', rows, meaning.value))
    return up.refuse(unitElement, 'notUnderstood');
  up.use(unitElement);
};

/** The number of separate doses stays in words where the sender has none. */
function keepWords(
  up: Parameters<UpRule>[0],
  place: Parameters<UpRule>[2],
  items: Record<string, string>,
  words: string,
): void {
  up.later(() => {
    up.set(items['text'] ?? '', place.rows, words.trim());
  });
}

const nameOf = (table: Parameters<typeof meaningOf>[0] | undefined, unit: string): string =>
  (table && meaningOf(table, unit)?.value) ?? unit;

/** Exact, as decimal numbers are. */
function product(a: string, b: string): string {
  const [x, y] = [a, b].map(scaled) as [Scaled, Scaled];
  const digits = (x.digits * y.digits).toString();
  const scale = x.scale + y.scale;
  if (scale === 0) return digits;
  const padded = digits.padStart(scale + 1, '0');
  return `${padded.slice(0, -scale)}.${padded.slice(-scale)}`.replace(/\.?0+$/, '');
}

interface Scaled {
  digits: bigint;
  scale: number;
}

function scaled(text: string): Scaled {
  const [whole = '', fraction = ''] = text.replace('+', '').split('.');
  return { digits: BigInt(`${whole}${fraction}` || '0'), scale: fraction.length };
}

export const doseDown: DownRule = (down, leaf, place) => {
  const { to = '', elements = {}, items = {} } = leaf;
  const dose = down.text(to, place.rows);
  const unit = down.take(items['unit'], place.rows);
  const code = unitCode(down, leaf, place, unit?.value ?? '');
  const isKnown = !unit?.value || code !== undefined;
  const written = isKnown ? fittedNumber(down, leaf, place, dose) : undefined;
  if (written === undefined) {
    const words = `${dose} ${unit?.value ?? ''}`.trim();
    place.dosageWords.push(words);
    if (!isKnown) down.lose('toText', to, place.rows, place, [words, words]);
    return undefined;
  }
  if (code !== undefined) place.parts.set(elements['unit'] ?? '', code);
  return written;
};

const unitCode: (
  down: Parameters<DownRule>[0],
  leaf: Parameters<DownRule>[1],
  place: Parameters<DownRule>[2],
  unit: string,
) => string | undefined = (down, { table = '' }, _place, unit) =>
  Object.entries(down.map.codes.tables[table]?.codes ?? {}).find(([, value]) => value === unit)?.[0];

export const doseIntervalUp: UpRule = (
  up,
  { element: name, to = '', elements = {}, items = {}, table = '' },
  place,
) => {
  const [element, unitElement] = [up.child(place, name), up.child(place, elements['unit'])];
  const [text, unit] = [textOf(element), textOf(unitElement)];
  const number = plainNumber(text);
  if (text !== '') {
    if (number === null || !up.set(to, place.rows, number)) up.refuse(element, 'notUnderstood');
    else {
      up.use(element);
      noteNumber(up, to, place.rows, element, number);
    }
  }
  if (unit === '') return;
  const meaning = meaningOf(up.map.codes.tables[table] ?? { codes: {} }, unit);
  if (!meaning?.value || !up.set(items['unit'] ?? '', place.rows, meaning.value))
    return up.refuse(unitElement, 'notUnderstood');
  up.use(unitElement);
};

export const doseIntervalDown: DownRule = (down, leaf, place) => {
  const { to = '', elements = {}, items = {}, length = 3, unitWords = {} } = leaf;
  const number = down.text(to, place.rows);
  const unit = down.text(items['unit'], place.rows);
  const code = unitCode(down, leaf, place, unit);
  const isPlain = number.length <= length && (unit === '' || code !== undefined);
  if (isPlain) {
    if (code !== undefined) place.parts.set(elements['unit'] ?? '', code);
    return number;
  }
  const words = unitWords[unit] ?? `Time Interval: ${number} ${unit}`.trim();
  place.dosageWords.push(words);
  down.lose('toText', to, place.rows, place, [`${number} ${unit}`.trim(), words]);
  return undefined;
};

/** Also says the routes that R2 has no code for: beside the dosage, or each dosage would be a drug of its own. */
export const dosageTextDown: DownRule = (down, leaf, place) => {
  const routes = place.block.content.flatMap((one) =>
    isR2Block(one) || one.rule !== 'route' ? [] : routeOf(down, one, place.rows),
  );
  const words = routes.flatMap(({ number, label, text }) =>
    number === undefined ? `${label}: ${text}` : [],
  );
  return fitted(
    down,
    leaf,
    place,
    [down.text(leaf.to, place.rows), ...place.dosageWords, ...words].filter(Boolean).join('; '),
  );
};

export const dosageFormDown: DownRule = (down, leaf, place) => {
  const { to, items = {} } = leaf;
  const text = down.text(to, place.rows);
  const code = down.text(items['code'], place.rows);
  const version = code === '' ? '' : down.text(items['version'], place.rows);
  const coded = code === '' ? '' : `${code}${version === '' ? '' : ` (${version})`}`;
  if (coded !== '')
    down.lose(text === '' ? 'toText' : 'onlyFirst', items['code'] ?? '', place.rows, place, [
      coded,
      text || coded,
    ]);
  return fitted(down, leaf, place, text || coded);
};

/** One of the 67 routes of R2: a code of EDQM where it has the same one, else its name. */
export const routeUp: UpRule = (up, { element: name, to = '', items = {} }, place) => {
  const element = up.child(place, name);
  const text = textOf(element);
  if (text === '') return;
  const { routes } = up.map.codes;
  const number = [text, text.padStart(3, '0')].find((one) => Object.hasOwn(routes, one));
  const route = number === undefined ? undefined : routes[number];
  up.use(element);
  if (route?.code) return void up.set(items['code'] ?? '', place.rows, route.code);
  up.set(to, place.rows, route?.name ?? text);
  if (!route) up.note('toText', to, place.rows, element, [text, text]);
};

/** The number that R2 has for a route; without one, its words. */
interface Route {
  number?: string | undefined;
  label: string;
  text: string;
}

/** The route of a dosage; none where nothing is said of it. */
function routeOf(
  down: Downgrade,
  { to = '', items = {}, label = '' }: R2Leaf,
  rows: readonly number[],
): Route | [] {
  const [code, version, text] = [items['code'], items['version'], to].map(
    (item) => down.peek(item, rows)?.value ?? '',
  );
  const words = [code, code && version && `(${version})`, text].filter(Boolean).join(' ');
  if (words === '') return [];
  const number = Object.entries(down.map.codes.routes).find(
    ([known, route]) =>
      (code !== '' && (route.code === code || known === code)) ||
      (code === '' && text !== '' && route.name.toLowerCase() === text?.toLowerCase()),
  )?.[0];
  return { number, label, text: words };
}

export const routeDown: DownRule = (down, leaf, place) => {
  const { to = '', items = {} } = leaf;
  const { otherRoute } = down.map.codes;
  const [route] = [routeOf(down, leaf, place.rows)].flat();
  const [code, text] = [down.text(items['code'], place.rows), down.text(to, place.rows)];
  if (!route) return undefined;
  if (route.number !== undefined) {
    if (code !== '' && text !== '') down.lose('onlyFirst', to, place.rows, place, [text, code]);
    return route.number;
  }
  if (code !== '') down.text(items['version'], place.rows);
  const item = code === '' ? to : (items['code'] ?? '');
  down.lose('toText', item, place.rows, place, [route.text, otherRoute]);
  return otherRoute;
};
