/** Which faces there are: the items as each region shows them, and the frames in which they are looked at. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { forAppendix } from '../../schemas/compile/forAppendix.ts';
import { FIELD_STATES } from './fieldStates.ts';
import { isAttached } from './faceSheet.ts';

const STANDARD_APPENDIX = 'ICH';

/** Looked at on a sheet. A field in a deleted row is one that is read-only, in a row that the focus has to open. */
export const FACE_STATES = FIELD_STATES.filter((state) => state !== 'deletedRow');

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Widths of a form, and zooms of the browser in percent. */
export const WIDTHS = [400, 768, 1280] as const;
export const ZOOMS = [100, 200, 400] as const;

/** WCAG 2.2, 1.4.10: no content needs to fit a smaller one. */
const SMALLEST_WIDTH = 320;

interface Frame {
  width: number;
  zoom: number;
  /** of the form in CSS pixels: a zoomed window is a narrower one */
  pane: number;
}

/** CSS pixels of a form in a window that is zoomed: a narrower one, which scrolls where content need not fit. */
export const paneOf = (width: number, zoom: number): number =>
  Math.max(Math.min(width, SMALLEST_WIDTH), (width * 100) / zoom);

/** Each width at each zoom, once for each width of the form. */
export function framesOf(widths: readonly number[], zooms: readonly number[]): Frame[] {
  const all = widths.flatMap((width) => zooms.map((zoom) => ({ width, zoom, pane: paneOf(width, zoom) })));
  return [...new Map(all.toReversed().map((frame) => [frame.pane, frame])).values()].toReversed();
}

/** Items that a region shows otherwise than the ones before it do. */
export interface RegionItems {
  appendix: string;
  /** of records; null: the items are those of cases */
  kind: string | null;
  catalogue: Catalogue;
  items: CatalogueItem[];
}

/**
 * All items without those that are drawn beside another one: as ICH shows them, then those that a region adds or
 * changes, then those of each kind of records.
 */
export function itemsByRegion(catalogue: Catalogue, kind: string | null = null): RegionItems[] {
  const regions = [STANDARD_APPENDIX, ...catalogue.appendices.map(({ appendix }) => appendix)].map(
    (appendix) => {
      const shown = forAppendix(catalogue, appendix);
      const overlays = catalogue.overlays[appendix] ?? {};
      const isOwn = (item: CatalogueItem): boolean =>
        appendix === STANDARD_APPENDIX || item.appendix === appendix || item.itemId in overlays;
      const owners = new Set(Object.values(shown.items).filter(isOwn).map(ownerOf));
      const items = Object.values(shown.items)
        .filter((item) => !isAttached(item) && owners.has(item.itemId))
        .sort((a, b) => a.sort - b.sort);
      return { appendix, kind, catalogue: shown, items };
    },
  );
  return [
    ...regions,
    ...Object.values(catalogue.records).flatMap((one) => itemsByRegion(one.catalogue, one.kind)),
  ];
}

/** The item that it is drawn with. */
export const ownerOf = ({ itemId, unitOf, versionOf, textOf }: CatalogueItem): string =>
  unitOf ?? versionOf ?? textOf ?? itemId;
