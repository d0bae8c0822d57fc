/** What the JSON Schemas of the schema files (`schemas/meta`) allow at a place in a text that may be half written. */
import { findNodeAtLocation } from 'jsonc-parser';
import type { JSONPath, Node } from 'jsonc-parser';
import appendixSchema from '../../schemas/meta/appendix.schema.json' with { type: 'json' };
import codeListSchema from '../../schemas/meta/code-list.schema.json' with { type: 'json' };
import pageSchema from '../../schemas/meta/page.schema.json' with { type: 'json' };
import partsSchema from '../../schemas/meta/parts.schema.json' with { type: 'json' };
import reportSchema from '../../schemas/meta/report.schema.json' with { type: 'json' };
import rulesSchema from '../../schemas/meta/rules.schema.json' with { type: 'json' };

/** The keywords that those schemas use and that a completion needs. */
export interface MetaSchema {
  $ref?: string;
  $defs?: Record<string, MetaSchema>;
  type?: string | string[];
  enum?: string[];
  description?: string;
  items?: MetaSchema;
  properties?: Record<string, MetaSchema>;
  additionalProperties?: boolean | MetaSchema;
  required?: string[];
  allOf?: MetaSchema[];
  if?: MetaSchema;
  then?: MetaSchema;
  else?: MetaSchema;
}

interface Placed {
  schema: MetaSchema;
  file: string;
}

const FILES: Record<string, MetaSchema> = {
  'page.schema.json': pageSchema as MetaSchema,
  'appendix.schema.json': appendixSchema as MetaSchema,
  'code-list.schema.json': codeListSchema as MetaSchema,
  'rules.schema.json': rulesSchema as MetaSchema,
  'report.schema.json': reportSchema as MetaSchema,
  'parts.schema.json': partsSchema as MetaSchema,
};

const OF_FOLDER: Readonly<Record<string, string>> = {
  pages: 'page.schema.json',
  appendices: 'appendix.schema.json',
  'code-lists': 'code-list.schema.json',
  rules: 'rules.schema.json',
  reports: 'report.schema.json',
};

/** All schemas that apply at the path, references followed; none where the file's kind has no schema. */
export function schemasAt(file: string, root: Node | undefined, path: JSONPath): MetaSchema[] {
  const start = OF_FOLDER[file.split('/')[0] ?? ''];
  if (start === undefined) return [];
  let at: Placed[] = [{ schema: FILES[start] ?? {}, file: start }];
  for (const [depth, segment] of path.entries()) {
    const node = root && findNodeAtLocation(root, path.slice(0, depth));
    at = at.flatMap((placed) => partsOf(placed, node)).flatMap((placed) => below(placed, segment));
  }
  const node = root && findNodeAtLocation(root, path);
  return at.flatMap((placed) => partsOf(placed, node)).map(({ schema }) => schema);
}

/** The first description that says anything. */
export const descriptionOf = (schemas: readonly MetaSchema[]): string | undefined =>
  schemas.find(({ description }) => description !== undefined)?.description;

/** What stands at a key with all that its schema refers to. */
export const schemasOfKey = (file: string, root: Node | undefined, path: JSONPath, key: string) =>
  schemasAt(file, root, [...path, key]);

function below({ schema, file }: Placed, segment: string | number): Placed[] {
  const next =
    typeof segment === 'number'
      ? schema.items
      : (schema.properties?.[segment] ??
        (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined));
  return next ? [{ schema: next, file }] : [];
}

/** The schema with all that it refers to and that applies to this node, flat; an absent node takes the last branch. */
function partsOf({ schema, file }: Placed, node: Node | undefined): Placed[] {
  const holds = (schema.if?.required ?? []).every(
    (key) => node && findNodeAtLocation(node, [key]) !== undefined,
  );
  const branch = schema.if && (holds ? schema.then : schema.else);
  return [
    { schema, file },
    ...(schema.$ref === undefined ? [] : partsOf(resolved(schema.$ref, file), node)),
    ...(schema.allOf ?? []).flatMap((part) => partsOf({ schema: part, file }, node)),
    ...(branch ? partsOf({ schema: branch, file }, node) : []),
  ];
}

function resolved(reference: string, from: string): Placed {
  const [name = '', path = ''] = reference.split('#');
  const file = name === '' ? from : name;
  const schema = path
    .split('/')
    .filter((part) => part !== '')
    .reduce<MetaSchema | undefined>(
      (at, part) => (at as Record<string, MetaSchema> | undefined)?.[part],
      FILES[file],
    );
  if (!schema) throw new Error(`schemas/meta: ${from} refers to ${reference}, which is not there`);
  return { schema, file };
}
