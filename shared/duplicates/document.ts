/** What a case says of the compared fields: the search document that is kept beside it. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../case/caseContent.ts';
import type { RowPath } from '../case/itemAddress.ts';
import { caseReader } from '../expressions/caseReader.ts';
import type { CaseReader } from '../expressions/caseReader.types.ts';
import type { CodeChoice, DuplicateCheck, DuplicateField } from './descriptor.ts';
import { normalised } from './normalise.ts';

/** One thing an item says. `kin`: what is near it without being the same, a substance or a broader term. */
export interface Part {
  itemId: string;
  as: 'text' | 'code' | 'kin';
  value: string;
  /** code of the unit of a number */
  unit?: string;
}

/** What one row, or one item, says of a field. */
export type Said = readonly Part[];

export interface DuplicateDocument {
  /** is the report one of a clinical trial? */
  trial: boolean;
  /** by field; nothing said: the field is not there */
  said: Readonly<Record<string, readonly Said[]>>;
}

/** Codes of the broader terms of a coded term, nearest first; none where the dictionary is not there. */
export type BroaderTerms = (item: CatalogueItem, code: string) => readonly string[];

/**
 * The document of a content that holds the pages of the roles that are read. Null flavors, struck rows and texts that
 * only say that nothing is known say nothing.
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

/** The document without what these items say; `mayRead` is asked by item id. */
export const readable = (
  { trial, said }: DuplicateDocument,
  mayRead: (itemId: string) => boolean,
): DuplicateDocument => ({
  trial,
  said: Object.fromEntries(
    Object.entries(said).flatMap(([field, values]) => {
      const left = values
        .map((parts) => parts.filter(({ itemId }) => mayRead(itemId)))
        .filter((parts) => parts.length > 0);
      return left.length > 0 ? [[field, left]] : [];
    }),
  ),
});

function factsOf(check: DuplicateCheck, catalogue: Catalogue, content: CaseContent, broader: BroaderTerms) {
  const reader = caseReader(catalogue, content);
  const unsaid = new Set(check.unsaid.map(normalised));
  const itemOf = (role: string) => catalogue.items[catalogue.roles[role] ?? ''];
  const valueAt = (role: string, path: RowPath): string | null =>
    reader.item(catalogue.roles[role] ?? '', path)?.value ?? null;
  /** does the item say one of the codes, at the path or in the row around it? */
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
  const inRow = (field: DuplicateField, row: RowPath): Said =>
    rolesOf(field).flatMap((role) => {
      const item = itemOf(role);
      return item ? pathsOf(reader, item.groups, row).flatMap((path) => partsAt(field, role, path)) : [];
    });
  return {
    chose,
    saidOf: (field: DuplicateField): Said[] => {
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

/** What an item with the role says of the field. */
export const asOf = ({ compare, codeRoles = [], kinRoles = [] }: DuplicateField, role: string): Part['as'] =>
  kinRoles.includes(role) ? 'kin' : compare === 'code' || codeRoles.includes(role) ? 'code' : 'text';

/** The rows of the innermost of nested groups, below a row of the outermost ones. */
function pathsOf(reader: CaseReader, groups: readonly string[], below: RowPath): readonly RowPath[] {
  return groups
    .slice(below.length)
    .reduce<readonly RowPath[]>((paths, group) => paths.flatMap((path) => reader.rows(group, path)), [below]);
}
