/** What a page under measurement offers to the benchmark, and the clocks that both pages share. */
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

interface BenchPage {
  /** Makes the content, with that many rows in every group; resolves to the number of its values. */
  prepare(rows: number): number;
  /** Draws what is prepared into the empty document. Resolves, when it is painted, to the milliseconds that took. */
  open(): Promise<number>;
  /** Puts the caret at the end of a field: of the page itself, or of an opened row. */
  enterField(place: 'page' | 'row'): Promise<void>;
  /** Milliseconds from each key to the paint that showed it, since the last call. */
  keysToPaint(): number[];
  painted(): Promise<void>;
  /** Puts the focus on a button that adds a row; what a key then does is the page's. */
  enterAddButton?(): void;
  /** Goes from one page of the case to another in a task of its own. */
  switchPage?(to: 'other' | 'measured'): Promise<void>;
}

declare global {
  interface Window {
    bench: BenchPage;
  }
}

/** Resolves right after the browser has painted what is in the document now. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    });
  });

/** The one root of the document; `draw` resolves to the milliseconds until the content is painted. */
export function drawer(): (content: () => ReactNode) => Promise<number> {
  const place = document.getElementById('root');
  if (!place) throw new Error('index.html has no element #root');
  const root = createRoot(place);
  return async (content) => {
    const started = performance.now();
    root.render(content());
    await painted();
    return performance.now() - started;
  };
}

/** Listens for keys that change a field; the returned function hands over, and forgets, what it measured. */
export function keyClock(): () => number[] {
  let times: number[] = [];
  let pressed = 0;
  addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp), true);
  addEventListener(
    'input',
    () => {
      const since = pressed;
      void painted().then(() => times.push(performance.now() - since));
    },
    true,
  );
  return () => {
    const taken = times;
    times = [];
    return taken;
  };
}

/** Focuses the first field that a selector finds, the caret at its end. */
export function caretInto(selector: string): void {
  const field = document.querySelector<HTMLInputElement>(selector);
  if (!field) throw new Error(`no field ${selector} on the page under measurement`);
  field.scrollIntoView({ block: 'center' });
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}
