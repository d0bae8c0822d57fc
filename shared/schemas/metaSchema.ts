/** What the JSON Schemas of the schema files (`schemas/meta`) allow at a position of a possibly incomplete text. */
import { findNodeAtLocation } from 'jsonc-parser';
import type { JSONPath, Node } from 'jsonc-parser';
import { partsOf, schemaIn } from '../../schemas/compile/check/schemaParts.ts';
import type { SchemaPart } from '../../schemas/compile/check/schemaParts.ts';
import { FILE_OF } from '../../schemas/compile/check/shapes.ts';
import type { Schema } from '../../schemas/compile/check/shapes.ts';
import { sourceKind } from '../../schemas/compile/sourceFiles.ts';

/** All schemas that apply at the path, with references resolved; none for a kind of file without a schema. */
export function schemasAt(file: string, root: Node | undefined, path: JSONPath): Schema[] {
  const kind = sourceKind(file);
  if (kind === null) return [];
  let at: SchemaPart[] = [schemaIn(FILE_OF[kind])];
  for (const [depth, segment] of path.entries()) {
    const node = root && findNodeAtLocation(root, path.slice(0, depth));
    at = at.flatMap((part) => partsOf(part, node)).flatMap((part) => below(part, segment));
  }
  const node = root && findNodeAtLocation(root, path);
  return at.flatMap((part) => partsOf(part, node)).map(({ schema }) => schema);
}

/** The first non-empty description. */
export const descriptionOf = (schemas: readonly Schema[]): string | undefined =>
  schemas.find(({ description }) => description !== undefined)?.description;

function below({ schema, file }: SchemaPart, segment: string | number): SchemaPart[] {
  const next =
    typeof segment === 'number'
      ? schema.items
      : (schema.properties?.[segment] ??
        (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined));
  return next ? [{ schema: next, file }] : [];
}
