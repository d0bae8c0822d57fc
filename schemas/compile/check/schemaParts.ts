/** Which schemas of schemas/meta apply at a node: the linter walks them, and completion offers what they allow. */
import type { Node } from 'jsonc-parser';
import { FILES } from './shapes.ts';
import type { Schema } from './shapes.ts';
import { property } from './sourceDocument.ts';

/** A schema with the file its relative references start from. */
export interface Placed {
  schema: Schema;
  file: string;
}

/** The schema of one of the files of schemas/meta. */
export const schemaIn = (file: string): Placed => ({ schema: FILES[file] ?? {}, file });

/**
 * The schema with all that it refers to and that applies to this node, flat. Of an absent node no condition holds, and
 * the first alternative is taken.
 */
export function partsOf({ schema, file }: Placed, node: Node | undefined): Placed[] {
  const branch = schema.if && (hasAll(node, schema.if.required ?? []) ? schema.then : schema.else);
  return [
    { schema, file },
    ...(schema.$ref === undefined ? [] : partsOf(resolved(schema.$ref, file), node)),
    ...(schema.allOf ?? []).flatMap((part) => partsOf({ schema: part, file }, node)),
    ...(branch ? partsOf({ schema: branch, file }, node) : []),
    ...(schema.anyOf ? partsOf(chosen({ schema, file }, node), node) : []),
  ];
}

/** The alternative that is of the node's type, else the first one. */
function chosen({ schema, file }: Placed, node: Node | undefined): Placed {
  const alternatives = (schema.anyOf ?? []).map((part) => ({ schema: part, file }));
  const fits = alternatives.find((part) =>
    partsOf(part, node).some(({ schema: { type } }) =>
      [type ?? []].flat().some((one) => node !== undefined && isOfType(node, one)),
    ),
  );
  return fits ?? alternatives[0] ?? { schema: {}, file };
}

function resolved(reference: string, from: string): Placed {
  const [name = '', path = ''] = reference.split('#/');
  const file = name || from;
  const schema = path
    .split('/')
    .reduce<Schema | undefined>((at, key) => (at as Record<string, Schema> | undefined)?.[key], FILES[file]);
  if (!schema) throw new Error(`schemas/meta: ${from} refers to ${reference}, which is not there`);
  return { schema, file };
}

const hasAll = (node: Node | undefined, keys: string[]): boolean =>
  keys.every((key) => property(node, key) !== undefined);

/** Is the node of this type of JSON Schema? */
export function isOfType(node: Node, type: string): boolean {
  if (type !== 'integer') return node.type === type;
  return node.type === 'number' && Number.isInteger(node.value);
}
