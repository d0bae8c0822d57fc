/**
 * Finds the row of a case that matches an entered one by its naming fields: a drug by its name, a reaction by its
 * term.
 */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../case/caseContent.ts';
import { addressAt, addressKey, type RowPath } from '../case/itemAddress.ts';
import { compared, type Degree } from './compare.ts';
import { DUPLICATE_CHECK, type Comparison, type DuplicateField } from './descriptor.ts';
import { asOf, type FieldContent } from './document.ts';
import { titlesOf } from './normalise.ts';

/** A shared start date does not make two drugs the same. */
const NAMING: readonly Comparison[] = ['id', 'name', 'term', 'text'];
const ALIKE: readonly Degree[] = ['agree', 'close'];

type Find = (group: string, typed: RowPath, candidates: readonly RowPath[]) => RowPath | null;

/** Returns the most similar of the given rows; null: none matches. */
export function sameRowAs(catalogue: Catalogue, before: CaseContent, typed: CaseContent): Find {
  const [storedScope, typedScope] = [before, typed].map(
    ({ values }) => new Map(values.map((value) => [addressKey(value), value.value])),
  );
  const titles = titlesOf(DUPLICATE_CHECK.titles);
  const contentIn = (field: DuplicateField, group: string, path: RowPath, of = typedScope): FieldContent =>
    [...field.roles, ...(field.codeRoles ?? [])].flatMap((role) => {
      const item = catalogue.items[catalogue.roles[role] ?? ''];
      const value = item?.groups.at(-1) === group && of?.get(addressKey(addressAt(item.itemId, path)));
      return item && value ? [{ itemId: item.itemId, as: asOf(field, role), value }] : [];
    });
  const degreeOf = (group: string, path: RowPath, other: RowPath): number => {
    const degrees = DUPLICATE_CHECK.fields
      .filter(({ compare }) => NAMING.includes(compare))
      .flatMap((field) => {
        const [ours, theirs] = [contentIn(field, group, path), contentIn(field, group, other, storedScope)];
        return compared(ours, theirs, field, titles)?.degree ?? [];
      });
    const ranks = degrees.map((degree) => ALIKE.indexOf(degree)).filter((rank) => rank >= 0);
    return Math.min(ALIKE.length, ...ranks);
  };
  return (group, path, candidates) => {
    const [best] = candidates
      .map((other) => ({ other, place: degreeOf(group, path, other) }))
      .filter(({ place: rank }) => rank < ALIKE.length)
      .sort((a, b) => a.place - b.place);
    return best?.other ?? null;
  };
}
