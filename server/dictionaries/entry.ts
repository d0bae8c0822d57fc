/** An entry of a dictionary as a loader gives it to the store. */
import type { TermWords } from './words.ts';

export interface LoadedEntry {
  code: string;
  /** English, or the only language there is, under `en` */
  term: TermWords;
  current: boolean;
  /** from the nearest broader term upwards, along the primary path */
  parents: { code: string; term: TermWords }[];
  /** by column of the dictionary's descriptor; empty ones are left out */
  columns: Record<string, string>;
}
