/** The search document of a case: its content of the compared fields, stored beside the case. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../case/caseContent.ts';
import type { RowPath } from '../case/itemAddress.ts';
import { caseReader } from '../expressions/caseReader.ts';
import type { CaseReader } from '../expressions/caseReader.types.ts';
import type { CodeChoice, DuplicateCheck, DuplicateField } from './descriptor.ts';
import { normalised } from './normalise.ts';

/** One value of an item. `kin`: related without being equal, a substance or a broader term. */
export interface Part {
  itemId: string;
  as: 'text' | 'code' | 'kin';
  value: string;
  /** code of the unit of a number */
  unit?: string;
}

/** The content of a field in one row, or of one item. */
export type FieldContent = readonly Part[];

export interface DuplicateDocument {
  /** whether the report is from a clinical trial */
  trial: boolean;
  /** by field; fields without content are absent */
  said: Readonly<Record<string, readonly FieldContent[]>>;
}

/** Codes of the broader terms of a coded term, nearest first; empty without the dictionary. */
export type BroaderTerms = (item: CatalogueItem, code: string) => readonly string[];

/**
 * The document of a content that includes the pages of the read roles. Null flavors, deleted rows and texts for an
 * unknown value count as no content.
 */
export function documentOf(
  check: DuplicateCheck,
  catalogue: Catalogue,
  content: CaseContent,
  broader: BroaderTerms,
): DuplicateDocument {
  const facts = factsOf(check, catalogue, content, broader);
  const said = check.fields.map((field) => [field.field, facts.saidOf(field)] as const);
  return {
    trial: facts.chose(check.trial, []),
    said: Object.fromEntries(said.filter(([, values]) => values.length > 0)),
  };
}

/** The document without the content of items that `mayRead` rejects. */
export const readable = (
  { trial, said }: DuplicateDocument,
  mayRead: (itemId: string) => boolean,
): DuplicateDocument => ({
  trial,
  said: Object.fromEntries(
    Object.entries(said).flatMap(([field, values]) => {
      const remaining = values
        .map((parts) => parts.filter(({ itemId }) => mayRead(itemId)))
        .filter((parts) => parts.length > 0);
      return remaining.length > 0 ? [[field, remaining]] : [];
    }),
  ),
});

function factsOf(check: DuplicateCheck, catalogue: Catalogue, content: CaseContent, broader: BroaderTerms) {
  const reader = caseReader(catalogue, content);
  const unsaid = new Set(check.unsaid.map(normalised));
  const itemOf = (role: string) => catalogue.items[catalogue.roles[role] ?? ''];
  const valueAt = (role: string, path: RowPath): string | null =>
    reader.item(catalogue.roles[role] ?? '', path)?.value ?? null;
  /** whether the item has one of the codes, at the path or in the enclosing row */
  const chose = ({ role, codes }: CodeChoice, path: RowPath): boolean => {
    const depth = itemOf(role)?.groups.length ?? 0;
    return codes.includes(valueAt(role, path.slice(0, depth)) ?? '');
  };
  const textsAt = ({ itemId }: CatalogueItem, path: RowPath): string[] => {
    const { value, notation } = reader.item(itemId, path) ?? {};
    return [value, notation].filter((text): text is string => {
      const words = normalised(text ?? '');
      return words !== '' && !unsaid.has(words);
    });
  };
  const partsAt = (field: DuplicateField, role: string, path: RowPath): Part[] => {
    const item = itemOf(role);
    if (!item) return [];
    const { itemId } = item;
    const as = asOf(field, role);
    return textsAt(item, path).flatMap((value): Part[] => {
      const unit = field.unit ? (valueAt(field.unit.role, path) ?? undefined) : undefined;
      const [same, near] = as === 'code' && item.dictionary ? broader(item, value) : [];
      return [
        { itemId, as, value, ...(unit && { unit }) },
        ...(same ? [{ itemId, as, value: same }] : []),
        ...(near ? [{ itemId, as: 'kin' as const, value: near }] : []),
      ];
    });
  };
  const rolesOf = ({ codeRoles = [], roles, kinRoles = [] }: DuplicateField) => [
    ...roles,
    ...codeRoles,
    ...kinRoles,
  ];
  const inRow = (field: DuplicateField, row: RowPath): FieldContent =>
    rolesOf(field).flatMap((role) => {
      const item = itemOf(role);
      return item ? pathsOf(reader, item.groups, row).flatMap((path) => partsAt(field, role, path)) : [];
    });
  return {
    chose,
    saidOf: (field: DuplicateField): FieldContent[] => {
      const group = catalogue.groupRoles[field.rows ?? ''];
      const values = group
        ? reader
            .rows(group, [])
            .filter((row) => !(field.except ?? []).some((choice) => chose(choice, row)))
            .map((row) => inRow(field, row))
        : rolesOf(field).flatMap((role) =>
            pathsOf(reader, itemOf(role)?.groups ?? [], []).map((path) => partsAt(field, role, path)),
          );
      return values.filter((parts) => parts.length > 0);
    },
  };
}

/** The content that an item with the role adds to the field. */
export const asOf = ({ compare, codeRoles = [], kinRoles = [] }: DuplicateField, role: string): Part['as'] =>
  kinRoles.includes(role) ? 'kin' : compare === 'code' || codeRoles.includes(role) ? 'code' : 'text';

/** The rows of the innermost of nested groups, below a row of the outermost one. */
function pathsOf(reader: CaseReader, groups: readonly string[], below: RowPath): readonly RowPath[] {
  return groups
    .slice(below.length)
    .reduce<readonly RowPath[]>((paths, group) => paths.flatMap((path) => reader.rows(group, path)), [below]);
}
