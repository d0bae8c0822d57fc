/** Random edits of schema files as an analyst makes them: each is of a kind that the studio offers, of any item, row or list. */
import type { SourceText } from '../schemas/compile/sources.types.ts';
import { lintSchemas } from '../shared/schemas/lintSchemas.ts';
import type { Json } from './randomSchemaEdits.ts';

type JsonObject = { [key: string]: Json };

/** Chance in the form that a law draws it: which kind of edit, of what, and how. */
export interface EditDraw {
  kind: number;
  node: number;
  other: number;
}

/** An item, a group or a section where it is written. */
interface Site {
  file: string;
  /** the list that holds it, and its index there */
  holder: Json[];
  at: number;
  node: JsonObject;
}

interface Editing {
  files: Map<string, JsonObject>;
  draw: EditDraw;
  /** numbers the names that edits give */
  number: number;
}

const isObject = (json: Json | undefined): json is JsonObject =>
  json !== null && typeof json === 'object' && !Array.isArray(json);
const listOf = (json: Json | undefined): Json[] => (Array.isArray(json) ? json : []);
const words = (en: string): Json => ({ en, ko: `${en} 한`, ja: `${en} カ`, zh: `${en} 中` });

const isForm = (file: string): boolean => /^(pages|appendices)\//.test(file);

function sitesIn(file: string, holder: Json[], found: Site[] = []): Site[] {
  for (const [at, node] of holder.entries()) {
    if (!isObject(node)) continue;
    found.push({ file, holder, at, node });
    sitesIn(file, listOf(node['content']), found);
  }
  return found;
}

const sitesOf = ({ files }: Editing): Site[] =>
  [...files].flatMap(([file, json]) =>
    isForm(file)
      ? ['content', 'sections', 'groups', 'items'].flatMap((key) => sitesIn(file, listOf(json[key])))
      : [],
  );

const pick = <T>(from: readonly T[], chance: number): T | undefined =>
  from[chance % Math.max(1, from.length)];

const itemSites = (editing: Editing): Site[] => sitesOf(editing).filter(({ node }) => 'itemId' in node);
const itemAt = (editing: Editing, fits: (node: JsonObject) => boolean = () => true): Site | undefined =>
  pick(
    itemSites(editing).filter(({ node }) => fits(node)),
    editing.draw.node,
  );
const groupAt = (editing: Editing): Site | undefined =>
  pick(
    sitesOf(editing).filter(({ node }) => 'group' in node),
    editing.draw.node,
  );

const listNames = ({ files }: Editing): string[] =>
  [...files].filter(([file]) => file.startsWith('code-lists/')).map(([, json]) => String(json['codeList']));

const codesAt = (editing: Editing): Json[] | undefined =>
  pick(
    [...editing.files].filter(([file]) => /\/(sex|drug-role|outcome|yes|units|study|report)/.test(file)),
    editing.draw.node,
  )?.[1]['codes'] as Json[] | undefined;

/** The name everywhere: in files, and within their expressions. */
function rename({ files }: Editing, was: string, is: string): void {
  for (const [file, json] of files) {
    const text = JSON.stringify(json);
    const next = text.replaceAll(`"${was}"`, `"${is}"`).replaceAll(`\\"${was}\\"`, `\\"${is}\\"`);
    if (next !== text) files.set(file, JSON.parse(next) as JsonObject);
  }
}

function setOrDrop(node: JsonObject, key: string, value: Json | undefined): void {
  if (value === undefined) delete node[key];
  else node[key] = value;
}

/** Settings of an item of each type; those of the others go. */
const TYPES: readonly JsonObject[] = [
  { control: 'text', maxLength: 60 },
  { control: 'longText', maxLength: 2000 },
  { control: 'number', maxLength: 8 },
  { control: 'date', precision: { min: 'year', max: 'second' } },
  { control: 'yesNo' },
  { control: 'trueOnly' },
  { control: 'codeList', codeList: 'sex', maxLength: 2 },
  { control: 'codedTerm', dictionary: 'MEDDRA', maxLength: 8 },
];
const OF_TYPES = [
  'control',
  'maxLength',
  'precision',
  'codeList',
  'dictionary',
  'number',
  'futureAllowed',
  'notation',
];

function newItem({ draw, number }: Editing): JsonObject {
  const itemId = `Z.${number}.${draw.node % 1000}`;
  return { itemId, label: words(itemId), help: words(`Help ${itemId}`), ...TYPES[draw.other % TYPES.length] };
}

function overlay(editing: Editing, change: (item: JsonObject) => JsonObject): void {
  const file = pick(
    [...editing.files.keys()].filter((name) => name.startsWith('appendices/')),
    editing.draw.other,
  );
  const item = itemAt(editing);
  const json = file === undefined ? undefined : editing.files.get(file);
  if (!json || !item) return;
  const overlays = isObject(json['overlays']) ? json['overlays'] : {};
  const name = String(item.node['itemId']);
  const before = overlays[name];
  json['overlays'] = { ...overlays, [name]: { ...(isObject(before) && before), ...change(item.node) } };
}

/** Of items that occur once in a case, which every row may read. */
const ONCE = ['C.1.3', 'C.1.7', 'D.1', 'D.5', 'D.9.1'];
const condition = ({ draw }: Editing): string => {
  const item = JSON.stringify(pick(ONCE, draw.other));
  return draw.other % 2 === 0 ? `present(${item})` : `!present(${item})`;
};

type Kind = (editing: Editing) => void;

const KINDS: Readonly<Record<string, Kind>> = {
  takeItem: (editing) => {
    const all = [...editing.files.values()].map((json) => JSON.stringify(json)).join('\n');
    const isFree = ({ itemId }: JsonObject) => all.split(`"${String(itemId)}`).length === 2;
    takeOut(itemAt(editing, isFree));
  },
  takeGroup: (editing) => void takeOut(groupAt(editing)),
  renameItem: (editing) => {
    const name = String(itemAt(editing)?.node['itemId']);
    rename(editing, name, `${name}.z`);
  },
  renameGroup: (editing) => {
    const name = String(groupAt(editing)?.node['group']);
    rename(editing, name, `${name}.z`);
  },
  moveItem: (editing) => {
    const item = itemAt(editing);
    const target =
      item &&
      pick(
        sitesOf(editing).filter(({ file }) => file === item.file),
        editing.draw.other,
      );
    if (!item || !target || item.node === target.node) return;
    takeOut(item);
    const into = Array.isArray(target.node['content']) ? listOf(target.node['content']) : target.holder;
    into.splice(editing.draw.other % (into.length + 1), 0, item.node);
  },
  retype: (editing) => {
    const item = itemAt(editing);
    if (!item) return;
    for (const key of OF_TYPES) delete item.node[key];
    Object.assign(item.node, TYPES[editing.draw.other % TYPES.length]);
  },
  relist: (editing) => {
    const item = itemAt(editing, (node) => 'codeList' in node);
    if (item) item.node['codeList'] = pick(listNames(editing), editing.draw.other) ?? 'sex';
  },
  takeCode: (editing) => {
    const codes = codesAt(editing);
    if (codes && codes.length > 1) codes.splice(editing.draw.other % codes.length, 1);
  },
  retireCode: (editing) => {
    const code = pick(listOf(codesAt(editing)), editing.draw.other);
    if (isObject(code)) code['deleted'] = true;
  },
  relabelCode: (editing) => {
    const code = pick(listOf(codesAt(editing)), editing.draw.other);
    if (isObject(code)) code['label'] = words(`Relabelled ${editing.number}`);
  },
  exchangeCodes: (editing) => {
    const codes = listOf(codesAt(editing));
    const [one, other] = [pick(codes, editing.draw.other), pick(codes, editing.draw.other + 1)];
    if (isObject(one) && isObject(other))
      [one['label'], other['label']] = [other['label'] ?? null, one['label'] ?? null];
  },
  notation: (editing) => {
    const item = itemAt(editing, ({ control }) => control === 'text' || control === 'longText');
    if (item) setOrDrop(item.node, 'notation', item.node['notation'] === true ? undefined : true);
  },
  nullFlavors: (editing) => {
    const item = itemAt(editing, (node) => 'nullFlavors' in node);
    if (item) setOrDrop(item.node, 'nullFlavors', editing.draw.other % 2 === 0 ? undefined : ['UNK']);
  },
  shorten: (editing) => {
    const item = itemAt(editing, (node) => 'maxLength' in node);
    if (item) item.node['maxLength'] = 1 + (editing.draw.other % 20);
  },
  precision: (editing) => {
    const item = itemAt(editing, ({ control }) => control === 'date');
    const bounds = pick(['year', 'month', 'day', 'second'], editing.draw.other) ?? 'day';
    if (item) item.node['precision'] = { min: bounds, max: bounds };
  },
  label: (editing) => {
    const item = pick(sitesOf(editing), editing.draw.node);
    if (item) item.node['label'] = words(`Label ${editing.number}`);
  },
  addItem: (editing) => {
    const site = pick(sitesOf(editing), editing.draw.node);
    if (!site) return;
    const { page, after, in: within } = site.node;
    const placement = { ...(page !== undefined && { page }), ...(after !== undefined && { after }) };
    site.holder.splice(site.at, 0, {
      ...newItem(editing),
      ...placement,
      ...(within !== undefined && { in: within }),
    });
  },
  addGroup: (editing) => {
    const site = pick(
      sitesOf(editing).filter(({ file }) => file.startsWith('pages/')),
      editing.draw.node,
    );
    const item = newItem(editing);
    const group = { group: `${String(item['itemId'])}.r`, label: words('Rows'), rowLabel: words('Row') };
    site?.holder.splice(site.at, 0, { ...group, summary: [item['itemId'] ?? null], content: [item] });
  },
  bounds: (editing) => {
    const group = groupAt(editing);
    if (group) Object.assign(group.node, { min: editing.draw.other % 3, max: 2 + (editing.draw.other % 3) });
  },
  visible: (editing) => {
    const item = itemAt(editing);
    if (!item) return;
    item.node['visibleWhen'] = condition(editing);
    setOrDrop(item.node, 'onHide', pick([undefined, 'clear', 'keepNotExported'], editing.draw.other));
  },
  visibleGroup: (editing) => {
    const group = groupAt(editing);
    if (group) group.node['visibleWhen'] = condition(editing);
  },
  required: (editing) => {
    const item = itemAt(editing);
    if (item) item.node['requiredWhen'] = condition(editing);
  },
  readOnly: (editing) => {
    const item = itemAt(editing);
    if (item) item.node['readOnlyWhen'] = condition(editing);
  },
  attach: (editing) => {
    const item = itemAt(editing, (node) => ['unitOf', 'versionOf', 'textOf'].some((key) => key in node));
    for (const key of ['unitOf', 'versionOf', 'textOf']) delete item?.node[key];
  },
  message: (editing) => {
    const item = itemAt(editing, (node) => 'e2b' in node);
    delete item?.node['e2b'];
  },
  hide: (editing) => overlay(editing, () => ({ hidden: true })),
  regionLabel: (editing) => overlay(editing, () => ({ label: words(`Region ${editing.number}`) })),
  regionList: (editing) =>
    overlay(editing, (item): JsonObject =>
      'codeList' in item
        ? { codeList: pick(listNames(editing), editing.draw.kind) ?? 'sex' }
        : { label: words('x') },
    ),
  regionFlavors: (editing) => overlay(editing, () => ({ nullFlavors: ['NASK'] })),
  regionNotation: (editing) => overlay(editing, ({ notation }) => ({ notation: notation !== true })),
  regionLength: (editing) => overlay(editing, () => ({ maxLength: 3 })),
};

function takeOut(site: Site | undefined): void {
  site?.holder.splice(site.at, 1);
}

export const EDIT_KINDS = Object.keys(KINDS);

/** The files after one edit; the same texts where the edit finds nothing to change. */
export function editedBy(sources: readonly SourceText[], draw: EditDraw, number: number): SourceText[] {
  const json = sources.filter(
    ({ file }) =>
      isForm(file) ||
      /^(code-lists|rules|reports|lists|headers|queries|warnings|completeness|obligations|receivers|duplicates|sync|monitoring)\//.test(
        file,
      ),
  );
  const files = new Map(json.map(({ file, text }) => [file, JSON.parse(text) as JsonObject]));
  const before = new Map([...files].map(([file, one]) => [file, JSON.stringify(one)]));
  KINDS[EDIT_KINDS[draw.kind % EDIT_KINDS.length] ?? '']?.({ files, draw, number });
  return sources.map((source) => {
    const one = files.get(source.file);
    return one && JSON.stringify(one) !== before.get(source.file)
      ? { file: source.file, text: JSON.stringify(one, null, 2) }
      : source;
  });
}

/** The edits that leave files without errors, one upon the other, with the names of their kinds. */
export function legalEdits(
  sources: readonly SourceText[],
  draws: readonly EditDraw[],
  number: number,
): { files: SourceText[]; kinds: string[] } {
  return draws.reduce(
    ({ files, kinds }, draw, at) => {
      const next = editedBy(files, draw, number * 100 + at);
      const isChange = next.some(({ text }, index) => text !== files[index]?.text);
      if (!isChange || lintSchemas(next).some(({ severity }) => severity === 'error'))
        return { files, kinds };
      return { files: next, kinds: [...kinds, EDIT_KINDS[draw.kind % EDIT_KINDS.length] ?? ''] };
    },
    { files: [...sources], kinds: [] as string[] },
  );
}
