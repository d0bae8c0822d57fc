import type { CatalogueReport } from '../../schemas/compile/catalogue.types.ts';
import type { Orientation } from '../../schemas/compile/reports.types.ts';

const ORIENTATIONS: readonly Orientation[] = ['portrait', 'landscape'];

/** The orientations that a report can be drawn at: those of its rectangles; without any, every one. */
export function orientationsOf({ boxes }: Pick<CatalogueReport, 'boxes'>): readonly Orientation[] {
  const existing = ORIENTATIONS.filter((one) => boxes.some(({ at }) => at?.[one]));
  return existing.length > 0 ? existing : ORIENTATIONS;
}
