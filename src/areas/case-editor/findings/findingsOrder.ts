/** The to-do list of a case: its findings in the order one works through them. */
import type { Catalogue, CataloguePage } from '../../../../schemas/compile/catalogue.types.ts';
import { addressKey, type ItemAddress } from '../../../../shared/case/itemAddress.ts';
import type { Finding } from '../../../../shared/rules/finding.types.ts';

export const SEVERITIES = ['error', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Names a finding: the rule and the address. */
export const findingKey = (finding: Finding): string => `${finding.ruleId} ${addressKey(finding)}`;

/** The findings of one page, worst first. */
export interface PageFindings<One extends Finding = Finding> {
  page: CataloguePage;
  findings: readonly One[];
}

/**
 * By page in the order of the catalogue; inside by severity, then as the page runs. Pages that are not shown come too:
 * what is wrong there is wrong as well.
 */
export function findingsByPage<One extends Finding>(
  catalogue: Catalogue,
  findings: readonly One[],
): PageFindings<One>[] {
  const byPage = Map.groupBy(findings, ({ itemId }) => catalogue.items[itemId]?.page);
  const pages = catalogue.pageOrder.flatMap((page) => catalogue.pages[page] ?? []);
  const compare = comparePositions(catalogue, pages);
  return pages.flatMap((page) => {
    const some = byPage.get(page.page);
    if (!some) return [];
    return {
      page,
      findings: some.toSorted(
        (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || compare(a, b),
      ),
    };
  });
}

/**
 * The finding that follows in walking order (page, row, item), around the end to the beginning. `from` is where the
 * user is: at the finding visited last, or at any field.
 */
export function findingAfter<One extends Finding>(
  catalogue: Catalogue,
  shown: readonly CataloguePage[],
  findings: readonly One[],
  from: { visited: string | null; at: ItemAddress | null },
  by: 1 | -1,
): One | null {
  const compare = comparePositions(catalogue, shown);
  // several findings of a field are one stop
  const walk = findings
    .filter(({ itemId }) => shown.some(({ page }) => page === catalogue.items[itemId]?.page))
    .toSorted(compare)
    .filter((finding, index, all) => index === 0 || compare(all[index - 1] ?? finding, finding) !== 0);
  const { visited, at } = from;
  const stop = findings.find((finding) => findingKey(finding) === visited);
  const index = stop ? walk.findIndex((finding) => compare(finding, stop) === 0) : -1;
  const here = walk[index];
  const still = here !== undefined && (at === null || addressKey(here) === addressKey(at));
  const next =
    still || at === null
      ? walk[index + by]
      : by === 1
        ? walk.find((finding) => compare(finding, at) > 0)
        : walk.findLast((finding) => compare(finding, at) < 0);
  return next ?? (by === 1 ? walk[0] : walk.at(-1)) ?? null;
}

function comparePositions(catalogue: Catalogue, shown: readonly CataloguePage[]) {
  const positionOf = ({ itemId, rowNo, rowNo2, rowNo3 }: ItemAddress): number[] => {
    const item = catalogue.items[itemId];
    const page = shown.findIndex((one) => one.page === item?.page);
    // the rows of a page are pages of their own; rows inside of a page come with their item
    return shown[page]?.kind === 'rows'
      ? [page, rowNo, item?.sort ?? 0, rowNo2, rowNo3]
      : [page, item?.sort ?? 0, rowNo, rowNo2, rowNo3];
  };
  return (a: ItemAddress, b: ItemAddress): number => {
    const [left, right] = [positionOf(a), positionOf(b)];
    const differing = left.findIndex((number, index) => number !== right[index]);
    return differing === -1 ? 0 : (left[differing] ?? 0) - (right[differing] ?? 0);
  };
}
