/** What the reference safety information suggests for each item of a case that says whether a reaction is expected. Pure. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { ItemExpectedness } from '../../schemas/compile/sources.types.ts';
import { addressAt, type ItemAddress, type RowPath } from '../case/itemAddress.ts';
import type { CaseReader } from '../expressions/caseReader.types.ts';
import {
  assessExpectedness,
  togetherExpected,
  type AssessedExpectedness,
  type ReactionTerm,
  type SafetyInformation,
} from './assessExpectedness.ts';

/** A case, and what is known of its drugs and terms. */
export interface CaseFacts {
  catalogue: Catalogue;
  reader: CaseReader;
  informationOf: (drug: RowPath) => SafetyInformation | null;
  termOf: (reaction: RowPath) => ReactionTerm | null;
}

interface AssessedItem extends ItemAddress, Pick<AssessedExpectedness, 'conclusion' | 'why'> {
  /** value of the item for the conclusion */
  value: string | null;
  /** names of the versions in force */
  versions: string[];
}

type ExpectednessItem = CatalogueItem & { expectedness: ItemExpectedness };

/** One entry for each row of each of these items; none for a catalogue without drugs or reactions. */
export function assessedItems(facts: CaseFacts): AssessedItem[] {
  const { catalogue, reader } = facts;
  const { drugs, reactions } = catalogue.groupRoles;
  if (drugs === undefined || reactions === undefined) return [];
  const items = Object.values(catalogue.items).filter(
    (item): item is ExpectednessItem => item.expectedness !== undefined,
  );
  const [drugRows, reactionRows] = [reader.rows(drugs, []), reader.rows(reactions, [])];
  return items.flatMap((item) => {
    const group = catalogue.groups[item.groups.at(-1) ?? ''];
    if (group?.group === reactions)
      return reactionRows.map((reaction) => ofReaction(facts, item, reaction, drugRows));
    if (group?.rowsOf !== reactions) return [];
    return drugRows.flatMap((drug) =>
      reactionRows.map((reaction) => {
        const assessed = ofPair(facts, item, drug, reaction);
        return entryOf(item, [...drug, ...reaction], assessed, [assessed]);
      }),
    );
  });
}

function ofPair(
  { catalogue: { roles }, reader, informationOf, termOf }: CaseFacts,
  { expectedness }: ExpectednessItem,
  drug: RowPath,
  reaction: RowPath,
): AssessedExpectedness {
  return assessExpectedness({
    drug: reader.item(roles['drugName'] ?? '', drug)?.value ?? '',
    information: informationOf(drug),
    term: termOf(reaction),
    onset: reader.item(roles['reactionStart'] ?? '', reaction)?.value ?? '',
    country: expectedness.country ?? '',
  });
}

/** What all drugs that count say of a reaction. */
function ofReaction(
  facts: CaseFacts,
  item: ExpectednessItem,
  reaction: RowPath,
  drugs: readonly RowPath[],
): AssessedItem {
  const { catalogue, reader } = facts;
  const roleOf = (drug: RowPath) => reader.item(catalogue.roles['drugRole'] ?? '', drug)?.value ?? '';
  const counted = drugs.filter((drug) => item.expectedness.suspects?.includes(roleOf(drug)) ?? true);
  const assessed = counted.map((drug) => ofPair(facts, item, drug, reaction));
  const conclusion = togetherExpected(assessed.map((one) => one.conclusion));
  const why = {
    source: 'expectedness',
    holds: conclusion === 'expected',
    by: 'all' as const,
    parts: assessed.map((one) => one.why),
  };
  return entryOf(item, reaction, { conclusion, why }, assessed);
}

function entryOf(
  { itemId, expectedness }: ExpectednessItem,
  rows: RowPath,
  { conclusion, why }: Pick<AssessedExpectedness, 'conclusion' | 'why'>,
  assessed: readonly AssessedExpectedness[],
): AssessedItem {
  return {
    ...addressAt(itemId, rows),
    conclusion,
    value: conclusion === null ? null : expectedness[conclusion],
    versions: [...new Set(assessed.flatMap(({ version }) => version ?? []))],
    why,
  };
}
