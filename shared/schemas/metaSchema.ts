/** What the JSON Schemas of the schema files (`schemas/meta`) allow at a place in a text that may be half written. */
import { findNodeAtLocation } from 'jsonc-parser';
import type { JSONPath, Node } from 'jsonc-parser';
import { partsOf, schemaIn } from '../../schemas/compile/check/schemaParts.ts';
import type { Placed } from '../../schemas/compile/check/schemaParts.ts';
import { FILE_OF } from '../../schemas/compile/check/shapes.ts';
import type { Schema } from '../../schemas/compile/check/shapes.ts';
import { sourceKind } from '../../schemas/compile/sourceFiles.ts';

/** All schemas that apply at the path, references followed; none where the file's kind has no schema. */
export function schemasAt(file: string, root: Node | undefined, path: JSONPath): Schema[] {
  const kind = sourceKind(file);
  if (kind === null) return [];
  let at: Placed[] = [schemaIn(FILE_OF[kind])];
  for (const [depth, segment] of path.entries()) {
    const node = root && findNodeAtLocation(root, path.slice(0, depth));
    at = at.flatMap((placed) => partsOf(placed, node)).flatMap((placed) => below(placed, segment));
  }
  const node = root && findNodeAtLocation(root, path);
  return at.flatMap((placed) => partsOf(placed, node)).map(({ schema }) => schema);
}

/** The first description that says anything. */
export const descriptionOf = (schemas: readonly Schema[]): string | undefined =>
  schemas.find(({ description }) => description !== undefined)?.description;

function below({ schema, file }: Placed, segment: string | number): Placed[] {
  const next =
    typeof segment === 'number'
      ? schema.items
      : (schema.properties?.[segment] ??
        (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined));
  return next ? [{ schema: next, file }] : [];
}
