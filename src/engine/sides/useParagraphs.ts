import { useState } from 'react';
import { joinedAt, paragraphsOf, put, textOf } from './paragraphs.ts';

export interface Paragraphs {
  all: readonly string[];
  put: (place: number, text: string) => void;
  /** to the one before it */
  join: (place: number) => void;
}

/**
 * The paragraphs of a text that is being edited. Kept beside the text: a line begun at the end of one is not yet a blank
 * line, though it looks like one in the text.
 */
export function useParagraphs(text: string, onText: (text: string) => void): Paragraphs {
  const [own, setOwn] = useState<readonly string[]>(() => paragraphsOf(text));
  const all = textOf(own) === text ? own : paragraphsOf(text);
  const set = (next: readonly string[]) => {
    setOwn(next);
    onText(textOf(next));
  };
  return {
    all,
    put: (place, typed) => set(put(all, place, typed)),
    join: (place) => set(joinedAt(all, place)),
  };
}
