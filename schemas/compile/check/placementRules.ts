/** What an appendix adds finds its page and its anchor on that page. */
import type { SourceFinding } from '../sources.types.ts';
import { closest } from './closest.ts';
import { findingIn } from './declarations.ts';
import type { Declaration, Declarations } from './declarations.ts';
import { property, textAt } from './sourceDocument.ts';
import type { Problem } from './sourceDocument.ts';

export const placementRules = (declarations: Declarations): SourceFinding[] => [
  ...declarations.placeless.flatMap((placed) => whyPlaceless(declarations, placed) ?? []),
  ...declarations.placed.flatMap((placed) => [...twoPlaces(placed), ...ambiguous(declarations, placed)]),
];

/** Null where it only waits for another placement that has to be mended. */
function whyPlaceless(declarations: Declarations, placed: Declaration): SourceFinding | null {
  const { page, node } = placed;
  const pages = declarations.pages.map((other) => other.page);
  const key = textAt(node, 'after') === undefined ? 'in' : 'after';
  const at = (where: string, problem: Problem) => findingIn(placed, where, problem);
  if (!pages.includes(page)) {
    const message = `"page" names ${page}, which is not there`;
    return at('page', { rule: 'unknown-page', message, meant: closest(page, pages) });
  }
  const anchor = textAt(node, key);
  if (anchor === undefined) {
    const message = `has no place: say "after" which item or "in" which section it stands`;
    return at('page', { rule: 'missing-placement', message });
  }
  const problem = whyNotThere(declarations, placed, key, anchor);
  return problem && at(key, problem);
}

function whyNotThere(
  { all, placeless, unplaced }: Declarations,
  placed: Declaration,
  key: string,
  anchor: string,
): Problem | null {
  const { page } = placed;
  const candidates = all.filter(({ name }) => name === anchor);
  const here = candidates.find((other) => other.page === page);
  if (here && here.appendix !== null && here.appendix !== placed.appendix) {
    const message = `"${key}" names ${anchor}, which appendix ${here.appendix} brings; name something of ICH or of this file`;
    return { rule: 'anchor-of-other-appendix', message };
  }
  if (here?.kind === 'item' && key === 'in') {
    return {
      rule: 'in-an-item',
      message: `"in" names ${anchor}, an item; nothing stands in an item, say "after"`,
    };
  }
  if (candidates[0] && !here) {
    const message = `"${key}" names ${anchor}, which stands on page ${candidates[0].page}, not on ${page}`;
    return { rule: 'anchor-on-other-page', message };
  }
  const circle = circleFrom(placeless, placed);
  if (circle) {
    const message = `"${key}" goes round in a circle: ${circle.join(' > ')}`;
    return { rule: 'placement-cyclic', message };
  }
  const waits = unplaced.some((other) => other.page === page && other.name === anchor);
  if (waits) return null;
  const onPage = [...all, ...unplaced].filter((other) => other.page === page && other.node !== placed.node);
  const message = `"${key}" names ${anchor}, which page ${page} does not have`;
  const meant = closest(
    anchor,
    onPage.map(({ name }) => name),
  );
  return { rule: 'unknown-anchor', message, meant };
}

const anchorOf = ({ node }: Declaration): string | undefined => textAt(node, 'after') ?? textAt(node, 'in');

/** The names passed when the anchors of placements without a place lead back to this one. */
function circleFrom(placeless: Declaration[], start: Declaration): string[] | null {
  const passed = [start.name];
  for (let at: Declaration | undefined = start; at;) {
    const anchor = anchorOf(at);
    at = placeless.find(({ name, page }) => name === anchor && page === start.page);
    if (at && passed.includes(at.name)) return at === start ? [...passed, start.name] : null;
    if (at) passed.push(at.name);
  }
  return null;
}

const twoPlaces = (placed: Declaration): SourceFinding[] =>
  property(placed.node, 'after') && property(placed.node, 'in')
    ? [
        findingIn(placed, 'in', {
          rule: 'two-places',
          severity: 'warning',
          message: 'the place is given by "after" and again by "in"; "in" is not looked at',
        }),
      ]
    : [];

const a = ({ kind }: Declaration): string => (kind === 'item' ? 'an item' : `a ${kind}`);

/** `after` and `in` speak of items, groups and sections alike; the first one of the page is taken. */
function ambiguous({ all }: Declarations, placed: Declaration): SourceFinding[] {
  const key = property(placed.node, 'after') ? 'after' : 'in';
  const anchor = anchorOf(placed);
  const [first, second] = all.filter(({ page, name }) => page === placed.page && name === anchor);
  if (!first || !second || (key === 'in' && [first, second].some(({ kind }) => kind === 'item'))) return [];
  const message = `"${key}" names ${anchor}, which is ${a(first)} and ${a(second)} of page ${placed.page}; the ${first.kind} is taken`;
  return [findingIn(placed, key, { rule: 'ambiguous-anchor', severity: 'warning', message })];
}
