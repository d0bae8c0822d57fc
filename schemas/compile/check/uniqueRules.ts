/** Reports duplicates of unique declarations. */
import { formKeyOf } from '../compileItem.ts';
import type { SourceFinding } from '../sources.types.ts';
import { findingIn, groupsOf, itemsOf } from './declarations.ts';
import type { Declaration, Declarations } from './declarations.ts';
import { findingAt, property, textAt } from './sourceDocument.ts';
import type { DocumentKind } from './sourceDocument.ts';

export const uniqueRules = (declarations: Declarations): SourceFinding[] => [
  ...sameNames('duplicate-item', itemsOf(declarations)),
  ...sameNames('duplicate-group', groupsOf(declarations)),
  ...sameSections(declarations),
  ...sameFormKeys(declarations),
  ...sameRoles(declarations.all),
  ...sameFiles(declarations),
  ...sameCodeLists(declarations),
  ...sameLabels(declarations),
];

/** Pairs each value, from the second on, with the first of the same key. */
export function repeated<T>(values: T[], keyOf: (value: T) => string | undefined): { first: T; again: T }[] {
  const firsts = new Map<string, T>();
  return values.flatMap((value) => {
    const key = keyOf(value);
    if (key === undefined) return [];
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, value);
    return first === undefined ? [] : [{ first, again: value }];
  });
}

const where = ({ document, page }: Declaration): string => `page ${page}, ${document.file}`;

const sameNames = (rule: string, declarations: Declaration[]): SourceFinding[] =>
  repeated(declarations, ({ name }) => name).map(({ first, again }) =>
    findingIn(again, again.kind === 'item' ? 'itemId' : 'group', {
      rule,
      message: `this ${again.kind} is already on ${where(first)}`,
    }),
  );

const sameSections = ({ all }: Declarations): SourceFinding[] =>
  repeated(
    all.filter(({ kind }) => kind === 'section'),
    ({ page, name }) => `${page}|${name}`,
  ).map(({ again }) =>
    findingIn(again, 'section', {
      rule: 'duplicate-section',
      message: `page ${again.page} has two sections of this name`,
    }),
  );

const sameFormKeys = (declarations: Declarations): SourceFinding[] =>
  repeated(itemsOf(declarations), ({ name }) => formKeyOf(name).toLowerCase())
    .filter(({ first, again }) => first.name !== again.name)
    .map(({ first, again }) =>
      findingIn(again, 'itemId', {
        rule: 'duplicate-form-key',
        message: `the id differs from ${first.name} only in case, or in characters that a form cannot distinguish; choose another`,
      }),
    );

const sameRoles = (declarations: Declaration[]): SourceFinding[] =>
  repeated(declarations, ({ node }) => textAt(node, 'role')).map(({ first, again }) =>
    findingIn(again, 'role', {
      rule: 'role-twice',
      message: `"role" ${textAt(again.node, 'role')} is already given to ${first.name}`,
    }),
  );

/** The declaration of a whole file, by its naming key. */
const FILES: Readonly<Partial<Record<DocumentKind, string>>> = {
  page: 'page',
  appendix: 'appendix',
  report: 'report',
  obligations: 'receiver',
  receivers: 'receivers',
  dictionary: 'dictionary',
  list: 'list',
  query: 'query',
};

const sameFiles = ({ documents }: Declarations): SourceFinding[] =>
  repeated(documents, ({ kind, root }) => {
    const name = textAt(root, FILES[kind] ?? '');
    return name === undefined ? undefined : `${kind}|${name}`;
  }).flatMap(({ first, again }) => {
    const key = FILES[again.kind] ?? '';
    const location = property(again.root, key);
    const message = `${first.file} and ${again.file} are both ${key} ${textAt(again.root, key)}`;
    return location ? [findingAt(again, location, { rule: `duplicate-${key}`, message })] : [];
  });

const sameCodeLists = ({ codeLists }: Declarations): SourceFinding[] =>
  repeated(codeLists, ({ codeList }) => codeList).map(({ first, again }) =>
    findingAt(again.document, property(again.node, 'codeList') ?? again.node, {
      rule: 'duplicate-code-list',
      message: `code list ${again.codeList} is already in ${first.document.file}`,
    }),
  );

/** Two adjacent fields must have different labels. */
const sameLabels = (declarations: Declarations): SourceFinding[] =>
  repeated(itemsOf(declarations), ({ page, parent, node }) => {
    const label = textAt(property(node, 'label'), 'en');
    return label === undefined ? undefined : `${page}|${parent}|${label}`;
  })
    .filter(({ first, again }) => first.document === again.document)
    .map(({ first, again }) =>
      findingIn(again, 'label', {
        rule: 'same-label',
        severity: 'warning',
        message: `"label" is the same as that of ${first.name} in the same place`,
      }),
    );
