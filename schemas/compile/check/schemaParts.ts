/** Schemas of schemas/meta that apply at a node: the linter checks them, and completion offers what they allow. */
import type { Node } from 'jsonc-parser';
import { FILES } from './shapes.ts';
import type { Schema } from './shapes.ts';
import { property } from './sourceDocument.ts';

/** A schema with its file, the base of relative references. */
export interface SchemaPart {
  schema: Schema;
  file: string;
}

/** The schema of one of the files of schemas/meta. */
export const schemaIn = (file: string): SchemaPart => ({ schema: FILES[file] ?? {}, file });

/**
 * The schema with everything it refers to that applies to this node, flattened. For an absent node no condition
 * holds, and the first alternative is used.
 */
export function partsOf({ schema, file }: SchemaPart, node: Node | undefined): SchemaPart[] {
  const branch = schema.if && (hasAll(node, schema.if.required ?? []) ? schema.then : schema.else);
  return [
    { schema, file },
    ...(schema.$ref === undefined ? [] : partsOf(resolved(schema.$ref, file), node)),
    ...(schema.allOf ?? []).flatMap((part) => partsOf({ schema: part, file }, node)),
    ...(branch ? partsOf({ schema: branch, file }, node) : []),
    ...(schema.anyOf ? partsOf(chosen({ schema, file }, node), node) : []),
  ];
}

/** The alternative with the node's type, else the first one. */
function chosen({ schema, file }: SchemaPart, node: Node | undefined): SchemaPart {
  const alternatives = (schema.anyOf ?? []).map((part) => ({ schema: part, file }));
  const fits = alternatives.find((part) =>
    partsOf(part, node).some(({ schema: { type } }) =>
      [type ?? []].flat().some((one) => node !== undefined && isOfType(node, one)),
    ),
  );
  return fits ?? alternatives[0] ?? { schema: {}, file };
}

function resolved(reference: string, from: string): SchemaPart {
  const [name = '', path = ''] = reference.split('#/');
  const file = name || from;
  const schema = path
    .split('/')
    .reduce<Schema | undefined>((at, key) => (at as Record<string, Schema> | undefined)?.[key], FILES[file]);
  if (!schema) throw new Error(`schemas/meta: ${from} refers to ${reference}, which does not exist`);
  return { schema, file };
}

const hasAll = (node: Node | undefined, keys: string[]): boolean =>
  keys.every((key) => property(node, key) !== undefined);

/** Whether the node has this JSON Schema type. */
export function isOfType(node: Node, type: string): boolean {
  if (type !== 'integer') return node.type === type;
  return node.type === 'number' && Number.isInteger(node.value);
}
