/** Which row of a case says the same thing as a typed one, by what names it: a drug by its name, a reaction by its term. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../case/caseContent.ts';
import { addressAt, addressKey, type RowPath } from '../case/itemAddress.ts';
import { compared, type Degree } from './compare.ts';
import { DUPLICATE_CHECK, type Comparison, type DuplicateField } from './descriptor.ts';
import { asOf, type Said } from './document.ts';
import { titlesOf } from './normalise.ts';

/** Two drugs are not one because they were begun on the same day. */
const NAMING: readonly Comparison[] = ['id', 'name', 'term', 'text'];
const ALIKE: readonly Degree[] = ['agree', 'close'];

type Find = (group: string, typed: RowPath, among: readonly RowPath[]) => RowPath | null;

/** Answers the row among those given that the typed one is most like; null: it is another one. */
export function sameRowAs(catalogue: Catalogue, before: CaseContent, typed: CaseContent): Find {
  const [there, here] = [before, typed].map(
    ({ values }) => new Map(values.map((value) => [addressKey(value), value.value])),
  );
  const titles = titlesOf(DUPLICATE_CHECK.titles);
  const saidIn = (field: DuplicateField, group: string, path: RowPath, of = here): Said =>
    [...field.roles, ...(field.codeRoles ?? [])].flatMap((role) => {
      const item = catalogue.items[catalogue.roles[role] ?? ''];
      const value = item?.groups.at(-1) === group && of?.get(addressKey(addressAt(item.itemId, path)));
      return item && value ? [{ itemId: item.itemId, as: asOf(field, role), value }] : [];
    });
  const degreeOf = (group: string, path: RowPath, other: RowPath): number => {
    const degrees = DUPLICATE_CHECK.fields
      .filter(({ compare }) => NAMING.includes(compare))
      .flatMap((field) => {
        const [ours, theirs] = [saidIn(field, group, path), saidIn(field, group, other, there)];
        return compared(ours, theirs, field, titles)?.degree ?? [];
      });
    const places = degrees.map((degree) => ALIKE.indexOf(degree)).filter((place) => place >= 0);
    return Math.min(ALIKE.length, ...places);
  };
  return (group, path, among) => {
    const [best] = among
      .map((other) => ({ other, place: degreeOf(group, path, other) }))
      .filter(({ place }) => place < ALIKE.length)
      .sort((a, b) => a.place - b.place);
    return best?.other ?? null;
  };
}
