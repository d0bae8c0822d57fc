/** Consistency of the settings of one item, also after an overlay. */
import type { Node } from 'jsonc-parser';
import { CONTROLS } from '../compileItem.ts';
import type { SourceFinding } from '../sources.types.ts';
import { itemsOf, overlaysOf } from './declarations.ts';
import type { Declaration, Declarations } from './declarations.ts';
import { elements, findingAt, members, property, textAt } from './sourceDocument.ts';
import type { Problem, SourceDocument } from './sourceDocument.ts';

const PRECISIONS = ['year', 'month', 'day', 'minute', 'second'];

/** With more codes, a drop-down list is easier to use. */
const MAX_RADIO_CODES = 5;

/** Settings with an effect only for these controls. */
const SETTINGS: Record<string, string[]> = {
  number: ['number'],
  precision: ['date'],
  futureAllowed: ['date'],
  dictionary: ['codedTerm'],
  dictionaryFrom: ['codedTerm'],
  file: ['attachment'],
  chooses: ['chosenRecords'],
  names: ['text'],
  codeList: ['codeList', 'radio', 'codedTerm', 'readOnly'],
  notation: ['text', 'longText', 'codedTerm', 'readOnly'],
  maxLength: ['text', 'longText', 'number', 'codeList', 'radio', 'codedTerm', 'chosenItems', 'readOnly'],
};

/** Controls whose values cannot be computed. */
const NOT_COMPUTED = ['attachment', 'chosenRecords', 'chosenItems', 'rowReference'];

/** Filters that require values of these controls; the others search in the text. */
const FILTERS: Record<string, string[]> = {
  BETWEEN_NUMERIC: ['number'],
  BETWEEN_DATE: ['date'],
  BETWEEN_DATE_TIME: ['date'],
};

/** The settings of an item: its own keys, or those of an overlay on top of them. */
interface ItemSettings {
  name: string;
  document: SourceDocument;
  /** location of findings: only keys of this node are checked */
  node: Node | undefined;
  control: string;
  /** the effective value of a key */
  get(key: string): Node | undefined;
}

export function itemRules(declarations: Declarations): SourceFinding[] {
  const items = itemsOf(declarations);
  const byName = new Map(items.map((item) => [item.name, item]));
  const own = items.map(({ name, document, node }): ItemSettings => {
    const control = textAt(node, 'control') ?? '';
    return { name, document, node, control, get: (key) => property(node, key) };
  });
  const overlaid = overlaysOf(declarations).flatMap(({ name, document, node }): ItemSettings[] => {
    const item = byName.get(name);
    if (!item) return [];
    const control = textAt(item.node, 'control') ?? '';
    return [{ name, document, node, control, get: (key) => property(node, key) ?? property(item.node, key) }];
  });
  return [
    ...overlaid.flatMap((settings) => codeMeanings(declarations, settings, byName.get(settings.name))),
    ...own.flatMap(missingSettings),
    ...own.flatMap(computedWith),
    ...own.flatMap(filters),
    ...own.flatMap(withoutHelp),
    ...[...own, ...overlaid].flatMap((settings) => [
      ...idleSettings(settings),
      ...precisionOrder(settings),
      ...numberRange(settings),
      ...radioCodes(declarations, settings),
      ...codeLengths(declarations, settings),
      ...alwaysRequired(settings),
    ]),
  ];
}

/** A finding at the value of a key, if this node sets the key. */
function at({ name, document, node }: ItemSettings, key: string, problem: Problem): SourceFinding[] {
  const location = property(node, key);
  return location
    ? [findingAt(document, location, { ...problem, message: `${name}: ${problem.message}` })]
    : [];
}

function missingSettings(settings: ItemSettings): SourceFinding[] {
  const { control, get } = settings;
  if (['codeList', 'radio'].includes(control) && !get('codeList'))
    return at(settings, 'control', {
      rule: 'code-list-missing',
      message: `control ${control} needs a "codeList"`,
    });
  if (control === 'codedTerm' && !get('dictionary') && !get('dictionaryFrom') && !get('codeList'))
    return at(settings, 'control', {
      rule: 'dictionary-missing',
      message: 'control codedTerm needs a "dictionary"',
    });
  return [];
}

const idleSettings = (settings: ItemSettings): SourceFinding[] =>
  Object.entries(SETTINGS).flatMap(([key, controls]) => {
    const { control } = settings;
    // an unknown control has a rule of its own
    if (controls.includes(control) || !CONTROLS.has(control)) return [];
    const message = `"${key}" has no effect with control ${control}; it is for ${controls.join(', ')}`;
    return at(settings, key, { rule: 'setting-without-control', message });
  });

function precisionOrder(settings: ItemSettings): SourceFinding[] {
  const [min, max] = ['min', 'max'].map((key) =>
    PRECISIONS.indexOf(textAt(settings.get('precision'), key) ?? ''),
  );
  if (min === undefined || max === undefined || min <= max || max === -1) return [];
  const message = `"precision" asks for more (${PRECISIONS[min]}) than it allows (${PRECISIONS[max]})`;
  return at(settings, 'precision', { rule: 'precision-order', message });
}

function numberRange(settings: ItemSettings): SourceFinding[] {
  const [min, max] = ['min', 'max'].map((key) => property(settings.get('number'), key)?.value as unknown);
  if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return [];
  return at(settings, 'number', { rule: 'number-range', message: `no number is between ${min} and ${max}` });
}

function radioCodes({ codeLists }: Declarations, settings: ItemSettings): SourceFinding[] {
  if (settings.control !== 'radio') return [];
  const list = codeLists.find(({ codeList }) => codeList === settings.get('codeList')?.value);
  const codes = property(list?.node, 'codes')?.children?.filter((code) => !property(code, 'deleted')) ?? [];
  if (codes.length <= MAX_RADIO_CODES) return [];
  const message = `${codes.length} options are too many to show at once; use control codeList`;
  return at(settings, 'codeList', { rule: 'radio-with-many-codes', severity: 'warning', message });
}

/** A code that does not fit into its item is offered, and refused when it is saved. */
function codeLengths({ codeLists }: Declarations, settings: ItemSettings): SourceFinding[] {
  const list = codeLists.find(({ codeList }) => codeList === settings.get('codeList')?.value);
  const limit: unknown = settings.get('maxLength')?.value;
  if (typeof limit !== 'number') return [];
  const code = elements(property(list?.node, 'codes'))
    .map((node) => textAt(node, 'code') ?? '')
    .find((one) => [...one].length > limit);
  if (code === undefined) return [];
  const key = property(settings.node, 'maxLength') ? 'maxLength' : 'codeList';
  const message = `code ${code} of ${list?.codeList} is longer than "maxLength" ${limit}, so it could be chosen and not saved`;
  return at(settings, key, { rule: 'code-too-long', message });
}

/** A case is read by all regions: a code means the same in each of them. */
function codeMeanings(
  { codeLists }: Declarations,
  settings: ItemSettings,
  item: Declaration | undefined,
): SourceFinding[] {
  const [list, base] = [settings.node, item?.node].map((node) =>
    codeLists.find(({ codeList }) => codeList === textAt(node, 'codeList')),
  );
  if (!list || !base) return [];
  const words = new Map(
    elements(property(base.node, 'codes')).map((node) => [textAt(node, 'code'), wordOf(node)]),
  );
  return elements(property(list.node, 'codes')).flatMap((node) => {
    const code = textAt(node, 'code');
    const [here, there] = [wordOf(node), words.get(code)];
    if (here === undefined || there === undefined || here === there) return [];
    const message = `code ${code} is "${here}" in ${list.codeList} and "${there}" in ${base.codeList}; values are read by both`;
    return at(settings, 'codeList', { rule: 'code-of-other-meaning', severity: 'warning', message });
  });
}

const wordOf = (code: Node): string | undefined => textAt(property(code, 'label'), 'en');

/** A computed value cannot also be mandatory, locked or have a null flavor. */
function computedWith(settings: ItemSettings): SourceFinding[] {
  if (!settings.get('computed')) return [];
  if (NOT_COMPUTED.includes(settings.control))
    return at(settings, 'computed', {
      rule: 'computed-control',
      message: `values of control ${settings.control} cannot be computed`,
    });
  return ['requiredWhen', 'readOnlyWhen', 'nullFlavors'].flatMap((key) =>
    at(settings, key, {
      rule: 'computed-and-asked',
      severity: 'warning',
      message: `"${key}" has no effect on a computed value`,
    }),
  );
}

function filters(settings: ItemSettings): SourceFinding[] {
  const filter = property(settings.get('list'), 'filterType')?.value as unknown;
  const controls = FILTERS[String(filter)];
  if (!controls || controls.includes(settings.control) || !CONTROLS.has(settings.control)) return [];
  const message = `filter ${String(filter)} does not work with control ${settings.control}; it is for ${controls.join(', ')}`;
  return at(settings, 'list', { rule: 'filter-without-control', severity: 'warning', message });
}

function withoutHelp(settings: ItemSettings): SourceFinding[] {
  if (settings.get('help')) return [];
  const message = 'help text is missing';
  return at(settings, 'label', { rule: 'missing-help', severity: 'warning', message });
}

/** If every authority always requires the item, a condition for requiring it has no effect. */
function alwaysRequired(settings: ItemSettings): SourceFinding[] {
  const required = members(settings.get('required'));
  if (required.length === 0 || required.some(({ value }) => value?.value !== 'M')) return [];
  if (!required.some(({ key }) => key.value === 'ICH')) return [];
  return at(settings, 'requiredWhen', {
    rule: 'required-anyway',
    severity: 'warning',
    message: 'the item is always required ("required"), so a condition has no effect',
  });
}
