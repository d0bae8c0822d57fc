/** The terms behind codes that cases hold, whatever version they were chosen from. */
import { storesPrefix, type DictionaryDescriptor } from '../../schemas/compile/dictionaries.ts';
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
  const byKey = new Map<string, Coded>();
  for (const begins of [false, true]) {
    const wanted = new Map(
      codes.flatMap(({ dictionary, code }) => {
        const { sequence = null, ...held } = heldBy(dictionaries, dictionary);
        return held.begins === begins
          ? [[keyOf(held, code), { dictionary: held.source, code, sequence }] as const]
          : [];
      }),
    );
    for (const { dictionary: source, code, ...entry } of await findCoded(trx, [...wanted.values()], begins))
      byKey.set(keyOf({ source, begins }, code), entry);
  }
  return (dictionary, code) => byKey.get(keyOf(heldBy(dictionaries, dictionary), code));
}

interface Held {
  /** the dictionary that holds the entries */
  source: string;
  /** codes of cases are the beginning of its codes */
  begins: boolean;
  sequence?: string;
}

function heldBy(dictionaries: Readonly<Record<string, DictionaryDescriptor>>, dictionary: string): Held {
  const descriptor = dictionaries[dictionary];
  if (!descriptor) return { source: dictionary, begins: false };
  const { sequence } = descriptor;
  return {
    source: sourceOf(descriptor),
    begins: storesPrefix(descriptor),
    ...(sequence !== undefined && { sequence }),
  };
}

const keyOf = ({ source, begins }: Held, code: string): string => JSON.stringify([source, begins, code]);
