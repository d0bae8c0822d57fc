/** The names of the sources that a key of the schema language refers to. */
import type { JSONPath } from 'jsonc-parser';
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { Completion, SourceNames } from './completion.types.ts';
import {
  anchorCompletions,
  codeCompletions,
  codeListCompletions,
  groupCompletions,
  itemCompletions,
  nameCompletion,
  pageCompletions,
} from './nameCompletions.ts';

/** Properties of the enclosing objects. */
type Surroundings = (key: string) => string | undefined;
type Offer = (names: SourceNames, language: keyof LocalizedText, around: Surroundings) => Completion[];

const itemsOfPage: Offer = (names, language, around) => {
  const page = around('page');
  return itemCompletions(names, language).filter(({ info }) => page === undefined || info === page);
};
const ruleIds: Offer = ({ ruleIds: ids }) => ids.map((id) => nameCompletion(id));

const AT_KEY: Readonly<Record<string, Offer>> = {
  after: (names, language, around) => anchorCompletions(names, around('page') ?? '', language, true),
  in: (names, language, around) => anchorCompletions(names, around('page') ?? '', language, false),
  page: pageCompletions,
  next: pageCompletions,
  codeList: codeListCompletions,
  dictionary: ({ dictionaries }) => dictionaries.map((name) => nameCompletion(name)),
  dictionaryFrom: itemsOfPage,
  unitOf: itemsOfPage,
  versionOf: itemsOfPage,
  textOf: itemsOfPage,
  rowsOf: groupCompletions,
  rows: groupCompletions,
  item: itemCompletions,
  scope: (names, language) => [nameCompletion('case'), ...groupCompletions(names, language)],
  role: ({ catalogue }) =>
    Object.entries(catalogue.roles).map(([role, itemId]) => ({
      ...nameCompletion(role),
      detail: itemId,
    })),
};

const IN_ARRAY: Readonly<Record<string, Offer>> = {
  items: itemCompletions,
  summary: itemsOfPage,
  saidIn: itemsOfPage,
  replaces: ruleIds,
  boxes: ({ catalogue }) =>
    Object.values(catalogue.reports).flatMap(({ report, boxes }) =>
      boxes.map(({ box, label }) => nameCompletion(`${report}/${box}`, label)),
    ),
};

/** Names allowed as the value at a path. */
export function namesAtValue(
  path: JSONPath,
  around: Surroundings,
  names: SourceNames,
  language: keyof LocalizedText,
): Completion[] {
  const [parent, last] = [path.at(-2), path.at(-1)];
  if (isExample(path.slice(0, -1)) && typeof last === 'string')
    return codeCompletions(names, itemOfKey(last), language);
  if (parent === 'same') return ruleIds(names, language, around);
  const offer = typeof last === 'number' ? IN_ARRAY[String(parent)] : AT_KEY[String(last)];
  return offer?.(names, language, around) ?? [];
}

/** Names allowed as keys of the object at a path. */
export function namesAtKey(path: JSONPath, names: SourceNames, language: keyof LocalizedText): Completion[] {
  const last = path.at(-1);
  if (last === 'overlays' || last === 'fills' || isExample(path)) return itemCompletions(names, language);
  if (last === 'required')
    return ['ICH', ...names.catalogue.appendices.map(({ authority }) => authority)].map((name) =>
      nameCompletion(name),
    );
  return [];
}

/** `examples.pass` and `examples.fail` of a rule contain values by item. */
const isExample = (path: JSONPath): boolean =>
  path.at(-2) === 'examples' && (path.at(-1) === 'pass' || path.at(-1) === 'fail');

/** The item of a key of an example, which row numbers may follow. */
const itemOfKey = (key: string): string => key.split('|')[0] ?? key;
