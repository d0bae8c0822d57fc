/** The address of the list behind a figure. */
import type { MonitoringFigures, PanelFigures } from '../../../shared/contract/index.ts';

const PATH = 'monitoring/figures/list';

interface ShownFigure {
  measure: string;
  /** null: of all groups */
  groups: readonly { value: string }[] | null;
}

/** Below the prefix of the main area. */
export function figurePath(
  { page, from, to }: MonitoringFigures,
  { panel, list }: PanelFigures,
  { measure, groups }: ShownFigure,
): string {
  const [group, group2] = groups ?? [];
  const address = new URLSearchParams({
    list,
    page,
    panel,
    measure,
    ...(group && { group: group.value }),
    ...(group2 && { group2: group2.value }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
  });
  return `${PATH}?${address.toString()}`;
}

/** The query of the list that an address of `figurePath` names; null for any other address. */
export function figureOf(address: URLSearchParams) {
  const [list, page, panel, measure] = ['list', 'page', 'panel', 'measure'].map((name) => address.get(name));
  if (!list || !page || !panel || !measure) return null;
  const more: Partial<Record<(typeof OPTIONAL)[number], string>> = Object.fromEntries(
    OPTIONAL.flatMap((name) => {
      const value = address.get(name);
      return value === null ? [] : [[name, value] as const];
    }),
  );
  return { list, query: { page, panel, measure, ...more } };
}

const OPTIONAL = ['group', 'group2', 'from', 'to'] as const;
