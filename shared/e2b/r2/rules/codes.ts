/** Codes that have another code in R3, and yes or no. */
import type { R2Leaf, R2Table } from '../../../../schemas/e2b/r2.types.ts';
import type { CaseValue } from '../../../case/caseContent.ts';
import { fitted, type Downgrade, type DownRule, type OutPlace } from '../downgrade.ts';
import { textOf, type Upgrade, type UpRule } from '../upgrade.ts';
import { isFirstOccurrence, toEvery } from './texts.ts';

interface Meaning {
  value: string | null;
  nullFlavor: string | null;
  /** what a note says of it; null: it is the code of the standard */
  noted: 'reducedCode' | 'otherSpelling' | null;
}

const tableOf = (map: Upgrade['map'], { table = '' }: R2Leaf): R2Table =>
  map.codes.tables[table] ?? { codes: {} };

/** What a code means in R3; undefined for one that the table does not have. Zeros in front do not count. */
export function meaningOf(
  { codes, read = {}, spelled = {}, anyCase }: R2Table,
  text: string,
): Meaning | undefined {
  const lower = text.toLowerCase();
  const word = Object.hasOwn(spelled, lower) ? spelled[lower] : undefined;
  const bare = text.replace(/^0+(?=.)/, '');
  const code = [word ?? (anyCase ? lower : text), bare, bare.padStart(3, '0')].find(
    (one) => Object.hasOwn(codes, one) || Object.hasOwn(read, one),
  );
  if (code === undefined) return undefined;
  const found = codes[code] ?? read[code] ?? '';
  const notedOfCode = Object.hasOwn(codes, code) ? null : 'reducedCode';
  const noted = word === undefined ? notedOfCode : 'otherSpelling';
  return typeof found === 'string'
    ? { value: found, nullFlavor: null, noted }
    : { value: null, nullFlavor: found.nullFlavor, noted };
}

/** What an empty element means: a null flavor of the item, or one of its values. */
function emptyMeaning(up: Upgrade, to: string, { empty }: R2Table): Meaning | undefined {
  if (empty === undefined) return undefined;
  const isFlavor = up.map.catalogue.items[to]?.nullFlavors.includes(empty) ?? false;
  return isFlavor
    ? { value: null, nullFlavor: empty, noted: null }
    : { value: empty, nullFlavor: null, noted: null };
}

export const codeUp: UpRule = (up, leaf, place) => {
  const { element: name, to = '', every, once, keeps = {}, beside } = leaf;
  const table = tableOf(up.map, leaf);
  const element = up.child(place, name);
  const text = textOf(element);
  const isWithout = table.emptyWith === true && up.text(place, beside) === '';
  const meaning =
    text === '' ? (isWithout ? undefined : emptyMeaning(up, to, table)) : meaningOf(table, text);
  if (!meaning) return up.refuse(text === '' ? undefined : element, 'notUnderstood');
  const { value, nullFlavor, noted } = meaning;
  const note = (rows: readonly number[]): void => {
    if (noted && text !== '') up.note(noted, to, rows, element, [text, value ?? nullFlavor ?? '']);
  };
  if (every) {
    note([]);
    return toEvery(up, leaf, text === '' ? undefined : element, (rows) =>
      up.set(to, rows, value, nullFlavor),
    );
  }
  const isSet = up.set(to, place.rows, value, nullFlavor);
  if (text === '') {
    if (isSet && value !== null) up.note('madeUp', to, place.rows, place.element, ['', value]);
    return;
  }
  if (!isSet && !(once && up.value(to, place.rows) === value)) return up.refuse(element, 'second');
  up.use(element);
  for (const [item, code] of Object.entries(keeps[text] ?? {})) up.set(item, place.rows, code);
  note(place.rows);
};

export const codeDown: DownRule = (down, leaf, place) => {
  const { to = '', every, once, constant } = leaf;
  if (every) return gathered(down, leaf, place);
  if (once && !isFirstOccurrence(down, place)) return undefined;
  return codeOf(down, leaf, place, down.take(to, place.rows)) ?? constant;
};

/** The R2 code of a value; a value without one is lost. */
export function codeOf(
  down: Downgrade,
  leaf: R2Leaf,
  place: OutPlace,
  value: CaseValue | undefined,
): string | undefined {
  const { codes, down: others = {}, silent = [], empty } = tableOf(down.map, leaf);
  const given = value?.value || value?.nullFlavor;
  if (!value || !given) return undefined;
  const code = Object.entries(codes).find(([, meaning]) =>
    value.value ? meaning === value.value : typeof meaning === 'object' && meaning.nullFlavor === given,
  )?.[0];
  const isSilent = !value.value && silent.includes(given);
  if (code !== undefined && !isSilent) return code;
  if (given === empty) return undefined;
  const other = others[given];
  down.lose(other === undefined ? 'noCode' : 'reducedCode', leaf.to ?? '', place.rows, place, [
    given,
    other ?? '',
  ]);
  return other;
}

/** `any`: yes where one row says so, else no if a row has an answer, as which a null flavor counts; `all`: no only where all rows say no. */
function gathered(down: Downgrade, leaf: R2Leaf, place: OutPlace): string | undefined {
  const { every = '', to = '', gather } = leaf;
  const paths = down.rowsIn(every, []);
  const values = paths.map((path) => down.take(to, path));
  const yes = values.find((value) => value?.value === 'true');
  if (yes) {
    const others = values.filter((value) => value?.value !== 'true').length;
    if (others > 0)
      down.lose('onlyFirst', to, [], place, [`${values.length - others}/${values.length}`, '1']);
    return codeOf(down, leaf, place, yes);
  }
  if (gather === 'any') return values.some(isAnswered) ? '2' : undefined;
  const isNo = values.length > 0 && values.every((value) => value?.value === 'false');
  if (!isNo && values.some((value) => value?.value === 'false'))
    down.lose('onlyFirst', to, [], place, ['false', '']);
  return isNo ? '2' : undefined;
}

const isAnswered = (value: CaseValue | undefined): boolean => Boolean(value?.value ?? value?.nullFlavor);

/** Whether the case is serious: not an item of R3, which asks for each criterion of each event. */
export const anySeriousUp: UpRule = (up, { element: name, criteria = [], elements = {} }, place) => {
  const element = up.child(place, name);
  const text = textOf(element);
  if (text !== '' && text !== '1' && text !== '2') return up.refuse(element, 'notUnderstood');
  const isAssessed = [name, ...Object.values(elements)].some((one) => up.text(place, one) !== '');
  const [criterion = ''] = criteria;
  if (text !== '') up.use(element);
  // after the criteria were copied to the events
  up.later(() =>
    up.later(() => {
      const values = up.values.filter(({ itemId }) => criteria.includes(itemId));
      const made = values.find(({ nullFlavor }) => nullFlavor !== null)?.nullFlavor;
      // the standard has an event that nobody has assessed be not serious
      if (!isAssessed && made) up.note('madeUp', criterion, [], place.element, ['', made]);
      const hasCriterion = values.some(({ value }) => value === 'true');
      if (text === '' || hasCriterion === (text === '1')) return;
      up.refuse(element, 'noItem');
      if (!hasCriterion) up.note('seriousWithoutCriterion', criterion, [], element, [text, '']);
    }),
  );
};

export const anySeriousDown: DownRule = (down, { criteria = [] }) => {
  const group = down.map.catalogue.items[criteria[0] ?? '']?.groups[0] ?? '';
  const answers = down
    .rowsIn(group, [])
    .flatMap((path) => criteria.map((item) => down.peek(item, path)))
    .filter(isAnswered);
  // nothing is known of what nobody has assessed; "no" would be the mildest answer
  if (answers.length === 0) return undefined;
  return answers.some((answer) => answer?.value === 'true') ? '1' : '2';
};

export const nullificationDown: DownRule = (down, leaf, place) => {
  const { to = '', items = {}, heading = '' } = leaf;
  const kind = down.take(to, place.rows);
  const code = kind?.value && codeOf(down, { ...leaf, table: leaf.table ?? '' }, place, kind);
  if (kind?.value && code === undefined) {
    const reason = down.text(items['reason'], place.rows);
    down.headed(heading, `: Amendment : ${reason}`);
    if (reason !== '') down.lose('toNarrative', items['reason'] ?? '', place.rows, place, [reason, '']);
  }
  return code || undefined;
};

export const nullificationReasonDown: DownRule = (down, leaf, place) => {
  const { to, items = {} } = leaf;
  const kind = down.peek(items['kind'], place.rows)?.value;
  const isWritten = !kind || Object.values(tableOf(down.map, leaf).codes).includes(kind);
  return isWritten ? fitted(down, leaf, place, down.text(to, place.rows)) : undefined;
};
