/** What is named must be there, and where it is expected. */
import type { SourceFinding } from '../sources.types.ts';
import { findingIn, groupsOf, itemsOf, overlaysOf } from './declarations.ts';
import type { Declaration, Declarations } from './declarations.ts';
import { didYouMean } from './didYouMean.ts';
import { findingAt, property, textAt, textsOf } from './sourceDocument.ts';

export const referenceRules = (declarations: Declarations): SourceFinding[] => [
  ...pageNames(declarations),
  ...placements(declarations),
  ...attachments(declarations),
  ...summaries(declarations),
  ...rowsOfGroups(declarations),
  ...codeLists(declarations),
  ...overlays(declarations),
];

const names = (declarations: { name: string }[]): string[] => declarations.map(({ name }) => name);

/** `next` names a page, and following it from anywhere comes to an end. */
function pageNames({ pages }: Declarations): SourceFinding[] {
  const byName = new Map(pages.map((page) => [page.page, page]));
  return pages.flatMap((page): SourceFinding[] => {
    if (page.next === null) return [];
    const place = property(page.node, 'next') ?? page.node;
    const at = (rule: string, message: string) => [
      findingAt(page.document, place, { rule, message: `${page.page}: ${message}` }),
    ];
    if (!byName.has(page.next)) {
      return at(
        'unknown-page',
        `"next" names page ${page.next}, which is not there${didYouMean(page.next, byName.keys())}`,
      );
    }
    const leading = pages.find((other) => other !== page && other.next === page.next);
    if (leading && pages.indexOf(leading) < pages.indexOf(page)) {
      return at('next-twice', `"next" names ${page.next}, which follows ${leading.page} already`);
    }
    const passed = [page.page];
    for (let at = byName.get(page.next); at && !passed.includes(at.page); at = byName.get(at.next ?? '')) {
      passed.push(at.page);
      if (at.next === page.page) {
        const message = `"next" goes round in a circle: ${[...passed, page.page].join(' > ')}`;
        return [
          findingAt(page.document, place, { rule: 'next-cyclic', message: `${page.page}: ${message}` }),
        ];
      }
    }
    return [];
  });
}

/** What an appendix adds finds its page and its anchor on that page. */
function placements({ pages, placeless, all }: Declarations): SourceFinding[] {
  const pageNames = pages.map(({ page }) => page);
  return placeless.map((placed): SourceFinding => {
    const { page, node } = placed;
    const key = textAt(node, 'after') === undefined ? 'in' : 'after';
    const anchor = textAt(node, key);
    if (!pageNames.includes(page)) {
      const message = `"page" names ${page}, which is not there${didYouMean(page, pageNames)}`;
      return findingIn(placed, 'page', { rule: 'unknown-page', message });
    }
    if (anchor === undefined) {
      const message = `has no place: say "after" which item or "in" which section it stands`;
      return findingIn(placed, 'page', { rule: 'missing-placement', message });
    }
    const elsewhere = all.find(({ name }) => name === anchor);
    if (elsewhere) {
      const message = `"${key}" names ${anchor}, which stands on page ${elsewhere.page}, not on ${page}`;
      return findingIn(placed, key, { rule: 'anchor-on-other-page', message });
    }
    const onPage = names([...all, ...placeless].filter((other) => other.page === page && other !== placed));
    const message = `"${key}" names ${anchor}, which page ${page} does not have${didYouMean(anchor, onPage)}`;
    return findingIn(placed, key, { rule: 'unknown-anchor', message });
  });
}

const ATTACHING = ['unitOf', 'versionOf', 'textOf'] as const;

/** Unit, version and text are drawn with an item of the same rows, one of each kind. */
function attachments(declarations: Declarations): SourceFinding[] {
  const items = itemsOf(declarations);
  const byName = new Map(items.map((item) => [item.name, item]));
  return ATTACHING.flatMap((key) => {
    const taken = new Map<string, string>();
    return items.flatMap((item): SourceFinding[] => {
      const ownerName = textAt(item.node, key);
      if (ownerName === undefined) return [];
      const owner = byName.get(ownerName);
      if (!owner) {
        const message = `"${key}" names ${ownerName}, which is not there${didYouMean(ownerName, byName.keys())}`;
        return [findingIn(item, key, { rule: 'unknown-item', message })];
      }
      if (owner.page !== item.page || owner.groups.join() !== item.groups.join()) {
        const message = `"${key}" names ${ownerName}, which does not stand in the same rows`;
        return [findingIn(item, key, { rule: 'attached-elsewhere', message })];
      }
      const other = taken.get(ownerName);
      taken.set(ownerName, item.name);
      if (other === undefined) return [];
      return [
        findingIn(item, key, {
          rule: 'attached-twice',
          message: `"${key}" ${ownerName} is said of ${other} already`,
        }),
      ];
    });
  });
}

/** Columns of a row list are items of the row, or of rows inside it. */
const summaries = (declarations: Declarations): SourceFinding[] =>
  groupsOf(declarations).flatMap((group) => {
    const inside = names(itemsOf(declarations).filter(({ groups }) => groups.includes(group.name)));
    return textsOf(property(group.node, 'summary'))
      .filter(({ text }) => !inside.includes(text))
      .map(({ text, node }) =>
        findingAt(group.document, node, {
          rule: 'unknown-summary-item',
          message: `${group.name}: "summary" names ${text}, which is no item of this group${didYouMean(text, inside)}`,
        }),
      );
  });

function rowsOfGroups(declarations: Declarations): SourceFinding[] {
  const groups = names(groupsOf(declarations));
  return groupsOf(declarations).flatMap((group) => {
    const rowsOf = textAt(group.node, 'rowsOf');
    if (rowsOf === undefined || groups.includes(rowsOf)) return [];
    const message = `"rowsOf" names group ${rowsOf}, which is not there${didYouMean(rowsOf, groups)}`;
    return [findingIn(group, 'rowsOf', { rule: 'unknown-group', message })];
  });
}

function codeLists(declarations: Declarations): SourceFinding[] {
  const known = declarations.codeLists.map(({ codeList }) => codeList);
  const fromItems = [...itemsOf(declarations), ...declarations.placeless].map(({ name, node, document }) => ({
    name,
    node,
    document,
  }));
  const fromOverlays = overlaysOf(declarations).map(({ itemId, node, document }) => ({
    name: itemId,
    node,
    document,
  }));
  return [...fromItems, ...fromOverlays].flatMap(({ name, node, document }) => {
    const place = property(node, 'codeList');
    const codeList = textAt(node, 'codeList');
    if (!place || codeList === undefined || known.includes(codeList)) return [];
    const message = `${name}: "codeList" names ${codeList}, which is not there${didYouMean(codeList, known)}`;
    return [findingAt(document, place, { rule: 'unknown-code-list', message })];
  });
}

function overlays(declarations: Declarations): SourceFinding[] {
  const known: Declaration[] = itemsOf(declarations);
  return overlaysOf(declarations)
    .filter(({ itemId }) => !known.some(({ name }) => name === itemId))
    .map(({ itemId, key, document }) =>
      findingAt(document, key, {
        rule: 'overlay-unknown-item',
        message: `overlays: item ${itemId} is not there${didYouMean(itemId, names(known))}`,
      }),
    );
}
