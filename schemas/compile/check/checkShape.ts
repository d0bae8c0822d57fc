/**
 * Checks a file against its JSON Schema (schemas/meta). It implements only the keywords that those schemas use, since
 * a general validator reports neither positions nor messages for analysts.
 */
import { getNodeValue } from 'jsonc-parser';
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import { LANGUAGES } from '../languages.ts';
import { closest } from './closest.ts';
import { isOfType, partsOf, schemaIn } from './schemaParts.ts';
import type { SchemaPart } from './schemaParts.ts';
import { FILE_OF } from './shapes.ts';
import type { Schema } from './shapes.ts';
import { elements, findingAt, members, property } from './sourceDocument.ts';
import type { SourceLocation, Problem, SourceDocument } from './sourceDocument.ts';

/** Unknown values with a rule of their own, under the name that analysts expect. */
const ENUM_RULES: Record<string, string> = { control: 'unknown-control', nullFlavors: 'unknown-null-flavor' };

const isLanguage = (key: string): boolean => LANGUAGES.some((language) => language === key);

interface Walk {
  document: SourceDocument;
  findings: SourceFinding[];
}

/** Structural findings with locations; none for a document that the compiler can read. */
export function checkShape(document: SourceDocument): SourceFinding[] {
  const walk: Walk = { document, findings: [] };
  if (document.kind === 'table') return [];
  if (document.root)
    check(walk, schemaIn(FILE_OF[document.kind]), document.root, { name: '', key: 'this file' });
  return walk.findings;
}

/** Position of the walk: nearest enclosing named node (item, group, section) and the key that led here. */
interface Around {
  name: string;
  key: string;
}

function report(
  { document, findings }: Walk,
  location: SourceLocation,
  { name }: Around,
  problem: Problem,
): void {
  findings.push(
    findingAt(document, location, {
      ...problem,
      message: name ? `${name}: ${problem.message}` : problem.message,
    }),
  );
}

function check(walk: Walk, part: SchemaPart, node: Node, around: Around): void {
  const parts = partsOf(part, node);
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

function checkObject(walk: Walk, parts: SchemaPart[], node: Node, outside: Around): void {
  const around = { ...outside, name: nameOf(node) ?? outside.name };
  const known = new Map(
    parts.flatMap(({ schema, file }) =>
      Object.entries(schema.properties ?? {}).map(([key, part]): [string, SchemaPart] => [
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
        message: `"${name}" is not a valid key of ${whatIs(node, around.key)}`,
        suggestion: closest(name, known.keys()),
      });
    }
  }
  for (const name of new Set(parts.flatMap(({ schema }) => schema.required ?? []))) {
    if (!seen.has(name)) report(walk, node, around, missing(name, around.key, whatIs(node, around.key)));
  }
}

function checkArray(walk: Walk, parts: SchemaPart[], node: Node, around: Around): void {
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
    const suggestion = closest(String(value), schema.enum);
    const instead = suggestion === undefined ? `; it is one of ${schema.enum.join(', ')}` : '';
    const message = `"${around.key}" cannot be ${JSON.stringify(value)}${instead}`;
    report(walk, node, around, { rule: ENUM_RULES[around.key] ?? 'unknown-value', message, suggestion });
  }
  if (typeof value === 'string') {
    if (value.length < (schema.minLength ?? 0)) {
      const rule = isLanguage(around.key) ? 'missing-label' : 'missing-key';
      report(walk, node, around, { rule, message: `"${around.key}" is empty` });
    } else if (value.length > (schema.maxLength ?? Infinity)) {
      const message = `"${around.key}" has ${value.length} characters, it may have ${schema.maxLength}`;
      report(walk, node, around, { rule: 'too-long', message });
    } else if (schema.pattern && !new RegExp(schema.pattern).test(value)) {
      const message = `"${around.key}" has not the form ${schema.pattern}`;
      report(walk, node, around, { rule: 'unknown-value', message });
    }
  }
  if (typeof value === 'number') {
    const { minimum = -Infinity, maximum = Infinity } = schema;
    if (value < minimum || value > maximum) {
      const bounds =
        maximum === Infinity ? `be at least ${minimum}` : `lie between ${minimum} and ${maximum}`;
      const message = `"${around.key}" is ${value}, it must ${bounds}`;
      report(walk, node, around, { rule: 'unknown-value', message });
    }
  }
}

const missing = (key: string, parent: string, owner: string): Problem =>
  isLanguage(key)
    ? { rule: 'missing-label', message: `"${parent}" lacks the text in language "${key}"` }
    : { rule: 'missing-key', message: `"${key}" is missing in ${owner}` };

/** The analysts' name for the object. */
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

/** Nodes identified by an id have one of these; an item's `codeList` is a reference. */
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
