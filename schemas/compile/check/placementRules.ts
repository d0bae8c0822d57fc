/** Nodes of an appendix have an existing page and an existing anchor on it. */
import type { SourceFinding } from '../sources.types.ts';
import { closest } from './closest.ts';
import { findingIn } from './declarations.ts';
import type { Declaration, Declarations } from './declarations.ts';
import { property, textAt } from './sourceDocument.ts';
import type { Problem } from './sourceDocument.ts';

export const placementRules = (declarations: Declarations): SourceFinding[] => [
  ...declarations.unanchored.flatMap((declaration) => unanchoredFinding(declarations, declaration) ?? []),
  ...declarations.anchored.flatMap((declaration) => [
    ...twoAnchors(declaration),
    ...ambiguous(declarations, declaration),
  ]),
];

/** Null if it only depends on another unanchored node. */
function unanchoredFinding(declarations: Declarations, declaration: Declaration): SourceFinding | null {
  const { page, node } = declaration;
  const pages = declarations.pages.map((other) => other.page);
  const key = textAt(node, 'after') === undefined ? 'in' : 'after';
  const at = (where: string, problem: Problem) => findingIn(declaration, where, problem);
  if (!pages.includes(page)) {
    const message = `"page" names ${page}, which does not exist`;
    return at('page', { rule: 'unknown-page', message, suggestion: closest(page, pages) });
  }
  const anchor = textAt(node, key);
  if (anchor === undefined) {
    const message = `has no position: name an item in "after" or a section in "in"`;
    return at('page', { rule: 'missing-placement', message });
  }
  const problem = missingAnchorFinding(declarations, declaration, key, anchor);
  return problem && at(key, problem);
}

function missingAnchorFinding(
  { all, unanchored, unplaced }: Declarations,
  declaration: Declaration,
  key: string,
  anchor: string,
): Problem | null {
  const { page } = declaration;
  const candidates = all.filter(({ name }) => name === anchor);
  const sameNamed = candidates.find((other) => other.page === page);
  if (sameNamed && sameNamed.appendix !== null && sameNamed.appendix !== declaration.appendix) {
    const message = `"${key}" names ${anchor}, which appendix ${sameNamed.appendix} brings; name something of ICH or of this file`;
    return { rule: 'anchor-of-other-appendix', message };
  }
  if (sameNamed?.kind === 'item' && key === 'in') {
    return {
      rule: 'in-an-item',
      message: `"in" names ${anchor}, an item, which has no content; use "after"`,
    };
  }
  if (candidates[0] && !sameNamed) {
    const message = `"${key}" names ${anchor}, which is on page ${candidates[0].page}, not on ${page}`;
    return { rule: 'anchor-on-other-page', message };
  }
  const circle = circleFrom(unanchored, declaration);
  if (circle) {
    const message = `"${key}" goes round in a circle: ${circle.join(' > ')}`;
    return { rule: 'placement-cyclic', message };
  }
  const waits = unplaced.some((other) => other.page === page && other.name === anchor);
  if (waits) return null;
  const onPage = [...all, ...unplaced].filter(
    (other) => other.page === page && other.node !== declaration.node,
  );
  const message = `"${key}" names ${anchor}, which page ${page} does not have`;
  const suggestion = closest(
    anchor,
    onPage.map(({ name }) => name),
  );
  return { rule: 'unknown-anchor', message, suggestion };
}

const anchorOf = ({ node }: Declaration): string | undefined => textAt(node, 'after') ?? textAt(node, 'in');

/** The cycle of anchors that leads back to this node. */
function circleFrom(unanchored: Declaration[], start: Declaration): string[] | null {
  const passed = [start.name];
  for (let at: Declaration | undefined = start; at;) {
    const anchor = anchorOf(at);
    at = unanchored.find(({ name, page }) => name === anchor && page === start.page);
    if (at && passed.includes(at.name)) return at === start ? [...passed, start.name] : null;
    if (at) passed.push(at.name);
  }
  return null;
}

const twoAnchors = (declaration: Declaration): SourceFinding[] =>
  property(declaration.node, 'after') && property(declaration.node, 'in')
    ? [
        findingIn(declaration, 'in', {
          rule: 'two-places',
          severity: 'warning',
          message: 'the position is given by "after" and by "in"; "in" is ignored',
        }),
      ]
    : [];

const a = ({ kind }: Declaration): string => (kind === 'item' ? 'an item' : `a ${kind}`);

/** `after` and `in` refer to items, groups and sections alike; the first match on the page is used. */
function ambiguous({ all }: Declarations, declaration: Declaration): SourceFinding[] {
  const key = property(declaration.node, 'after') ? 'after' : 'in';
  const anchor = anchorOf(declaration);
  const [first, second] = all.filter(({ page, name }) => page === declaration.page && name === anchor);
  if (!first || !second || (key === 'in' && [first, second].some(({ kind }) => kind === 'item'))) return [];
  const message = `"${key}" names ${anchor}, which is ${a(first)} and ${a(second)} of page ${declaration.page}; the ${first.kind} is taken`;
  return [findingIn(declaration, key, { rule: 'ambiguous-anchor', severity: 'warning', message })];
}
