import { useState } from 'react';
import { joinParagraph, paragraphsOf, replaceParagraph, textOf } from './paragraphs.ts';

export interface Paragraphs {
  all: readonly string[];
  replace: (index: number, text: string) => void;
  /** with the previous one */
  join: (index: number) => void;
}

/**
 * The paragraphs of a text being edited. They are state beside the text, since a line break typed at the end of a
 * paragraph looks like a blank line in the text.
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
    replace: (index, typed) => set(replaceParagraph(all, index, typed)),
    join: (index) => set(joinParagraph(all, index)),
  };
}
