/** The masters a case concerns, found by what the case calls them. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { fold } from '../../shared/text/fold.ts';
import { LINKED_BY, type NamedMasters } from '../cases/record/summary.ts';
import type { Trx } from '../storage/database.ts';
import { findFormerNames, findNames, type NamedRecord } from './formerNames.store.ts';

type Kinds = Pick<Catalogue, 'records'>;

/**
 * Columns of a case with the keys of the sponsor's masters instead of their names. Compared folded and in full.
 * Deleted masters count, since users may still be limited to them; a name that no master has or had links to nothing.
 */
export async function linked<Told extends Partial<NamedMasters>>(
  trx: Trx,
  catalogue: Kinds,
  sponsorKey: number,
  summary: Told,
): Promise<Omit<Told, keyof NamedMasters> & Partial<Record<keyof NamedMasters, number[]>>> {
  const { product_keys, study_keys, ...others } = summary;
  const keysOf = (column: keyof NamedMasters, names: readonly string[]) =>
    mastersNamed(trx, catalogue, sponsorKey, column)(names);
  return {
    ...others,
    ...(product_keys && { product_keys: await keysOf('product_keys', product_keys) }),
    ...(study_keys && { study_keys: await keysOf('study_keys', study_keys) }),
  };
}

/** Finds the masters of names: those that have a name now, otherwise those that had it before. */
export function mastersNamed(
  trx: Trx,
  { records }: Kinds,
  sponsorKey: number,
  column: keyof NamedMasters,
): (names: readonly string[]) => Promise<number[]> {
  const kind = Object.values(records).find(({ scope }) => scope !== null && LINKED_BY[scope] === column);
  let now: Promise<Map<string, number[]>> | null = null;
  let before: Promise<Map<string, number[]>> | null = null;
  return async (names) => {
    if (!kind || names.length === 0) return [];
    const keys: number[] = [];
    for (const name of new Set(names.map(fold))) {
      const found = (await (now ??= byName(findNames(trx, sponsorKey, kind)))).get(name);
      // most names of concomitant drugs are of no master
      keys.push(
        ...(found ?? (await (before ??= byName(findFormerNames(trx, sponsorKey, kind)))).get(name) ?? []),
      );
    }
    return [...new Set(keys)].toSorted((a, b) => a - b);
  };
}

async function byName(masters: Promise<readonly NamedRecord[]>): Promise<Map<string, number[]>> {
  const keys = new Map<string, number[]>();
  for (const { key, name } of await masters) keys.set(fold(name), [...(keys.get(fold(name)) ?? []), key]);
  return keys;
}
