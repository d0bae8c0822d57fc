/** Draws the faces of items out of sight, portion by portion, and measures them in each language, width and theme. */
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import type { Catalogue, CodeList } from '../../schemas/compile/catalogue.types.ts';
import type { FaceFault, SheetFault } from '../../shared/faces/faceFault.types.ts';
import { FACE_STATES, itemsByRegion, type RegionItems, type Theme } from '../../shared/faces/faceList.ts';
import { faceSheet, type FaceSheet } from '../../shared/faces/faceSheet.ts';
import { wordsOf, type Language } from '../i18n/index.ts';
import { schemeVariables } from '../theme/index.ts';
import { FaceForm } from './FaceForm.tsx';
import { heardFaceFaults, seenFaceFaults } from './faceFaults.ts';
import type { HeardWorld } from './heardFaults.ts';

/** Items drawn at a time: the page stays usable between two portions. */
const PORTION = 10;
/** without a change, after which a sheet is complete */
const QUIET_TURNS = 6;
const TURN_MS = 8;

interface FaceMeasurement {
  catalogue: Catalogue;
  codeLists: Readonly<Record<string, CodeList>>;
  /** of the items, with those drawn beside them; null: all */
  itemIds: ReadonlySet<string> | null;
  languages: readonly Language[];
  /** of the form, in CSS pixels */
  panes: readonly number[];
  themes: readonly Theme[];
  /** what the sheets are drawn in */
  place: HTMLElement;
  signal: AbortSignal;
  onProgress?: (done: number, total: number) => void;
  /** a sheet is drawn: what else is to be found out about it */
  onDrawn?: (root: HTMLElement, world: HeardWorld) => Promise<SheetFault[]>;
}

export interface FaceResult {
  /** items in states, languages and panes */
  faces: number;
  faults: FaceFault[];
}

/** Rejects with the reason of the signal when it is aborted. */
export async function measureFaces(measurement: FaceMeasurement): Promise<FaceResult> {
  const { catalogue, itemIds, languages, signal, onProgress } = measurement;
  const portions = itemsByRegion(catalogue).flatMap((region) => portionsOf(region, itemIds));
  const total = portions.length * languages.length;
  const result: FaceResult = { faces: 0, faults: [] };
  for (const [index, language] of languages.entries()) {
    for (const [at, portion] of portions.entries()) {
      signal.throwIfAborted();
      const { faces, faults } = await measurePortion(measurement, portion, language);
      result.faces += faces;
      result.faults.push(...faults);
      onProgress?.(index * portions.length + at + 1, total);
    }
  }
  return result;
}

function portionsOf(region: RegionItems, itemIds: FaceMeasurement['itemIds']): RegionItems[] {
  const isWanted = (itemId: string | null): boolean => itemId !== null && itemIds?.has(itemId) !== false;
  const items = region.items.filter(({ itemId, unitItem, versionItem, textItem }) =>
    [itemId, unitItem, versionItem, textItem].some(isWanted),
  );
  return Array.from({ length: Math.ceil(items.length / PORTION) }, (_, index) => ({
    ...region,
    items: items.slice(index * PORTION, (index + 1) * PORTION),
  }));
}

async function measurePortion(
  measurement: FaceMeasurement,
  { appendix, kind, catalogue, items }: RegionItems,
  language: Language,
): Promise<FaceResult> {
  const { codeLists, panes, themes, place, onDrawn } = measurement;
  const sheet = faceSheet(catalogue, { items, states: FACE_STATES, codeLists, language });
  const t = (await wordsOf(language)).getFixedT(language, 'engine');
  const world: HeardWorld = { sheet, appendix, language, t };
  return drawn(place, { sheet, appendix, language, codeLists }, async (root) => {
    const faults = heardFaceFaults(root, world);
    for (const [index, width] of panes.entries()) {
      root.style.width = `${width}px`;
      for (const theme of index === 0 ? themes : themes.slice(0, 1)) {
        paint(root, theme);
        const found = seenFaceFaults(root, world, { width, withColours: index === 0 });
        // another theme has other colours, and nothing else
        faults.push(...found.filter(({ kind }) => kind === 'lowContrast' || theme === themes[0]));
      }
    }
    faults.push(...((await onDrawn?.(root, world)) ?? []));
    return {
      faces: sheet.faces.length * panes.length,
      faults: faults.map((fault) => ({ ...fault, appendix: kind ?? appendix })),
    };
  });
}

function paint(root: HTMLElement, theme: Theme): void {
  for (const [name, value] of Object.entries(schemeVariables[theme])) root.style.setProperty(name, value);
  root.style.colorScheme = theme;
}

interface Drawing {
  sheet: FaceSheet;
  appendix: string;
  language: Language;
  codeLists: FaceMeasurement['codeLists'];
}

/** Draws a sheet for as long as the work with it takes. */
async function drawn<Result>(
  place: HTMLElement,
  drawing: Drawing,
  work: (root: HTMLElement) => Promise<Result>,
): Promise<Result> {
  const around = place.appendChild(document.createElement('div'));
  const root = createRoot(around);
  try {
    root.render(createElement(FaceForm, { ...drawing, pane: 400, theme: 'light' }));
    await quiet(around);
    const form = around.firstElementChild;
    if (!(form instanceof HTMLElement)) throw new Error('the sheet of faces was not drawn');
    return await work(form);
  } finally {
    root.unmount();
    around.remove();
  }
}

/** Resolves when nothing has changed in an element for some turns of the event loop: effects and codes come in later ones. */
async function quiet(element: Element): Promise<void> {
  let turns = 0;
  const observer = new MutationObserver(() => {
    turns = 0;
  });
  observer.observe(element, { childList: true, subtree: true, characterData: true, attributes: true });
  while (turns < QUIET_TURNS || element.firstElementChild === null) {
    turns += 1;
    await new Promise((resolve) => setTimeout(resolve, TURN_MS));
  }
  observer.disconnect();
}
