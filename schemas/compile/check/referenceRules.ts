/** What is named must be there, and where it is expected. */
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import { closest } from './closest.ts';
import { groupsOf, itemsOf, namedItemsOf, overlaysOf } from './declarations.ts';
import type { Declarations } from './declarations.ts';
import { once } from './remembered.ts';
import { elements, findingAt, members, property, textAt, textsOf } from './sourceDocument.ts';
import type { SourceDocument } from './sourceDocument.ts';

/** The authorities an appendix may not exist for yet. */
const AUTHORITIES = ['ICH', 'FDA', 'MFDS', 'PMDA', 'EMA', 'NMPA'];

export const referenceRules = (declarations: Declarations): SourceFinding[] => [
  ...summaries(declarations),
  ...named(declarations).flatMap((thing) => [
    ...codeList(declarations, thing),
    ...boxes(declarations, thing),
    ...texts(declarations, thing),
    ...conformances(declarations, thing),
  ]),
];

/** An item or overlay: what names code lists, boxes and authorities. */
interface Thing {
  name: string;
  appendix: string | null;
  node: Node | undefined;
  document: SourceDocument;
}

const named = (declarations: Declarations): Thing[] => [
  ...namedItemsOf(declarations),
  ...overlaysOf(declarations),
];

/** Columns of a row list are items of the row, or of rows inside it. */
const summaries = (declarations: Declarations): SourceFinding[] =>
  groupsOf(declarations).flatMap((group) => {
    const inside = itemsOf(declarations)
      .filter(({ groups }) => groups.includes(group.name))
      .map(({ name }) => name);
    // an item without a place may be meant to stand here
    const known = new Set([...inside, ...declarations.unplaced.map(({ name }) => name)]);
    return textsOf(property(group.node, 'summary'))
      .filter(({ text }) => !known.has(text))
      .map(({ text, node }) =>
        findingAt(group.document, node, {
          rule: 'unknown-summary-item',
          message: `${group.name}: "summary" names ${text}, which is no item of this group`,
          meant: closest(text, inside),
        }),
      );
  });

function codeList(declarations: Declarations, { name, node, document, appendix }: Thing): SourceFinding[] {
  const place = property(node, 'codeList');
  const asked = textAt(node, 'codeList');
  if (!place || asked === undefined) return [];
  const found = declarations.codeLists.find((list) => list.codeList === asked);
  if (!found) {
    const meant = closest(
      asked,
      declarations.codeLists.map((list) => list.codeList),
    );
    const message = `${name}: "codeList" names ${asked}, which is not there`;
    return [findingAt(document, place, { rule: 'unknown-code-list', message, meant })];
  }
  if (found.appendix === null || found.appendix === appendix) return [];
  const message = `${name}: "codeList" names ${asked}, which is a list of appendix ${found.appendix}; lists for all stand in code-lists`;
  return [findingAt(document, place, { rule: 'code-list-of-other-appendix', severity: 'warning', message })];
}

/** The boxes of all printed forms, as `REPORT/BOX`. */
const boxesOf = once(
  ({ documents }: Declarations): Set<string> =>
    new Set(
      documents
        .filter(({ kind }) => kind === 'report')
        .flatMap(({ root }) =>
          elements(property(root, 'boxes')).map((box) => `${textAt(root, 'report')}/${textAt(box, 'box')}`),
        ),
    ),
);

function boxes(declarations: Declarations, { name, node, document }: Thing): SourceFinding[] {
  const asked = textsOf(property(node, 'boxes'));
  if (asked.length === 0) return [];
  const known = boxesOf(declarations);
  return asked
    .filter(({ text }) => !known.has(text))
    .map(({ text, node: place }) =>
      findingAt(document, place, {
        rule: 'unknown-box',
        message: `${name}: "boxes" names ${text}, which no report has`,
        meant: closest(text, known),
      }),
    );
}

function texts(declarations: Declarations, { name, node, document }: Thing): SourceFinding[] {
  const asked = textsOf(property(node, 'saidIn'));
  if (asked.length === 0) return [];
  const all = [...itemsOf(declarations), ...declarations.unplaced];
  const known = new Set(all.map((item) => item.name));
  return asked
    .filter(({ text }) => !known.has(text))
    .map(({ text, node: place }) =>
      findingAt(document, place, {
        rule: 'unknown-text',
        message: `${name}: "saidIn" names ${text}, which is no item`,
        meant: closest(text, known),
      }),
    );
}

/** Whose rules and conformances there are: the known authorities and those of the files. */
const authoritiesOf = once(
  ({ documents }: Declarations): Set<string> =>
    new Set([...AUTHORITIES, ...documents.flatMap(({ root }) => textAt(root, 'authority') ?? [])]),
);

/** The profiles of each authority. */
export const profilesOf = once(({ documents }: Declarations): Map<string, Set<string>> => {
  const found = new Map<string, Set<string>>();
  for (const { root } of documents) {
    const authority = textAt(root, 'authority') ?? '';
    const own = elements(property(root, 'profiles')).flatMap((profile) => textAt(profile, 'profile') ?? []);
    if (own.length > 0) found.set(authority, new Set([...(found.get(authority) ?? []), ...own]));
  }
  return found;
});

function conformances(declarations: Declarations, { name, node, document }: Thing): SourceFinding[] {
  const asked = members(property(node, 'required'));
  if (asked.length === 0) return [];
  const authorities = authoritiesOf(declarations);
  const profiles = profilesOf(declarations);
  return asked.flatMap(({ key }) => {
    const said = String(key.value);
    const [authority = '', profile] = said.split('/');
    const rest = profile === undefined ? '' : `/${profile}`;
    if (!authorities.has(authority)) {
      const near = closest(authority, authorities);
      const message = `${name}: "required" names authority ${authority}, which is not known`;
      const meant = near && near + rest;
      return [findingAt(document, key, { rule: 'unknown-authority', message, meant })];
    }
    const known = profiles.get(authority);
    // an authority whose profiles nobody has written down yet may have any
    if (profile === undefined || !known || known.has(profile)) return [];
    const near = closest(profile, known);
    const message = `${name}: "required" names profile ${profile}, which ${authority} does not have`;
    const meant = near && `${authority}/${near}`;
    return [findingAt(document, key, { rule: 'unknown-profile', message, meant })];
  });
}
