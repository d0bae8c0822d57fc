/** What the reference safety information of the products suggests for the reactions of a case. */
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import type { RowPath } from '../../../shared/case/itemAddress.ts';
import type { BodyOf, DataOf, readExpectednessOfEdits } from '../../../shared/contract/index.ts';
import { assessedItems, type CaseFacts } from '../../../shared/expectedness/assessedItems.ts';
import { caseReader } from '../../../shared/expressions/caseReader.ts';
import { seenContent } from '../../cases/record/seenContent.ts';
import type { CatalogueSource, CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { codedTerms } from '../../dictionaries/codedTerms.ts';
import type { SessionUser } from '../../http/session.ts';
import { readInSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { safetyInformationOf } from './safetyInformation.ts';

type ExpectednessWorld = CatalogueWorld & DatabaseWorld;
type Assessed = DataOf<typeof readExpectednessOfEdits>;

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
