/** Rules whose findings were stored for everybody and tell a reader of items that roles hide. */
import { rolesShow, type Sight } from '../blinding/sight.ts';
import type { CheckWorld } from './caseFindings.ts';

/** The ids of rules that read an item hidden from the reader, or are selected by one. Blinding is stored with findings. */
export function rulesHiddenFrom(
  { catalogue, rules: { rules, profiles } }: CheckWorld,
  reader: Pick<Sight, 'hidden'>,
): ReadonlySet<string> {
  if (reader.hidden.length === 0) return new Set();
  const sees = (itemIds: readonly string[]): boolean => rolesShow(catalogue, reader, itemIds);
  // a profile selects the rules of its receiver
  const isSelectedBySeen = profiles.every(({ dependencies }) => sees(dependencies));
  return new Set(
    rules.flatMap(({ rule, dependencies }) => (isSelectedBySeen && sees(dependencies) ? [] : rule.id)),
  );
}
