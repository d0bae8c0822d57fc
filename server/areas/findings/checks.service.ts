/** The data with which a browser checks a case. */
import type { Catalogue, CodeList } from '../../../schemas/compile/catalogue.types.ts';
import type { DataOf, readCaseContent, readChecks } from '../../../shared/contract/index.ts';
import type { RuleSet } from '../../../shared/expressions/rules.types.ts';
import { findVisibleCase, maySee } from '../../cases/record/caseAccess.ts';
import { readCaseContent as storedContent } from '../../cases/record/readCase.store.ts';
import type { CatalogueSource, CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { filterItems } from '../../../shared/case/caseContent.ts';

/** What this module needs of the server. */
type ChecksWorld = CatalogueWorld & DatabaseWorld;

const checksByCatalogue = new WeakMap<Catalogue, DataOf<typeof readChecks>>();

/** The checks of a catalogue; the same object until another catalogue is published. */
export function checksOf({ whole, ruleSet, codeLists }: CatalogueSource): DataOf<typeof readChecks> {
  const checks = checksByCatalogue.get(whole) ?? {
    catalogue: withoutUnusedParts(whole),
    ruleSet: withoutExamples(ruleSet),
    codeLists: Object.fromEntries(Object.entries(codeLists).map(([name, list]) => [name, codesOf(list)])),
  };
  checksByCatalogue.set(whole, checks);
  return checks;
}

const withoutUnusedParts = (whole: Catalogue): Catalogue => ({
  ...whole,
  items: Object.fromEntries(
    Object.entries(whole.items).map(([itemId, item]) => [itemId, { ...item, help: null, e2b: [] }]),
  ),
});

const withoutExamples = ({ rules, profiles }: RuleSet): RuleSet => ({
  profiles,
  rules: rules.map((rule) => ({ ...rule, examples: { pass: {}, fail: {} } })),
});

const codesOf = ({ codeSystem, open, codes }: CodeList) => ({
  codeSystem,
  open,
  codes: codes.map(({ code }) => code),
  deleted: codes.filter(({ deleted }) => deleted).map(({ code }) => code),
});

/**
 * Everything the case says that the user may see. The case is read before its documents: whatever is saved in between
 * is later than `retrievedAt`.
 */
export const wholeContent = (
  deps: ChecksWorld,
  user: SessionUser,
  caseKey: number,
): Promise<DataOf<typeof readCaseContent>> =>
  inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const found = await findVisibleCase(trx, user, caseKey);
    const content = await storedContent(trx, user.sponsorKey, caseKey);
    return {
      ...filterItems(content, (itemId) => maySee(deps, user, itemId)),
      retrievedAt: found.retrieved_at.toISOString(),
    };
  });
