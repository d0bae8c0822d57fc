/** What is said by and wrong with the faces of a sheet that is shown, following the edit. */
import { use, useEffect, useState, type RefObject } from 'react';
import type { SheetFault } from '../../shared/faces/faceFault.types.ts';
import type { Face, FaceSheet } from '../../shared/faces/faceSheet.ts';
import { wordsOf, type Language } from '../i18n/index.ts';
import { facesIn, heardFaceFaults, seenFaceFaults } from './faceFaults.ts';
import { speechOf, type Speech } from './speech.ts';

export interface LiveFace {
  face: Face;
  speech: Speech | null;
  faults: SheetFault[];
}

/** ms after the last change of the drawing: codes come in a moment after their fields */
const QUIET_MS = 60;
const NONE: readonly LiveFace[] = [];

interface FacesInput {
  sheet: FaceSheet;
  appendix: string;
  language: Language;
  /** of the form, in CSS pixels */
  pane: number;
  /** another theme has other colours */
  theme: string;
}

/** None before the sheet is drawn. */
export function useFaces(ref: RefObject<HTMLElement | null>, input: FacesInput): readonly LiveFace[] {
  const { sheet, appendix, language, pane, theme } = input;
  const words = use(wordsOf(language));
  const [live, setLive] = useState(NONE);
  useEffect(() => {
    const root = ref.current;
    if (!root) return undefined;
    const t = words.getFixedT(language, 'engine');
    const world = { sheet, appendix, language, t };
    const look = () => {
      const faults = [
        ...heardFaceFaults(root, world),
        ...seenFaceFaults(root, world, { width: pane, withColours: true }),
      ];
      const isOf =
        ({ itemId, state }: Face) =>
        (fault: SheetFault) =>
          fault.itemId === itemId && fault.state === state;
      setLive(
        facesIn(root, world).map(({ field, face }) => ({
          face,
          speech: speechOf(field),
          faults: faults.filter(isOf(face)),
        })),
      );
    };
    let timer = setTimeout(look, QUIET_MS);
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(look, QUIET_MS);
    });
    observer.observe(root, { childList: true, subtree: true, characterData: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [ref, sheet, appendix, language, words, pane, theme]);
  return live;
}
