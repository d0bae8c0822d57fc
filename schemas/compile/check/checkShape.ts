/**
 * Does a file have the shape its JSON Schema (schemas/meta) asks for? The few keywords those schemas use are walked
 * here, since a general validator answers neither with positions nor in words an analyst would use.
 */
import { getNodeValue } from 'jsonc-parser';
import type { Node } from 'jsonc-parser';
import appendixSchema from '../../meta/appendix.schema.json' with { type: 'json' };
import codeListSchema from '../../meta/code-list.schema.json' with { type: 'json' };
import pageSchema from '../../meta/page.schema.json' with { type: 'json' };
import rulesSchema from '../../meta/rules.schema.json' with { type: 'json' };
import partsSchema from '../../meta/parts.schema.json' with { type: 'json' };
import type { SourceKind } from '../sourceFiles.ts';
import type { SourceFinding } from '../sources.types.ts';
import { didYouMean } from './didYouMean.ts';
import { elements, findingAt, members, property } from './sourceDocument.ts';
import type { Problem, SourceDocument } from './sourceDocument.ts';

interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | string[];
  enum?: string[];
  pattern?: string;
  minLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  propertyNames?: Schema;
  additionalProperties?: boolean | Schema;
  unevaluatedProperties?: boolean;
  required?: string[];
  allOf?: Schema[];
  if?: Schema;
  then?: Schema;
  else?: Schema;
}

const FILES: Record<string, Schema> = {
  'page.schema.json': pageSchema as Schema,
  'appendix.schema.json': appendixSchema as Schema,
  'code-list.schema.json': codeListSchema as Schema,
  'rules.schema.json': rulesSchema as Schema,
  'parts.schema.json': partsSchema as Schema,
};

const FILE_OF: Record<SourceKind, string> = {
  page: 'page.schema.json',
  appendix: 'appendix.schema.json',
  codeList: 'code-list.schema.json',
  rules: 'rules.schema.json',
};

/** An unknown word has its own rule where analysts look for it by that name. */
const ENUM_RULES: Record<string, string> = { control: 'unknown-control', nullFlavors: 'unknown-null-flavor' };

const LANGUAGES = new Set(['en', 'ko', 'ja', 'zh']);

interface Walk {
  document: SourceDocument;
  found: SourceFinding[];
}

/** A schema with the file its relative references start from. */
interface Placed {
  schema: Schema;
  file: string;
}

/** What is misshapen in the document, with places; empty for a document that the compiler can read. */
export function checkShape(document: SourceDocument): SourceFinding[] {
  const walk: Walk = { document, found: [] };
  const file = FILE_OF[document.kind];
  if (document.root)
    check(walk, { schema: FILES[file] ?? {}, file }, document.root, { name: '', key: 'this file' });
  return walk.found;
}

/** Where the walk stands: nearest named node around (item, group, section) and the key that led here. */
interface Around {
  name: string;
  key: string;
}

function report({ document, found }: Walk, place: Node, { name }: Around, problem: Problem): void {
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

/** The schema with all that it refers to and that applies to this node, flat. */
function partsOf({ schema, file }: Placed, node: Node): Placed[] {
  const branch = schema.if && (hasAll(node, schema.if.required ?? []) ? schema.then : schema.else);
  return [
    { schema, file },
    ...(schema.$ref === undefined ? [] : partsOf(resolved(schema.$ref, file), node)),
    ...(schema.allOf ?? []).flatMap((part) => partsOf({ schema: part, file }, node)),
    ...(branch ? partsOf({ schema: branch, file }, node) : []),
  ];
}

function resolved(reference: string, from: string): Placed {
  const [file = '', path = ''] = reference.split('#/$defs/');
  const schema = FILES[file || from]?.$defs?.[path];
  if (!schema) throw new Error(`schemas/meta: ${from} refers to ${reference}, which is not there`);
  return { schema, file: file || from };
}

const hasAll = (node: Node, keys: string[]): boolean =>
  keys.every((key) => property(node, key) !== undefined);

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
  const seen = new Set<string>();
  for (const { key, value } of members(node)) {
    const name = String(key.value);
    const part = known.get(name);
    if (seen.has(name))
      report(walk, key, around, { rule: 'duplicate-key', message: `"${name}" is given twice` });
    seen.add(name);
    if (part && value) check(walk, part, value, { ...around, key: name });
    else if (rest && value && typeof rest.schema.additionalProperties === 'object') {
      check(walk, { schema: rest.schema.additionalProperties, file: rest.file }, value, {
        name: around.name || name,
        key: name,
      });
    } else if (closed && !part) {
      report(walk, key, around, {
        rule: 'unknown-key',
        message: `"${name}" is no key of ${whatIs(node, around.key)}${didYouMean(name, known.keys())}`,
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
    const { items } = schema;
    if (items) for (const element of elements(node)) check(walk, { schema: items, file }, element, around);
  }
}

function checkScalar(walk: Walk, schema: Schema, node: Node, around: Around): void {
  const value: unknown = getNodeValue(node);
  if (schema.enum && !schema.enum.includes(String(value))) {
    report(walk, node, around, {
      rule: ENUM_RULES[around.key] ?? 'unknown-value',
      message: `"${around.key}" cannot be ${JSON.stringify(value)}${didYouMean(String(value), schema.enum) || `; it is one of ${schema.enum.join(', ')}`}`,
    });
  }
  if (typeof value === 'string') {
    if (value.length < (schema.minLength ?? 0)) {
      const rule = LANGUAGES.has(around.key) ? 'missing-label' : 'missing-key';
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
  LANGUAGES.has(key)
    ? { rule: 'missing-label', message: `"${parent}" lacks the text in language "${key}"` }
    : { rule: 'missing-key', message: `"${key}" is missing in ${owner}` };

/** What an analyst would call the object. */
function whatIs(node: Node, key: string): string {
  const KINDS = {
    itemId: 'an item',
    section: 'a section',
    group: 'a group',
    codeList: 'a code list',
    page: 'a page',
  };
  const kind = Object.entries(KINDS).find(([id]) => property(node, id) !== undefined);
  return kind?.[1] ?? (key === 'this file' ? key : `"${key}"`);
}

const nameOf = (node: Node): string | undefined => {
  const name: unknown = ['itemId', 'group', 'section', 'codeList']
    .map((key) => property(node, key)?.value as unknown)
    .find((value) => typeof value === 'string');
  return typeof name === 'string' && property(node, 'label') ? name : undefined;
};

function isOfType(node: Node, type: string): boolean {
  if (type !== 'integer') return node.type === type;
  return node.type === 'number' && Number.isInteger(node.value);
}

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
