/** The terms behind codes that cases hold, whatever version they were chosen from. */
import type { DictionaryDescriptor } from '../../schemas/compile/dictionaries.ts';
import type { Trx } from '../storage/database.ts';
import { findCoded, type CodeOf } from './entries.store.ts';
import type { LoadedEntry } from './entry.ts';
import { sourceOf } from './layout.ts';

type Coded = Pick<LoadedEntry, 'term' | 'parents'>;

/** Reads the terms of all these codes; what is answered tells each, undefined where no release in use has it. */
export async function codedTerms(
  trx: Trx,
  dictionaries: Readonly<Record<string, DictionaryDescriptor>>,
  codes: readonly CodeOf[],
): Promise<(dictionary: string, code: string) => Coded | undefined> {
  const holding = (dictionary: string): string => {
    const descriptor = dictionaries[dictionary];
    return descriptor ? sourceOf(descriptor) : dictionary;
  };
  const keyOf = (dictionary: string, code: string): string => `${dictionary} ${code}`;
  const wanted = new Map(
    codes.map(({ dictionary, code }) => [
      keyOf(holding(dictionary), code),
      { dictionary: holding(dictionary), code },
    ]),
  );
  const found = await findCoded(trx, [...wanted.values()]);
  const terms = new Map(found.map((entry) => [keyOf(entry.dictionary, entry.code), entry]));
  return (dictionary, code) => terms.get(keyOf(holding(dictionary), code));
}
