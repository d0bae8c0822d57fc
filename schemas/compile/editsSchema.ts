/**
 * The structure of the edits of a page as JSON Schema: by item the changed values, by group the changed rows. One schema
 * for all regions, since a case is stored whole: each item allows what any region allows.
 */
import type { Catalogue, CatalogueItem } from './catalogue.types.ts';

/** The part of JSON Schema that edits need. */
export interface EditsSchema {
  $id?: string;
  /** items of the same shape share one, which keeps the compiled code small */
  $defs?: Record<string, EditsSchema>;
  $ref?: string;
  type?: 'object' | 'array' | 'integer' | 'string' | 'boolean' | readonly string[];
  properties?: Record<string, EditsSchema>;
  required?: readonly string[];
  additionalProperties?: false;
  items?: EditsSchema;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  enum?: readonly (string | null)[];
}

/** Names the schema of a page; an identifier, since the compiled validator is exported by this name. */
export const editsSchemaId = (page: string): string => `edits_${page}`;

/** Values of these controls are codes or texts with a form of their own, which rules check. */
const NOT_MEASURED = new Set<CatalogueItem['control']>([
  'date',
  'yesNo',
  'trueOnly',
  'attachment',
  'rowReference',
]);

const NULLABLE_TEXT: EditsSchema = { type: ['string', 'null'] };

/** The schema of `editsData` for a page of the full catalogue. */
export function toEditsSchema(catalogue: Catalogue, page: string): EditsSchema {
  const items = Object.values(catalogue.items).filter((item) => item.page === page);
  const ownGroup = catalogue.pages[page]?.group ?? null;
  const groups = Object.values(catalogue.groups).filter(
    (group) => group.page === page || group.group === ownGroup,
  );
  const shapes = new Map<string, string>();
  const $defs: Record<string, EditsSchema> = {};
  const listOf = (schema: EditsSchema): EditsSchema => {
    const shape = JSON.stringify(schema);
    const name = shapes.get(shape) ?? `shape${shapes.size}`;
    shapes.set(shape, name);
    $defs[name] = { type: 'array', items: schema };
    return { $ref: `#/$defs/${name}` };
  };
  const values = items.map((item) => [item.itemId, listOf(valueSchema(catalogue, item))]);
  const rows = groups.map(({ group, groups: path }) => [group, listOf(rowSchema(path.length))]);
  return {
    $id: editsSchemaId(page),
    ...closed({ items: closed(Object.fromEntries(values)), rows: closed(Object.fromEntries(rows)) }),
    $defs,
  };
}

const closed = (properties: Record<string, EditsSchema>): EditsSchema => ({
  type: 'object',
  properties,
  additionalProperties: false,
});

/** Numbers below the depth of an address are 0; those of new rows are 0, too. */
function addressSchema(depth: number): Record<string, EditsSchema> {
  const at = (level: number): EditsSchema => ({
    type: 'integer',
    minimum: 0,
    ...(depth < level && { maximum: 0 }),
  });
  return { rowNo: at(1), rowNo2: at(2), rowNo3: at(3) };
}

function valueSchema(catalogue: Catalogue, item: CatalogueItem): EditsSchema {
  const properties = {
    ...addressSchema(item.groups.length),
    ...(item.computed === null ? entered(catalogue, item) : {}),
  };
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** What a user enters; a computed value is computed again by the server, whatever is sent. */
function entered(catalogue: Catalogue, item: CatalogueItem): Record<string, EditsSchema> {
  const overlays = Object.values(catalogue.overlays).flatMap((items) => items[item.itemId] ?? []);
  const lengths = overlays.flatMap(({ maxLength }) => maxLength ?? []);
  const isMeasured = item.maxLength !== null && !NOT_MEASURED.has(item.control);
  const text: EditsSchema = isMeasured
    ? { ...NULLABLE_TEXT, maxLength: Math.max(item.maxLength ?? 0, ...lengths) }
    : NULLABLE_TEXT;
  const nullFlavors = new Set([
    ...item.nullFlavors,
    ...overlays.flatMap(({ nullFlavors: more }) => more ?? []),
  ]);
  return {
    value: text,
    nullFlavor: { ...NULLABLE_TEXT, enum: [...nullFlavors, '', null] },
    notation: text,
  };
}

function rowSchema(depth: number): EditsSchema {
  const properties: Record<string, EditsSchema> = {
    ...addressSchema(depth),
    rowId: { type: 'string' },
    deleted: { type: 'boolean' },
  };
  return { type: 'object', properties, required: Object.keys(properties) };
}
