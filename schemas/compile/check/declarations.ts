/** All declarations of the sources with their locations, for look-up by the rules. */
import type { Node } from 'jsonc-parser';
import { memoize } from './memoize.ts';
import { elements, findingAt, members, property, textAt } from './sourceDocument.ts';
import type { Problem, SourceDocument } from './sourceDocument.ts';
import type { SourceFinding } from '../sources.types.ts';

export interface Declaration {
  kind: 'item' | 'group' | 'section';
  name: string;
  page: string;
  /** enclosing repeating groups, outermost first; a group does not include itself */
  groups: string[];
  /** its parent section or group, or the page */
  parent: string;
  /** the region whose file declares it, null for ICH */
  appendix: string | null;
  node: Node;
  document: SourceDocument;
}

export interface PageDeclaration {
  page: string;
  next: string | null;
  node: Node;
  document: SourceDocument;
}

interface CodeListDeclaration {
  codeList: string;
  /** the appendix it belongs to, null for all */
  appendix: string | null;
  node: Node;
  document: SourceDocument;
}

export interface Declarations {
  documents: SourceDocument[];
  pages: PageDeclaration[];
  /** in display order within a page, except nodes placed by appendices */
  all: Declaration[];
  codeLists: CodeListDeclaration[];
  /** of appendices: nodes whose anchor exists */
  anchored: Declaration[];
  /** of appendices: nodes whose anchor is missing */
  unanchored: Declaration[];
  /** those and their descendants: can be referenced, but their rows are unknown */
  unplaced: Declaration[];
}

/** Declarations in the order in which the compiler reads the files: by name. */
export function declarationsOf(unsorted: SourceDocument[]): Declarations {
  const documents = unsorted.toSorted((a, b) => (a.file < b.file ? -1 : 1));
  const declarations: Declarations = {
    documents,
    pages: [],
    all: [],
    codeLists: [],
    anchored: [],
    unanchored: [],
    unplaced: [],
  };
  for (const document of documents) {
    if (document.kind === 'page') declarePage(declarations, document);
    if (document.kind === 'codeList' && document.root)
      declareCodeList(declarations, document, document.root, null);
  }
  for (const document of documents) if (document.kind === 'appendix') declareAppendix(declarations, document);
  return declarations;
}

export const itemsOf = memoize(({ all }: Declarations) => all.filter(({ kind }) => kind === 'item'));
export const groupsOf = memoize(({ all }: Declarations) => all.filter(({ kind }) => kind === 'group'));

/** Includes unanchored ones: references to them are valid, and fixing the anchor suffices. */
export const namedItemsOf = memoize(({ all, unplaced }: Declarations) =>
  [...all, ...unplaced].filter(({ kind }) => kind === 'item'),
);
export const namedGroupsOf = memoize(({ all, unplaced }: Declarations) =>
  [...all, ...unplaced].filter(({ kind }) => kind === 'group'),
);

/** A finding at the value of the declaration's key, or at its name if the key is missing. */
export function findingIn(
  { document, node, name }: Pick<Declaration, 'document' | 'node' | 'name'>,
  key: string,
  problem: Problem,
): SourceFinding {
  const location = property(node, key) ?? property(node, 'itemId') ?? property(node, 'group') ?? node;
  return findingAt(document, location, { ...problem, message: `${name}: ${problem.message}` });
}

function declarePage(declarations: Declarations, document: SourceDocument): void {
  const { root } = document;
  const page = textAt(root, 'page');
  if (!root || page === undefined) return;
  declarations.pages.push({ page, next: textAt(root, 'next') ?? null, node: root, document });
  const rows = property(root, 'rows');
  const group = textAt(rows, 'group');
  const around = { page, groups: [], parent: page, appendix: null, document };
  if (rows && group !== undefined)
    declarations.all.push({ kind: 'group', name: group, node: rows, ...around });
  const groups = group === undefined ? [] : [group];
  declareContent(declarations.all, property(root, 'content'), { ...around, groups, parent: group ?? page });
}

type Around = Pick<Declaration, 'page' | 'groups' | 'parent' | 'appendix' | 'document'>;

function declareContent(into: Declaration[], content: Node | undefined, around: Around): void {
  for (const node of elements(content)) declareNode(into, node, around);
}

function declareNode(into: Declaration[], node: Node, around: Around): void {
  const declaration = declarationOf(node, around);
  if (!declaration) return;
  into.push(declaration);
  const { kind, name } = declaration;
  const groups = kind === 'group' ? [...around.groups, name] : around.groups;
  if (kind !== 'item') declareContent(into, property(node, 'content'), { ...around, groups, parent: name });
}

function declarationOf(node: Node, around: Around): Declaration | null {
  const KEYS = { itemId: 'item', group: 'group', section: 'section' } as const;
  for (const [key, kind] of Object.entries(KEYS)) {
    const name = textAt(node, key);
    if (name !== undefined) return { kind, name, node, ...around };
  }
  return null;
}

function declareAppendix(declarations: Declarations, document: SourceDocument): void {
  const { root } = document;
  const appendix = textAt(root, 'appendix') ?? '';
  for (const node of elements(property(root, 'codeLists')))
    declareCodeList(declarations, document, node, appendix);
  let waiting = ['sections', 'groups', 'items'].flatMap((key) => elements(property(root, key)));
  for (;;) {
    const remaining = waiting.filter((node) => !declareAnchored(declarations, node, document, appendix));
    if (remaining.length === waiting.length) break;
    waiting = remaining;
  }
  for (const node of waiting) {
    const page = textAt(node, 'page') ?? '';
    const around = { page, groups: [], parent: page, appendix, document };
    declarations.unanchored.push(...[declarationOf(node, around) ?? []].flat());
    declareNode(declarations.unplaced, node, around);
  }
}

/** Declares nodes whose anchor exists on their page among the declarations of ICH and the same file so far. */
function declareAnchored(
  declarations: Declarations,
  node: Node,
  document: SourceDocument,
  appendix: string,
): boolean {
  const page = textAt(node, 'page');
  const after = textAt(node, 'after');
  const anchorName = after ?? textAt(node, 'in');
  const anchor = declarations.all.find((other) => other.page === page && other.name === anchorName);
  if (page === undefined || !anchor) return false;
  if (anchor.appendix !== null && anchor.appendix !== appendix) return false;
  const inside = after === undefined;
  if (inside && anchor.kind === 'item') return false;
  const groups = inside && anchor.kind === 'group' ? [...anchor.groups, anchor.name] : anchor.groups;
  const around = { page, groups, parent: inside ? anchor.name : anchor.parent, appendix, document };
  declareNode(declarations.all, node, around);
  const declaration = declarationOf(node, around);
  if (declaration) declarations.anchored.push(declaration);
  return true;
}

function declareCodeList(
  declarations: Declarations,
  document: SourceDocument,
  node: Node,
  appendix: string | null,
): void {
  const codeList = textAt(node, 'codeList');
  if (codeList !== undefined) declarations.codeLists.push({ codeList, appendix, node, document });
}

export interface OverlayDeclaration {
  /** the item or group, or `PAGE/section` */
  name: string;
  appendix: string | null;
  key: Node;
  node: Node | undefined;
  document: SourceDocument;
}

/** The overlays of all appendices. */
export const overlaysOf = memoize(({ documents }: Declarations): OverlayDeclaration[] =>
  documents
    .filter(({ kind }) => kind === 'appendix')
    .flatMap((document) =>
      members(property(document.root, 'overlays')).map(({ key, value }) => ({
        name: String(key.value),
        appendix: textAt(document.root, 'appendix') ?? null,
        key,
        node: value,
        document,
      })),
    ),
);
