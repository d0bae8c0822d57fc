/** What R3 says of a drug and an event together: recurrence, time to onset, assessments. */
import type { R2Leaf } from '../../../../schemas/e2b/r2.types.ts';
import { fitted, fittedNumber, type Downgrade, type DownRule, type OutPlace } from '../downgrade.ts';
import type { XmlElement } from '../../xmlTree.ts';
import { hasContent, textOf, type Place, type Upgrade, type UpRule } from '../upgrade.ts';
import { codeOf, meaningOf } from './codes.ts';
import { noteNumber, plainNumber } from './texts.ts';

const folded = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();

const eventsOf = (up: Upgrade, code: string): number[] =>
  up.rowsOf(up.map.catalogue.items[code]?.groups[0] ?? '');

/**
 * The event that a term names: by its code, its text, or the words of the reporter. R3 has the version of the event
 * alone; another one beside the name is noted.
 */
function eventNamed(
  up: Upgrade,
  items: Record<string, string>,
  term: XmlElement | undefined,
  versionElement: XmlElement | undefined,
): number | undefined {
  const [text, stated] = [textOf(term), textOf(versionElement)];
  const wanted = folded(text);
  if (wanted === '') return undefined;
  const { code = '', version = '', verbatim, translation } = items;
  const found = up.ports.codeOf(text, stated);
  const event = eventsOf(up, code).find((row) => {
    const known = up.value(code, [row]);
    const names = [
      known,
      up.terms.get(`${code}|${row}`),
      up.value(verbatim, [row]),
      up.value(translation, [row]),
    ];
    return names.some((one) => one && folded(one) === wanted) || (found !== null && known === found);
  });
  if (event === undefined || stated === '') return event;
  const known = up.value(version, [event]) ?? '';
  if (known !== stated) up.note('onlyFirst', version, [event], versionElement, [stated, known]);
  return event;
}

/** The name of an event, with the version of its dictionary if one is given. */
const nameOf = (term: XmlElement | undefined, version: XmlElement | undefined): string =>
  [textOf(term), textOf(version) && `(${textOf(version)})`].filter(Boolean).join(' ');

export const recurrenceUp: UpRule = (up, leaf, place) => {
  const { element: name, to = '', table = '', named = '', elements = {}, items = {} } = leaf;
  const element = up.child(place, name);
  const blocks = place.element.children.filter((child) => child.name === named && hasContent(child));
  const text = textOf(element);
  const meaning = text === '' ? undefined : meaningOf(up.map.codes.tables[table] ?? { codes: {} }, text);
  if (!meaning?.value) return up.refuse(text === '' ? undefined : element, 'notUnderstood');
  const { value } = meaning;
  const [drug = 0] = place.rows;
  up.use(element);
  up.later(() => {
    const events = blocks.length === 0 ? eventsOf(up, items['code'] ?? '') : [];
    for (const block of blocks) {
      const inside: Place = { ...place, element: block };
      const [term, version] = [elements['term'], elements['version']].map((one) => up.child(inside, one));
      const event = eventNamed(up, items, term, version);
      up.use(term, version);
      if (event !== undefined) events.push(event);
      else toMore(up, items, drug, term, `${text}: ${nameOf(term, version)}`);
    }
    const isAny = events.map((event) => up.set(to, [drug, event], value)).some(Boolean);
    if (!isAny && blocks.length === 0) return up.refuse(element, 'notUnderstood');
    if (blocks.length === 0 && events.length > 1)
      up.note('pairsOfAll', to, [drug], element, [text, String(events.length)]);
  });
};

/** What belongs to no event goes to the additional information on the drug. */
function toMore(
  up: Upgrade,
  { more = '' }: Record<string, string>,
  drug: number,
  element: Place['element'] | undefined,
  text: string,
): void {
  up.append(more, [drug], text, '; ');
  up.note('toAdditionalInformation', more, [drug], element, [text, text]);
}

export const recurrenceDown: DownRule = (down, leaf, place) => {
  const { to = '', named = '', elements = {}, items = {} } = leaf;
  const pairs = down.rowsIn(groupOf(down, to), place.rows).map((path) => ({
    path,
    value: down.take(to, path),
  }));
  const codes = new Set(Object.values(down.map.codes.tables[leaf.table ?? '']?.codes ?? {}));
  const known = pairs.filter(({ value }) => value?.value && codes.has(value.value));
  const written = known
    .map(({ value }) => value)
    .toSorted((a, b) => ((a?.value ?? '') < (b?.value ?? '') ? -1 : 1))[0];
  for (const { path, value } of pairs)
    if (value?.value && value.value !== written?.value)
      down.lose('onlyFirst', to, path, place, [value.value, written?.value ?? '']);
  if (!written) return undefined;
  const blocks = known
    .filter(({ value }) => value?.value === written.value)
    .map(({ path }) => {
      const { name, version } = eventNames(down, items, path);
      noteNamesake(down, items, name, { ...place, rows: path }, to);
      return { [elements['version'] ?? '']: version, [elements['term'] ?? '']: name };
    });
  place.pairs.set(named, blocks);
  return codeOf(down, leaf, place, written);
};

/** The inner group of an item of pairs. */
const groupOf = (down: Downgrade, itemId: string): string =>
  down.map.catalogue.items[itemId]?.groups[1] ?? '';

/** How a pair names its event: its code and version, else what the reporter called it. */
function eventNames(
  down: Downgrade,
  { code, version, verbatim, translation }: Record<string, string>,
  path: readonly number[],
): { name: string; version: string } {
  const event = path.slice(1, 2);
  const known = down.peek(code, event)?.value;
  if (known) return { name: known, version: down.peek(version, event)?.value ?? '' };
  return {
    name: down.peek(translation, event)?.value ?? down.peek(verbatim, event)?.value ?? '',
    version: '',
  };
}

/** A reader takes the first event that has the name for the one that is meant. */
function noteNamesake(
  down: Downgrade,
  { code = '', verbatim, translation }: Record<string, string>,
  name: string,
  place: OutPlace,
  itemId: string,
): void {
  const events = down.rowsIn(down.map.catalogue.items[code]?.groups[0] ?? '', []);
  const [first = 0] =
    events.find((event) =>
      [code, verbatim, translation].some(
        (item) => folded(down.peek(item, event)?.value ?? '') === folded(name),
      ),
    ) ?? [];
  if (first !== place.rows[1]) down.lose('sameName', itemId, place.rows, place, [name, String(first || '')]);
}

interface Interval {
  number: string;
  unit: string | null;
}

/** The interval of an element; null where there is none that R3 can say. */
function intervalAt(up: Upgrade, { element: name, unit, table = '' }: R2Leaf, place: Place): Interval | null {
  const [element, unitElement] = [up.child(place, name), up.child(place, unit)];
  const number = plainNumber(textOf(element));
  const code = textOf(unitElement);
  const meaning = code === '' ? null : meaningOf(up.map.codes.tables[table] ?? { codes: {} }, code);
  if (number === null || meaning === undefined) {
    for (const one of [element, unitElement])
      up.refuse(textOf(one) === '' ? undefined : one, 'notUnderstood');
    return null;
  }
  up.use(element, unitElement);
  return { number, unit: meaning?.value ?? null };
}

function setInterval(
  up: Upgrade,
  { to = '', unitTo = '' }: R2Leaf,
  pair: number[],
  { number, unit }: Interval,
): boolean {
  if (!up.set(to, pair, number)) return false;
  if (unit !== null) up.set(unitTo, pair, unit);
  return true;
}

/** The interval of an event holds for every suspect drug. */
export const reactionIntervalUp: UpRule = (up, leaf, place) => {
  const { element: name, to = '', suspects } = leaf;
  const interval = intervalAt(up, leaf, place);
  if (!interval) return;
  const [event = 0] = place.rows;
  const element = up.child(place, name);
  noteNumber(up, to, [0, event], element, interval.number);
  up.later(() => {
    const drugs = up.rowsOf(up.map.catalogue.items[to]?.groups[0] ?? '');
    const suspected = drugs.filter((drug) =>
      suspects?.values.includes(up.value(suspects.item, [drug]) ?? ''),
    );
    const drugsMeant = suspected.length > 0 ? suspected : drugs;
    for (const drug of drugsMeant) setInterval(up, leaf, [drug, event], interval);
    if (drugsMeant.length > 1)
      up.note('pairsOfAll', to, [0, event], element, [textOf(element), String(drugsMeant.length)]);
    if (drugsMeant.length > 0) return;
    for (const one of [element, up.child(place, leaf.unit)]) up.refuse(one, 'notUnderstood');
  });
};

/** The interval of a drug holds for every event that has none of its own. */
export const drugIntervalUp: UpRule = (up, leaf, place) => {
  const { element: name, to = '', unitTo } = leaf;
  const interval = intervalAt(up, leaf, place);
  if (!interval) return;
  const [drug = 0] = place.rows;
  const element = up.child(place, name);
  const unit = up.child(place, leaf.unit);
  noteNumber(up, to, [drug], element, interval.number);
  up.later(() => {
    const group = up.map.catalogue.groups[up.map.catalogue.items[to]?.groups[1] ?? ''];
    const events = up.rowsOf(group?.rowsOf ?? group?.group ?? '');
    const set = events.filter((event) => setInterval(up, leaf, [drug, event], interval));
    if (set.length > 1) up.note('pairsOfAll', to, [drug], element, [textOf(element), String(set.length)]);
    const other = events.find(
      (event) =>
        up.value(to, [drug, event]) !== interval.number || up.value(unitTo, [drug, event]) !== interval.unit,
    );
    if (other === undefined && events.length > 0) return;
    const present =
      other === undefined ? '' : `${up.value(to, [drug, other])} ${up.value(unitTo, [drug, other]) ?? ''}`;
    if (other !== undefined)
      up.note('intervalTwice', to, [drug, other], element, [
        `${textOf(element)} ${interval.unit ?? ''}`.trim(),
        present.trim(),
      ]);
    if (set.length > 0) return;
    for (const one of [element, unit]) up.refuse(one, 'second');
  });
};

export const drugIntervalDown: DownRule = (down, leaf, place) => {
  const { to = '', unit = '', unitTo } = leaf;
  const pairs = down
    .rowsIn(groupOf(down, to), place.rows)
    .filter((path) => down.peek(to, path)?.value)
    .map((path) => ({ path, value: down.take(to, path), unit: down.take(unitTo, path) }));
  const [first, ...others] = pairs;
  for (const { path, value, unit: theirs } of others)
    if (value?.value !== first?.value?.value || theirs?.value !== first?.unit?.value)
      down.lose('onlyFirst', to, path, place, [
        `${value?.value} ${theirs?.value ?? ''}`.trim(),
        first?.value?.value ?? '',
      ]);
  const code = codeOf(down, { ...leaf, to: unitTo ?? '' }, place, first?.unit);
  if (code !== undefined) place.parts.set(unit, code);
  return (
    first && fittedNumber(down, { ...leaf, to }, { ...place, rows: first.path }, first.value?.value ?? '')
  );
};

/** An assessment of a drug and the event it names. */
export const assessmentUp: UpRule = (up, leaf, place) => {
  const { element: name, elements = {}, items = {} } = leaf;
  const parts = ['source', 'method', 'result'] as const;
  const term = up.child(place, name);
  const version = up.child(place, elements['version']);
  const details = parts.map((part) => up.child(place, elements[part]));
  const [drug = 0] = place.rows;
  if (![term, version, ...details].some((one) => textOf(one) !== '')) return;
  up.use(term, version, ...details);
  up.later(() => {
    const event = eventNamed(up, items, term, version);
    if (event === undefined) {
      const text = [nameOf(term, version), ...details.map(textOf)].filter(Boolean).join('; ');
      return toMore(up, items, drug, term ?? place.element, text);
    }
    const group = up.map.catalogue.items[items['source'] ?? '']?.groups.at(-1) ?? '';
    const rows = up.nextRow(group, [drug, event]);
    parts.forEach((part, at) => {
      const text = textOf(details[at]);
      if (text !== '') up.set(items[part] ?? '', rows, text);
    });
    // an empty assessment is one, too
    up.addRow(group, rows);
  });
};

export const assessmentDown: DownRule = (down, leaf, place) => {
  const { element: name, elements = {}, items = {} } = leaf;
  const group = down.map.catalogue.items[items['source'] ?? '']?.groups.at(-1) ?? '';
  const pairs = down.rowsIn(groupOf(down, items['source'] ?? ''), place.rows);
  const blocks = pairs.flatMap((pair) =>
    down.rowsIn(group, pair).map((rows) => {
      const event = eventNames(down, items, pair);
      const part = (['source', 'method', 'result'] as const).find(
        (one) => down.peek(items[one], rows)?.value,
      );
      noteNamesake(down, items, event.name, { ...place, rows }, items[part ?? 'source'] ?? '');
      const texts: Record<string, string> = {
        [elements['version'] ?? '']: event.version,
        [name]: event.name,
      };
      for (const part of ['source', 'method', 'result'] as const) {
        const element = elements[part] ?? '';
        const own = { ...(down.map.leaves.get(element) ?? leaf), to: items[part] ?? '' };
        texts[element] = fitted(
          down,
          own,
          { ...place, rows, path: place.path },
          down.text(items[part], rows),
        );
      }
      return texts;
    }),
  );
  place.pairs.set(down.map.parents.get(name) ?? '', blocks);
  return undefined;
};
