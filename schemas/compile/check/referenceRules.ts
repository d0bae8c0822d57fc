/** References resolve to declarations in a valid context. */
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import { closest } from './closest.ts';
import { groupsOf, itemsOf, namedItemsOf, overlaysOf } from './declarations.ts';
import type { Declarations } from './declarations.ts';
import { memoize } from './memoize.ts';
import { elements, findingAt, members, property, textAt, textsOf } from './sourceDocument.ts';
import type { SourceDocument } from './sourceDocument.ts';
import { referenceAt, unknownNames } from './unknownNames.ts';

/** Authorities that may not have an appendix yet. */
const AUTHORITIES = ['ICH', 'FDA', 'MFDS', 'PMDA', 'EMA', 'NMPA'];

export const referenceRules = (declarations: Declarations): SourceFinding[] => [
  ...summaries(declarations),
  ...referrersOf(declarations).flatMap((referrer) => [
    ...codeList(declarations, referrer),
    ...boxes(declarations, referrer),
    ...texts(declarations, referrer),
    ...conformances(declarations, referrer),
  ]),
];

/** An item or overlay with references to code lists, boxes and authorities. */
interface Referrer {
  name: string;
  appendix: string | null;
  node: Node | undefined;
  document: SourceDocument;
}

const referrersOf = (declarations: Declarations): Referrer[] => [
  ...namedItemsOf(declarations),
  ...overlaysOf(declarations),
];

/** Columns of a row list are items of the row, or of nested rows. */
function summaries(declarations: Declarations): SourceFinding[] {
  const unplaced = new Set(declarations.unplaced.map(({ name }) => name));
  return groupsOf(declarations).flatMap((group) => {
    const inside = itemsOf(declarations)
      .filter(({ groups }) => groups.includes(group.name))
      .map(({ name }) => name);
    // an unanchored item may belong here
    const named = textsOf(property(group.node, 'summary')).filter(({ text }) => !unplaced.has(text));
    return unknownNames(group.document, named, inside, (name) => ({
      rule: 'unknown-summary-item',
      message: `${group.name}: "summary" names ${name}, which is not an item of this group`,
    }));
  });
}

function codeList(declarations: Declarations, { name, node, document, appendix }: Referrer): SourceFinding[] {
  const location = property(node, 'codeList');
  const requested = textAt(node, 'codeList');
  if (!location || requested === undefined) return [];
  const found = declarations.codeLists.find((list) => list.codeList === requested);
  if (!found) {
    const suggestion = closest(
      requested,
      declarations.codeLists.map((list) => list.codeList),
    );
    const message = `${name}: "codeList" names ${requested}, which does not exist`;
    return [findingAt(document, location, { rule: 'unknown-code-list', message, suggestion })];
  }
  if (found.appendix === null || found.appendix === appendix) return [];
  const message = `${name}: "codeList" names ${requested}, which is a list of appendix ${found.appendix}; shared lists are in code-lists`;
  return [
    findingAt(document, location, { rule: 'code-list-of-other-appendix', severity: 'warning', message }),
  ];
}

/** The boxes of all printed forms, as `REPORT/BOX`. */
const boxesOf = memoize(
  ({ documents }: Declarations): Set<string> =>
    new Set(
      documents
        .filter(({ kind }) => kind === 'report')
        .flatMap(({ root }) =>
          elements(property(root, 'boxes')).map((box) => `${textAt(root, 'report')}/${textAt(box, 'box')}`),
        ),
    ),
);

function boxes(declarations: Declarations, { name, node, document }: Referrer): SourceFinding[] {
  const requested = textsOf(property(node, 'boxes'));
  if (requested.length === 0) return [];
  const known = boxesOf(declarations);
  return unknownNames(document, requested, known, (box) => ({
    rule: 'unknown-box',
    message: `${name}: "boxes" names ${box}, which no report has`,
  }));
}

/** The items beside a coded one that it names. */
function texts(declarations: Declarations, { name, node, document }: Referrer): SourceFinding[] {
  const requested = {
    saidIn: textsOf(property(node, 'saidIn')),
    dictionaryFrom: referenceAt(node, 'dictionaryFrom'),
  };
  if (Object.values(requested).every(({ length }) => length === 0)) return [];
  const known = new Set([...itemsOf(declarations), ...declarations.unplaced].map((item) => item.name));
  return Object.entries(requested).flatMap(([key, references]) =>
    unknownNames(document, references, known, (other) => ({
      rule: 'unknown-text',
      message: `${name}: "${key}" names ${other}, which is not an item`,
    })),
  );
}

/** Authorities of rules and conformances: the known ones and those of the files. */
const authoritiesOf = memoize(
  ({ documents }: Declarations): Set<string> =>
    new Set([...AUTHORITIES, ...documents.flatMap(({ root }) => textAt(root, 'authority') ?? [])]),
);

/** The profiles of each authority. */
export const profilesOf = memoize(({ documents }: Declarations): Map<string, Set<string>> => {
  const found = new Map<string, Set<string>>();
  for (const { root } of documents) {
    const authority = textAt(root, 'authority') ?? '';
    const own = elements(property(root, 'profiles')).flatMap((profile) => textAt(profile, 'profile') ?? []);
    if (own.length > 0) found.set(authority, new Set([...(found.get(authority) ?? []), ...own]));
  }
  return found;
});

function conformances(declarations: Declarations, { name, node, document }: Referrer): SourceFinding[] {
  const requested = members(property(node, 'required'));
  if (requested.length === 0) return [];
  const authorities = authoritiesOf(declarations);
  const profiles = profilesOf(declarations);
  return requested.flatMap(({ key }) => {
    const written = String(key.value);
    const [authority = '', profile] = written.split('/');
    const rest = profile === undefined ? '' : `/${profile}`;
    if (!authorities.has(authority)) {
      const near = closest(authority, authorities);
      const message = `${name}: "required" names authority ${authority}, which is not known`;
      const suggestion = near && near + rest;
      return [findingAt(document, key, { rule: 'unknown-authority', message, suggestion })];
    }
    const known = profiles.get(authority);
    // an authority without declared profiles may have any
    if (profile === undefined || !known || known.has(profile)) return [];
    const near = closest(profile, known);
    const message = `${name}: "required" names profile ${profile}, which ${authority} does not have`;
    const suggestion = near && `${authority}/${near}`;
    return [findingAt(document, key, { rule: 'unknown-profile', message, suggestion })];
  });
}
