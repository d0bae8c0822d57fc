/** The facts in the header of a case, found by the roles of the catalogue. A pure function of the case. */
import { seesEach, type Sight } from '../blinding/sight.ts';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type {
  HeaderFact,
  HeaderMatch,
  HeaderOrigin,
  LocalizedText,
} from '../../schemas/compile/sources.types.ts';
import type { RowPath } from '../case/itemAddress.ts';
import { isEmpty, type ItemValue } from '../case/itemValue.ts';
import type { CaseReader } from '../expressions/caseReader.types.ts';

/** A value that a fact may show, best first. */
export interface FactCandidate {
  itemId: string;
  value: ItemValue;
  unit: { itemId: string; value: ItemValue } | null;
  /** around the value, with `{value}` */
  text: LocalizedText | null;
}

export type FactContent =
  | { kind: 'value'; candidates: readonly FactCandidate[] }
  /** an item of the fact is blinded or hidden by a role, and nothing else is known of it */
  | { kind: 'blinded' | 'hidden' }
  /** the worst criterion that applies */
  | { kind: 'criterion'; itemId: string }
  | { kind: 'noCriterion' }
  | { kind: 'notAssessed' }
  | { kind: 'computed'; shows: NonNullable<HeaderFact['shows']> };

export interface ShownFact {
  fact: string;
  label: LocalizedText;
  content: FactContent;
}

/** `sight`: what the user may see. */
export const headerFacts = (catalogue: Catalogue, reader: CaseReader, sight: Sight): ShownFact[] =>
  catalogue.header.map((fact) => ({
    fact: fact.fact,
    label: fact.label,
    content: contentOf({ catalogue, reader, sight }, fact),
  }));

interface Facts {
  catalogue: Catalogue;
  reader: CaseReader;
  sight: Sight;
}

function contentOf(facts: Facts, { from = [], worst, shows }: HeaderFact): FactContent {
  if (shows) return { kind: 'computed', shows };
  const roles = worst ? worst.roles : from.flatMap((origin) => origin.roles);
  if (worst && !isBlinded(facts, roles)) return criterionOf(facts, worst);
  const candidates = from.flatMap((origin) => candidatesOf(facts, origin));
  if (candidates.length === 0 && isBlinded(facts, roles))
    return { kind: isHiddenByRole(facts, roles) ? 'hidden' : 'blinded' };
  const withValue = ({ value }: FactCandidate) => value.value !== null;
  return {
    kind: 'value',
    candidates: [...candidates.filter(withValue), ...candidates.filter((one) => !withValue(one))],
  };
}

const isBlinded = ({ catalogue, sight }: Facts, roles: readonly string[]): boolean =>
  !seesEach(
    catalogue,
    sight,
    roles.flatMap((role) => catalogue.roles[role] ?? []),
  );

/** Not by blinding. */
const isHiddenByRole = ({ sight, ...facts }: Facts, roles: readonly string[]): boolean =>
  !isBlinded({ ...facts, sight: { ...sight, hidden: [] } }, roles);

/** The value of the item with the role; undefined if it has none, or the user may not see it. */
function valueOf(facts: Facts, role: string, row: RowPath): ItemValue | undefined {
  const itemId = facts.catalogue.roles[role];
  if (itemId === undefined || isBlinded(facts, [role])) return undefined;
  const value = facts.reader.item(itemId, row);
  return value && !isEmpty(value) ? value : undefined;
}

const holds = (facts: Facts, { role, values }: HeaderMatch, row: RowPath): boolean =>
  values.includes(valueOf(facts, role, row)?.value ?? '');

function rowsOf(facts: Facts, groupRole: string): readonly RowPath[] {
  const group = facts.catalogue.groupRoles[groupRole];
  return group === undefined ? [] : facts.reader.rows(group, []);
}

/** The values of the first fitting row that has any. */
function candidatesOf(facts: Facts, { rows, only, first = [], roles, text }: HeaderOrigin): FactCandidate[] {
  const fitting =
    rows === undefined ? [[]] : rowsOf(facts, rows).filter((row) => !only || holds(facts, only, row));
  const rank = (row: RowPath): number => {
    const at = first.findIndex((match) => holds(facts, match, row));
    return at < 0 ? first.length : at;
  };
  const ordered = fitting.toSorted((a, b) => rank(a) - rank(b));
  for (const row of ordered) {
    const found = roles.flatMap((role): FactCandidate[] => {
      const value = valueOf(facts, role, row);
      const itemId = facts.catalogue.roles[role] ?? '';
      return value ? [{ itemId, value, unit: unitOf(facts, itemId, row), text: text ?? null }] : [];
    });
    if (found.length > 0) return found;
  }
  return [];
}

function unitOf({ catalogue, reader }: Facts, itemId: string, row: RowPath): FactCandidate['unit'] {
  const unit = catalogue.items[itemId]?.unitItem ?? null;
  const value = unit === null ? undefined : reader.item(unit, row);
  return unit !== null && value && !isEmpty(value) ? { itemId: unit, value } : null;
}

/** Not assessed: there is no row, or one has criteria without an answer and none applies. */
function criterionOf(facts: Facts, { rows: group, roles }: NonNullable<HeaderFact['worst']>): FactContent {
  const rows = rowsOf(facts, group);
  const worst = roles.find((role) => rows.some((row) => valueOf(facts, role, row)?.value === 'true'));
  if (worst !== undefined) return { kind: 'criterion', itemId: facts.catalogue.roles[worst] ?? '' };
  const isUnanswered = (role: string, row: RowPath): boolean =>
    facts.catalogue.roles[role] !== undefined && valueOf(facts, role, row) === undefined;
  const unanswered = rows.some((row) => roles.some((role) => isUnanswered(role, row)));
  return { kind: rows.length === 0 || unanswered ? 'notAssessed' : 'noCriterion' };
}
