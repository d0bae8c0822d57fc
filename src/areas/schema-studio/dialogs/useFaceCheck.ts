/** Measures the fields that a publication changes, in this browser: a server cannot tell how wide a text is drawn. */
import { useEffect, useEffectEvent, useState } from 'react';
import { withChanges } from '../../../../schemas/compile/sourceChanges.ts';
import type { SourceText } from '../../../../schemas/compile/sources.types.ts';
import type { FaceFault } from '../../../../shared/faces/faceFault.types.ts';
import { framesOf, THEMES, WIDTHS, ZOOMS } from '../../../../shared/faces/faceList.ts';
import { reportError } from '../../../api/index.ts';
import { measureFaces, type FaceResult } from '../../../faces/index.ts';
import { LANGUAGES } from '../../../i18n/index.ts';
import type { CompiledFaces, FacesAnswer, FacesQuestion } from '../analysis/faces.types.ts';
import type { Changes } from '../panels/useImpact.ts';

export interface FaceCheck {
  isRunning: boolean;
  hasFailed: boolean;
  /** of sheets */
  progress: { done: number; total: number } | null;
  faults: readonly FaceFault[];
  /** null before all fields were measured */
  result: FaceResult | null;
  isPublishable: boolean;
}

interface Run {
  result: FaceResult | null;
  progress: FaceCheck['progress'];
  hasFailed: boolean;
}

const NO_RUN: Run = { result: null, progress: null, hasFailed: false };
const NO_FAULTS: readonly FaceFault[] = [];

/** `inUse`: all texts before the changes. Nothing is measured of changes with errors. */
export function useFaceCheck(inUse: SourceText[], changes: Changes, isChecked: boolean): FaceCheck {
  const [run, setRun] = useState(NO_RUN);
  const start = useEffectEvent(async (signal: AbortSignal) => {
    const show = (next: Partial<Run>): void => {
      if (!signal.aborted) setRun((was) => ({ ...was, ...next }));
    };
    setRun(NO_RUN);
    try {
      const question = { before: inUse, after: withChanges(inUse, changes) };
      const { before, after, changed } = await compiledFaces(question, signal);
      const result = await measured(after, changed, signal, (done, total) =>
        show({ progress: { done, total } }),
      );
      const faults = await newFaults(before, result.faults, signal);
      show({ result: { ...result, faults } });
    } catch (error) {
      if (signal.aborted) return;
      void reportError('UNCAUGHT', error);
      show({ hasFailed: true });
    }
  });
  const files = changes.map(({ file }) => file).join('\n');
  useEffect(() => {
    if (!isChecked) return undefined;
    const stop = new AbortController();
    void start(stop.signal);
    return () => stop.abort();
  }, [files, isChecked]);
  const { result, progress, hasFailed } = run;
  const faults = result?.faults ?? NO_FAULTS;
  return {
    progress,
    hasFailed,
    result,
    faults,
    isRunning: isChecked && result === null && !hasFailed,
    isPublishable: result !== null && faults.length === 0,
  };
}

/** Rejects when the texts do not compile, or when the signal is aborted. */
function compiledFaces(question: FacesQuestion, signal: AbortSignal): Promise<FacesAnswer> {
  const worker = new Worker(new URL('../analysis/faces.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<FacesAnswer>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    worker.onmessage = ({ data }: MessageEvent<FacesAnswer>) => resolve(data);
    worker.onerror = ({ error, message }) => reject(error instanceof Error ? error : new Error(message));
    worker.postMessage(question);
  }).finally(() => worker.terminate());
}

/** What has a fault already is no fault of the change, and may be none that its author can mend. */
async function newFaults(
  before: CompiledFaces,
  faults: FaceFault[],
  signal: AbortSignal,
): Promise<FaceFault[]> {
  if (faults.length === 0) return faults;
  const itemIds = [...new Set(faults.map(({ itemId }) => itemId))];
  const known = new Set((await measured(before, itemIds, signal)).faults.map(keyOfFault));
  return faults.filter((fault) => !known.has(keyOfFault(fault)));
}

/** Without its text: another label that is cut off as the one before was, is no worse. */
const keyOfFault = ({ appendix, itemId, language, state, kind, width }: FaceFault): string =>
  JSON.stringify([appendix, itemId, language, state, kind, width]);

/** Draws beside the window, where nobody sees it and the focus does not go. */
async function measured(
  compiled: CompiledFaces,
  itemIds: readonly string[],
  signal: AbortSignal,
  onProgress?: (done: number, total: number) => void,
): Promise<FaceResult> {
  const place = document.body.appendChild(document.createElement('div'));
  place.inert = true;
  place.style.cssText = 'position: fixed; top: 0; left: 100vw; z-index: -1';
  try {
    return await measureFaces({
      ...compiled,
      itemIds: new Set(itemIds),
      languages: LANGUAGES,
      panes: framesOf(WIDTHS, ZOOMS).map(({ pane }) => pane),
      themes: THEMES,
      place,
      signal,
      ...(onProgress && { onProgress }),
    });
  } finally {
    place.remove();
  }
}
