/** Consistency of a page: its order among the pages, its rows, its sections and groups. */
import type { SourceFinding } from '../sources.types.ts';
import { closest } from './closest.ts';
import { findingIn, groupsOf } from './declarations.ts';
import type { Declaration, Declarations, PageDeclaration } from './declarations.ts';
import { elements, findingAt, property, textAt } from './sourceDocument.ts';
import type { Problem } from './sourceDocument.ts';

/** Row numbers of an address: `rowNo`, `rowNo2`, `rowNo3`. */
const MAX_NESTING = 3;

export const pageRules = (declarations: Declarations): SourceFinding[] => [
  ...declarations.pages.flatMap((page) => nextPage(declarations, page)),
  ...declarations.pages.flatMap(rowsAndKind),
  ...groupsOf(declarations).flatMap((group) => [
    ...tooDeep(group),
    ...rowRange(group),
    ...borrowedRows(declarations, group),
  ]),
  ...nothingInside(declarations),
];

const inPage = ({ page, node, document }: PageDeclaration, key: string, problem: Problem): SourceFinding =>
  findingAt(document, property(node, key) ?? node, { ...problem, message: `${page}: ${problem.message}` });

/** `next` names a page that no other page names, without cycles. */
function nextPage({ pages }: Declarations, page: PageDeclaration): SourceFinding[] {
  const { next } = page;
  if (next === null) return [];
  const byName = new Map(pages.map((other) => [other.page, other]));
  if (!byName.has(next)) {
    const message = `"next" names page ${next}, which does not exist`;
    return [
      inPage(page, 'next', { rule: 'unknown-page', message, suggestion: closest(next, byName.keys()) }),
    ];
  }
  const leading = pages.find((other) => other.next === next);
  if (leading && pages.indexOf(leading) < pages.indexOf(page)) {
    const message = `"next" names ${next}, which follows ${leading.page} already`;
    return [inPage(page, 'next', { rule: 'next-twice', message })];
  }
  const passed = [page.page];
  for (let at = byName.get(next); at && !passed.includes(at.page); at = byName.get(at.next ?? '')) {
    passed.push(at.page);
  }
  const last = byName.get(passed.at(-1) ?? '');
  if (last?.next !== page.page) return [];
  const message = `"next" goes round in a circle: ${[...passed, page.page].join(' > ')}`;
  return [inPage(page, 'next', { rule: 'next-cyclic', message })];
}

function rowsAndKind(page: PageDeclaration): SourceFinding[] {
  const kind = textAt(page.node, 'kind');
  const hasRows = property(page.node, 'rows') !== undefined;
  if (kind === undefined || (kind === 'rows') === hasRows) return [];
  const message = hasRows ? '"rows" is for pages of kind rows' : 'kind rows needs "rows"';
  return [inPage(page, 'kind', { rule: 'rows-and-kind', message })];
}

function tooDeep(group: Declaration): SourceFinding[] {
  const depth = group.groups.length + 1;
  if (depth <= MAX_NESTING) return [];
  const message = `groups nest ${depth} deep (${[...group.groups, group.name].join(' > ')}), at most ${MAX_NESTING} are possible`;
  return [findingIn(group, 'group', { rule: 'groups-too-deep', message })];
}

function rowRange(group: Declaration): SourceFinding[] {
  const [min, max] = ['min', 'max'].map((key) => Number(property(group.node, key)?.value ?? Number.NaN));
  if (min === undefined || max === undefined || !(min > max)) return [];
  const message = `at least ${min} rows are required but at most ${max} allowed`;
  return [findingIn(group, 'min', { rule: 'rows-range', message })];
}

/** `rowsOf` names a group of depth one with rows of its own. */
function borrowedRows(declarations: Declarations, group: Declaration): SourceFinding[] {
  const name = textAt(group.node, 'rowsOf');
  if (name === undefined) return [];
  const groups = groupsOf(declarations);
  const at = (problem: Problem) => [findingIn(group, 'rowsOf', problem)];
  const lender = groups.find((other) => other.name === name);
  if (!lender) {
    const suggestion = closest(
      name,
      groups.map((other) => other.name),
    );
    return at({
      rule: 'unknown-group',
      message: `"rowsOf" names group ${name}, which does not exist`,
      suggestion,
    });
  }
  if (lender.name === group.name || textAt(lender.node, 'rowsOf') !== undefined) {
    return at({ rule: 'rows-of-borrowed', message: `"rowsOf" names ${name}, which has no rows of its own` });
  }
  if (lender.groups.length === 0) return [];
  const message = `"rowsOf" names ${name}, which is inside ${lender.groups.join(' > ')}; only rows directly in the case can be borrowed`;
  return at({ rule: 'rows-of-nested', message });
}

/** An empty heading without nodes placed by an appendix. */
function nothingInside({ all }: Declarations): SourceFinding[] {
  const parents = new Set(all.map(({ page, parent }) => `${page}|${parent}`));
  return all
    .filter(({ kind, page, name }) => kind !== 'item' && !parents.has(`${page}|${name}`))
    .filter(({ node }) => elements(property(node, 'content')).length === 0)
    .map((empty) =>
      findingIn(empty, 'content', {
        rule: `empty-${empty.kind}`,
        severity: 'warning',
        message: `this ${empty.kind} is empty`,
      }),
    );
}
