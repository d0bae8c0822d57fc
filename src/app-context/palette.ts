/** What the command palette finds beside pages and cases: parts of the open page add to it. */
import { useEffect, useRef } from 'react';
import { fold } from '../../shared/text/fold.ts';

export interface PaletteEntry {
  key: string;
  /** id of an item, or what kind of thing it is */
  mark: string;
  label: string;
  /** where it belongs */
  detail: string;
  /** why it cannot be done; null: it can */
  why: string | null;
  /** called once the palette is closed */
  run: () => void;
}

/** Items of the open case come first, since their ids are typed. */
type Rank = 'items' | 'actions';
type FindEntries = (text: string) => readonly PaletteEntry[];

const sources: Record<Rank, Set<{ readonly current: FindEntries }>> = {
  items: new Set(),
  actions: new Set(),
};

/** What the open page adds for the text. */
export const entriesOfPage = (text: string): readonly PaletteEntry[] =>
  [...sources.items, ...sources.actions].flatMap(({ current }) => current(text));

/** Adds entries while it is mounted. */
export function usePaletteSource(rank: Rank, find: FindEntries): void {
  const current = useRef(find);
  useEffect(() => {
    current.current = find;
  });
  useEffect(() => {
    sources[rank].add(current);
    return () => void sources[rank].delete(current);
  }, [rank]);
}

/** Does it have every word of the text? Of no text, false. */
export const hasWords = (label: string, text: string): boolean => {
  const words = fold(text).split(' ').filter(Boolean);
  return words.length > 0 && words.every((word) => fold(label).includes(word));
};
