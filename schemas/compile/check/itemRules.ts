/** What fits together within one item, or within an item as an overlay leaves it. */
import type { Node } from 'jsonc-parser';
import { CONTROLS } from '../compileItem.ts';
import type { SourceFinding } from '../sources.types.ts';
import { itemsOf, overlaysOf } from './declarations.ts';
import type { Declarations } from './declarations.ts';
import { findingAt, members, property, textAt } from './sourceDocument.ts';
import type { Problem, SourceDocument } from './sourceDocument.ts';

const PRECISIONS = ['year', 'month', 'day', 'minute', 'second'];

/** More codes than that are easier to find in a list that opens. */
const MOST_RADIO_CODES = 5;

/** Settings that mean something to these controls only. */
const SETTINGS: Record<string, string[]> = {
  number: ['number'],
  precision: ['date'],
  futureAllowed: ['date'],
  dictionary: ['codedTerm'],
  codeList: ['codeList', 'radio', 'codedTerm', 'readOnly'],
  notation: ['text', 'longText', 'codedTerm', 'readOnly'],
  maxLength: ['text', 'longText', 'number', 'codeList', 'radio', 'codedTerm', 'readOnly'],
};

/** Controls of what no expression can answer. */
const NOT_COMPUTED = ['attachment', 'rowReference'];

/** Filters that need values of these controls; the other ones search in the text. */
const FILTERS: Record<string, string[]> = {
  BETWEEN_NUMERIC: ['number'],
  BETWEEN_DATE: ['date'],
  BETWEEN_DATE_TIME: ['date'],
};

/** What is said of an item: its own keys, or those of an overlay in front of them. */
interface Said {
  name: string;
  document: SourceDocument;
  /** where what is wrong is marked: only what this node says is checked */
  node: Node | undefined;
  control: string;
  /** the value of a key, as it holds there */
  get(key: string): Node | undefined;
}

export function itemRules(declarations: Declarations): SourceFinding[] {
  const items = itemsOf(declarations);
  const byName = new Map(items.map((item) => [item.name, item]));
  const own = items.map(({ name, document, node }): Said => {
    const control = textAt(node, 'control') ?? '';
    return { name, document, node, control, get: (key) => property(node, key) };
  });
  const overlaid = overlaysOf(declarations).flatMap(({ name, document, node }): Said[] => {
    const item = byName.get(name);
    if (!item) return [];
    const control = textAt(item.node, 'control') ?? '';
    return [{ name, document, node, control, get: (key) => property(node, key) ?? property(item.node, key) }];
  });
  return [
    ...own.flatMap(missingSettings),
    ...own.flatMap(computedWith),
    ...own.flatMap(filters),
    ...own.flatMap(withoutHelp),
    ...[...own, ...overlaid].flatMap((said) => [
      ...idleSettings(said),
      ...precisionOrder(said),
      ...numberRange(said),
      ...radioCodes(declarations, said),
      ...alwaysRequired(said),
    ]),
  ];
}

/** A finding at the value of a key, if this is where the key is said. */
function at({ name, document, node }: Said, key: string, problem: Problem): SourceFinding[] {
  const place = property(node, key);
  return place ? [findingAt(document, place, { ...problem, message: `${name}: ${problem.message}` })] : [];
}

function missingSettings(said: Said): SourceFinding[] {
  const { control, get } = said;
  if (['codeList', 'radio'].includes(control) && !get('codeList'))
    return at(said, 'control', {
      rule: 'code-list-missing',
      message: `control ${control} needs a "codeList"`,
    });
  if (control === 'codedTerm' && !get('dictionary') && !get('codeList'))
    return at(said, 'control', {
      rule: 'dictionary-missing',
      message: 'control codedTerm needs a "dictionary"',
    });
  return [];
}

const idleSettings = (said: Said): SourceFinding[] =>
  Object.entries(SETTINGS).flatMap(([key, controls]) => {
    const { control } = said;
    // an unknown control is told of by its own rule
    if (controls.includes(control) || !CONTROLS.has(control)) return [];
    const message = `"${key}" means nothing to control ${control}; it is for ${controls.join(', ')}`;
    return at(said, key, { rule: 'setting-without-control', message });
  });

function precisionOrder(said: Said): SourceFinding[] {
  const [min, max] = ['min', 'max'].map((key) =>
    PRECISIONS.indexOf(textAt(said.get('precision'), key) ?? ''),
  );
  if (min === undefined || max === undefined || min <= max || max === -1) return [];
  const message = `"precision" asks for more (${PRECISIONS[min]}) than it allows (${PRECISIONS[max]})`;
  return at(said, 'precision', { rule: 'precision-order', message });
}

function numberRange(said: Said): SourceFinding[] {
  const [min, max] = ['min', 'max'].map((key) => property(said.get('number'), key)?.value as unknown);
  if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return [];
  return at(said, 'number', { rule: 'number-range', message: `no number is between ${min} and ${max}` });
}

function radioCodes({ codeLists }: Declarations, said: Said): SourceFinding[] {
  const list = codeLists.find(({ codeList }) => codeList === said.get('codeList')?.value);
  const codes = property(list?.node, 'codes')?.children?.filter((code) => !property(code, 'deleted')) ?? [];
  if (said.control !== 'radio' || codes.length <= MOST_RADIO_CODES) return [];
  const message = `${codes.length} choices are too many to stand in view; take control codeList`;
  return at(said, 'codeList', { rule: 'radio-with-many-codes', severity: 'warning', message });
}

/** A value that is computed cannot also be asked for, locked or left out with a reason. */
function computedWith(said: Said): SourceFinding[] {
  if (!said.get('computed')) return [];
  if (NOT_COMPUTED.includes(said.control))
    return at(said, 'computed', {
      rule: 'computed-control',
      message: `what control ${said.control} holds cannot be computed`,
    });
  return ['requiredWhen', 'readOnlyWhen', 'nullFlavors'].flatMap((key) =>
    at(said, key, {
      rule: 'computed-and-asked',
      severity: 'warning',
      message: `"${key}" means nothing to a computed value: nobody types it`,
    }),
  );
}

function filters(said: Said): SourceFinding[] {
  const filter = property(said.get('list'), 'filterType')?.value as unknown;
  const controls = FILTERS[String(filter)];
  if (!controls || controls.includes(said.control) || !CONTROLS.has(said.control)) return [];
  const message = `filter ${String(filter)} finds nothing in control ${said.control}; it is for ${controls.join(', ')}`;
  return at(said, 'list', { rule: 'filter-without-control', severity: 'warning', message });
}

function withoutHelp(said: Said): SourceFinding[] {
  if (said.get('help')) return [];
  const message = 'no "help" says what belongs here, and in which form';
  return at(said, 'label', { rule: 'missing-help', severity: 'warning', message });
}

/** Where everybody requires the item always, a condition for requiring it adds nothing. */
function alwaysRequired(said: Said): SourceFinding[] {
  const required = members(said.get('required'));
  if (required.length === 0 || required.some(({ value }) => value?.value !== 'M')) return [];
  if (!required.some(({ key }) => key.value === 'ICH')) return [];
  return at(said, 'requiredWhen', {
    rule: 'required-anyway',
    severity: 'warning',
    message: 'the item is required always ("required"), a condition adds nothing',
  });
}
