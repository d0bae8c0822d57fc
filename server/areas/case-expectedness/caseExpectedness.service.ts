/** What the reference safety information of the products suggests for the reactions of a case. */
import type { Catalogue, CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { ItemExpectedness } from '../../../schemas/compile/sources.types.ts';
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import { addressAt, type RowPath } from '../../../shared/case/itemAddress.ts';
import type { BodyOf, DataOf, readExpectednessOfEdits } from '../../../shared/contract/index.ts';
import {
  assessExpectedness,
  togetherExpected,
  type AssessedExpectedness,
  type ReactionTerm,
  type SafetyInformation,
} from '../../../shared/expectedness/assessExpectedness.ts';
import { caseReader } from '../../../shared/expressions/caseReader.ts';
import type { CaseReader } from '../../../shared/expressions/caseReader.types.ts';
import { seenContent } from '../../cases/record/seenContent.ts';
import type { CatalogueSource, CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { codedTerms } from '../../dictionaries/codedTerms.ts';
import type { SessionUser } from '../../http/session.ts';
import { readInSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { safetyInformationOf } from './safetyInformation.ts';

type ExpectednessWorld = CatalogueWorld & DatabaseWorld;
type Assessed = DataOf<typeof readExpectednessOfEdits>;
type AssessedItem = Assessed['listInfo'][number];

/** Items of a case that are assessed at most. */
const MAX_ASSESSED = 5000;

interface ExpectednessRequest extends BodyOf<typeof readExpectednessOfEdits> {
  caseKey: number;
}

/** One entry for each row of each item that says whether a reaction is expected. Throws 404 CASE_NOT_FOUND. */
export function expectednessOfCase(
  deps: ExpectednessWorld,
  user: SessionUser,
  { caseKey, changes, rows }: ExpectednessRequest,
): Promise<Assessed> {
  return readInSponsor(deps.db, user.sponsorKey, async (trx) => {
    const content = await seenContent(trx, deps, user, { caseKey, edits: { values: changes, rows } });
    const facts = await factsOf(trx, deps.catalogue, user.sponsorKey, content);
    return { listInfo: facts ? assessedItems(facts).slice(0, MAX_ASSESSED) : [] };
  });
}

interface CaseFacts {
  catalogue: Catalogue;
  reader: CaseReader;
  drugs: string;
  reactions: string;
  informationOf: (drug: RowPath) => SafetyInformation | null;
  termOf: (reaction: RowPath) => ReactionTerm | null;
}

/** Null for a catalogue without drugs or reactions. */
async function factsOf(
  trx: Trx,
  catalogue: CatalogueSource,
  sponsorKey: number,
  content: CaseContent,
): Promise<CaseFacts | null> {
  const { whole, dictionaries } = catalogue;
  const { roles, groupRoles } = whole;
  const { drugs, reactions } = groupRoles;
  const { drugName = '', reactionTerm = '' } = roles;
  if (drugs === undefined || reactions === undefined) return null;
  const reader = caseReader(whole, content);
  const names = reader.rows(drugs, []).flatMap((row) => reader.item(drugName, row) ?? []);
  const information = await safetyInformationOf(trx, catalogue, sponsorKey, names);
  const dictionary = whole.items[reactionTerm]?.dictionary ?? '';
  const codeOf = (row: RowPath) => reader.item(reactionTerm, row)?.value ?? null;
  const codes = reader.rows(reactions, []).flatMap((row) => codeOf(row) ?? []);
  const terms = await codedTerms(
    trx,
    dictionaries,
    codes.map((code) => ({ dictionary, code })),
  );
  return {
    catalogue: whole,
    reader,
    drugs,
    reactions,
    informationOf: (row) => information(reader.item(drugName, row)),
    termOf: (row) => {
      const code = codeOf(row);
      if (code === null) return null;
      const found = terms(dictionary, code);
      const above = (found?.parents ?? []).map((parent) => ({
        code: parent.code,
        name: parent.term.en ?? parent.code,
      }));
      return { code, name: found?.term.en ?? code, above };
    },
  };
}

type ExpectednessItem = CatalogueItem & { expectedness: ItemExpectedness };

function assessedItems(facts: CaseFacts): AssessedItem[] {
  const { catalogue, reader, drugs, reactions } = facts;
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
