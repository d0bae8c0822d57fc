/**
 * Does a file have the shape its JSON Schema (schemas/meta) asks for? The few keywords those schemas use are walked
 * here, since a general validator answers neither with positions nor in words an analyst would use.
 */
import { getNodeValue } from 'jsonc-parser';
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import { LANGUAGES } from '../languages.ts';
import { closest } from './closest.ts';
import { isOfType, partsOf, schemaIn } from './schemaParts.ts';
import type { Placed } from './schemaParts.ts';
import { FILE_OF } from './shapes.ts';
import type { Schema } from './shapes.ts';
import { elements, findingAt, members, property } from './sourceDocument.ts';
import type { Place, Problem, SourceDocument } from './sourceDocument.ts';

/** An unknown word has its own rule where analysts look for it by that name. */
const ENUM_RULES: Record<string, string> = { control: 'unknown-control', nullFlavors: 'unknown-null-flavor' };

const isLanguage = (key: string): boolean => LANGUAGES.some((language) => language === key);

interface Walk {
  document: SourceDocument;
  found: SourceFinding[];
}

/** What is misshapen in the document, with places; empty for a document that the compiler can read. */
export function checkShape(document: SourceDocument): SourceFinding[] {
  const walk: Walk = { document, found: [] };
  if (document.kind === 'table') return [];
  if (document.root)
    check(walk, schemaIn(FILE_OF[document.kind]), document.root, { name: '', key: 'this file' });
  return walk.found;
}

/** Where the walk stands: nearest named node around (item, group, section) and the key that led here. */
interface Around {
  name: string;
  key: string;
}

function report({ document, found }: Walk, place: Place, { name }: Around, problem: Problem): void {
  found.push(
    findingAt(document, place, {
      ...problem,
      message: name ? `${name}: ${problem.message}` : problem.message,
    }),
  );
}

function check(walk: Walk, placed: Placed, node: Node, around: Around): void {
  const parts = partsOf(placed, node);
  const types = parts.flatMap(({ schema }) => schema.type ?? []);
  if (types.length > 0 && !types.some((type) => isOfType(node, type))) {
    const message = `"${around.key}" must be ${[...new Set(types)].map(typeName).join(' or ')}`;
    report(walk, node, around, { rule: 'wrong-type', message });
    return;
  }
  if (node.type === 'object') checkObject(walk, parts, node, around);
  else if (node.type === 'array') checkArray(walk, parts, node, around);
  else for (const { schema } of parts) checkScalar(walk, schema, node, around);
}

function checkObject(walk: Walk, parts: Placed[], node: Node, outside: Around): void {
  const around = { ...outside, name: nameOf(node) ?? outside.name };
  const known = new Map(
    parts.flatMap(({ schema, file }) =>
      Object.entries(schema.properties ?? {}).map(([key, part]): [string, Placed] => [
        key,
        { schema: part, file },
      ]),
    ),
  );
  const rest = parts.find(({ schema }) => typeof schema.additionalProperties === 'object');
  const closed = parts.some(
    ({ schema }) => schema.additionalProperties === false || schema.unevaluatedProperties === false,
  );
  const names = parts.flatMap(({ schema }) => schema.propertyNames?.pattern ?? []);
  const seen = new Set<string>();
  for (const { key, value } of members(node)) {
    const name = String(key.value);
    const part = known.get(name);
    if (seen.has(name))
      report(walk, key, around, { rule: 'duplicate-key', message: `"${name}" is given twice` });
    seen.add(name);
    for (const pattern of names.filter((form) => !new RegExp(form).test(name))) {
      const message = `"${name}" has not the form ${pattern} of a name in "${around.key}"`;
      report(walk, key, around, { rule: 'unknown-value', message });
    }
    if (part && value) check(walk, part, value, { ...around, key: name });
    else if (rest && value && typeof rest.schema.additionalProperties === 'object') {
      check(walk, { schema: rest.schema.additionalProperties, file: rest.file }, value, {
        name: around.name || name,
        key: name,
      });
    } else if (closed && !part) {
      report(walk, key, around, {
        rule: 'unknown-key',
        message: `"${name}" is no key of ${whatIs(node, around.key)}`,
        meant: closest(name, known.keys()),
      });
    }
  }
  for (const name of new Set(parts.flatMap(({ schema }) => schema.required ?? []))) {
    if (!seen.has(name)) report(walk, node, around, missing(name, around.key, whatIs(node, around.key)));
  }
}

function checkArray(walk: Walk, parts: Placed[], node: Node, around: Around): void {
  for (const { schema, file } of parts) {
    if (schema.minItems !== undefined && elements(node).length < schema.minItems) {
      report(walk, node, around, { rule: 'missing-key', message: `"${around.key}" is empty` });
    }
    if (schema.uniqueItems) repeatedElements(walk, node, around);
    const { items } = schema;
    if (items) for (const element of elements(node)) check(walk, { schema: items, file }, element, around);
  }
}

function repeatedElements(walk: Walk, node: Node, around: Around): void {
  const seen = new Set<string>();
  for (const element of elements(node)) {
    const value = JSON.stringify(getNodeValue(element));
    if (seen.has(value)) {
      const message = `"${around.key}" has ${value} twice`;
      report(walk, element, around, { rule: 'given-twice', severity: 'warning', message });
    }
    seen.add(value);
  }
}

function checkScalar(walk: Walk, schema: Schema, node: Node, around: Around): void {
  const value: unknown = getNodeValue(node);
  if (schema.enum && !schema.enum.includes(String(value))) {
    const meant = closest(String(value), schema.enum);
    const instead = meant === undefined ? `; it is one of ${schema.enum.join(', ')}` : '';
    const message = `"${around.key}" cannot be ${JSON.stringify(value)}${instead}`;
    report(walk, node, around, { rule: ENUM_RULES[around.key] ?? 'unknown-value', message, meant });
  }
  if (typeof value === 'string') {
    if (value.length < (schema.minLength ?? 0)) {
      const rule = isLanguage(around.key) ? 'missing-label' : 'missing-key';
      report(walk, node, around, { rule, message: `"${around.key}" is empty` });
    } else if (schema.pattern && !new RegExp(schema.pattern).test(value)) {
      const message = `"${around.key}" has not the form ${schema.pattern}`;
      report(walk, node, around, { rule: 'unknown-value', message });
    }
  }
  if (typeof value === 'number') {
    const { minimum = -Infinity, maximum = Infinity } = schema;
    if (value < minimum || value > maximum) {
      const message = `"${around.key}" is ${value}, it must lie between ${minimum} and ${maximum}`;
      report(walk, node, around, { rule: 'unknown-value', message });
    }
  }
}

const missing = (key: string, parent: string, owner: string): Problem =>
  isLanguage(key)
    ? { rule: 'missing-label', message: `"${parent}" lacks the text in language "${key}"` }
    : { rule: 'missing-key', message: `"${key}" is missing in ${owner}` };

/** What an analyst would call the object. */
function whatIs(node: Node, key: string): string {
  const KINDS = {
    watches: 'a warning',
    searched: 'a dictionary',
    itemId: 'an item',
    section: 'a section',
    group: 'a group',
    codeList: 'a code list',
    appendix: 'an appendix',
    page: 'a page',
    check: 'a rule',
    report: 'a report',
    container: 'a container',
    code: 'a code',
  };
  const kind = Object.entries(KINDS).find(([id]) => property(node, id) !== undefined);
  return kind?.[1] ?? (key === 'this file' ? key : `"${key}"`);
}

/** What is named by its id has one of these; an item's `codeList` names another thing. */
const NAMED = ['label', 'check', 'path'];

const nameOf = (node: Node): string | undefined => {
  const name: unknown = ['itemId', 'group', 'section', 'codeList', 'id', 'container']
    .map((key) => property(node, key)?.value as unknown)
    .find((value) => typeof value === 'string');
  return typeof name === 'string' && NAMED.some((key) => property(node, key)) ? name : undefined;
};

const TYPE_NAMES: Record<string, string> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object { }',
  array: 'a list [ ]',
  null: 'null',
};

const typeName = (type: string): string => TYPE_NAMES[type] ?? type;
