/**
 * Changes a sponsor to another version of a dictionary: recodes what was decided and approved, each case by a save like
 * that of its page, and then makes the version that of the sponsor. Done again after its server died, it goes on.
 */
import type { UpgradeResult } from '../../machines/dictionary-upgrade/dictionaryUpgrade.machine.ts';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseValue } from '../../shared/case/caseContent.ts';
import { codeChanges } from '../../shared/coding/codeChanges.ts';
import type { AuditWorld } from '../audit/auditKeys.ts';
import { lockCase } from '../cases/record/case.store.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { attempt } from '../http/refusalOf.ts';
import type { SessionUser } from '../http/session.ts';
import { savePages, type Author, type PagePart } from '../page-save/saveDocuments.ts';
import { valuesPart } from '../page-save/valuesPart.ts';
import type { ClockWorld } from '../ports/clock.ts';
import { Problem } from '../problems.ts';
import type { TaskRun } from '../processes/taskHandler.ts';
import type { ProjectionsWorld } from '../projections/projection.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../storage/database.ts';
import { addToResult, findApproved, findUndecided, findUpgrade, type Upgrade } from './upgrade.store.ts';
import { dictionariesOf, releasesOf } from './upgradeItems.ts';
import { findCasesWithCodes, findTermsOfCase, type UpgradeTerm } from './upgradeTerms.store.ts';
import { useVersion } from './useVersion.ts';

export type SwitchWorld = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld & ProjectionsWorld;

interface Switch {
  upgrade: Upgrade;
  /** who decided on the day: the saves have their privileges and scope */
  user: SessionUser;
  /** terms whose code stays get the new version too */
  versionAll: boolean;
}

/** Cases that cannot be edited, or are outside of the user's scope, stay as they are and are counted. */
export async function switchVersion(
  deps: SwitchWorld,
  { upgrade, user, versionAll }: Switch,
  {
    progress,
    signal,
    processKey,
    requireAwaited,
  }: Pick<TaskRun, 'progress' | 'signal' | 'processKey' | 'requireAwaited'>,
): Promise<UpgradeResult> {
  const { sponsor_key: sponsorKey } = upgrade;
  const termsOf = await termsToChange(deps, upgrade, versionAll);
  const author: Author = { user, language: 'en', requestId: processKey };
  let refusedCases = 0;
  const cases = await inSponsor(deps.db, sponsorKey, (trx) =>
    findCasesWithCodes(trx, { sponsorKey, itemIds: termsOf.itemIds }),
  );
  for (const [at, caseKey] of cases.entries()) {
    signal.throwIfAborted();
    progress(at, cases.length);
    const done = await attempt(() =>
      inSponsor(deps.db, sponsorKey, async (trx) => {
        // wait for a save in progress: what it codes is not to be overwritten by what was decided for the code before
        await lockCase(trx, sponsorKey, caseKey);
        const terms = await termsOf.read(trx, caseKey);
        if (terms.length === 0) return;
        const recoded = terms.filter(({ newCode }) => newCode !== null).length;
        await saveCase({ ...deps, db: trx }, author, { caseKey, reason: upgrade.reason, terms });
        // with the case: a switch that is done again, since its server died, finds nothing to change in it any more
        await addToResult(trx, upgrade, { recoded, versioned: terms.length - recoded });
      }),
    );
    if (done instanceof Problem) refusedCases += 1;
  }
  progress(cases.length, cases.length);
  return inSponsor(deps.db, sponsorKey, async (trx) => {
    await requireAwaited(trx);
    await useVersion(trx, deps, { user, requestId: processKey }, upgrade, upgrade.to_version);
    const changed = (await findUpgrade(trx, sponsorKey, { processKey }))?.result;
    return { recoded: changed?.recoded ?? 0, versioned: changed?.versioned ?? 0, refusedCases };
  });
}

interface ChangedTerm extends UpgradeTerm {
  /** null: the code stays, and gets the new version */
  newCode: string | null;
  version: string;
}

/** Reads the terms of a case that the switch changes, by what was decided. */
async function termsToChange(deps: SwitchWorld, upgrade: Upgrade, versionAll: boolean) {
  const { sponsor_key: sponsorKey, to_version: version } = upgrade;
  const { after } = await releasesOf(deps.db, upgrade);
  const of = dictionariesOf(deps, upgrade.dictionary);
  const keyOf = (dictionary: string, code: string, textKey: string) =>
    JSON.stringify([dictionary, code, textKey]);
  const { approved, undecided } = await inSponsor(deps.db, sponsorKey, async (trx) => ({
    approved: new Map(
      (await findApproved(trx, upgrade)).map((one) => [
        keyOf(one.dictionary, one.code, one.text_key),
        one.new_code,
      ]),
    ),
    undecided: new Set(
      (await findUndecided(trx, upgrade)).map((one) => keyOf(one.dictionary, one.code, one.text_key)),
    ),
  }));
  const changeOf = (dictionary: string, term: UpgradeTerm): ChangedTerm[] => {
    const key = keyOf(dictionary, term.code, term.textKey);
    const newCode = approved.get(key) ?? null;
    if (newCode !== null) return [{ ...term, newCode, version }];
    const isVersioned = versionAll && term.stays && !undecided.has(key) && term.version !== version;
    return isVersioned ? [{ ...term, newCode, version }] : [];
  };
  return {
    itemIds: of.flatMap(({ items }) => items.map(({ itemId }) => itemId)),
    read: async (trx: Trx, caseKey: number): Promise<ChangedTerm[]> => {
      const changed: ChangedTerm[] = [];
      for (const { descriptor, items, begins } of of) {
        const itemIds = items.map(({ itemId }) => itemId);
        const at = { sponsorKey, itemIds, after: after.release_no, begins };
        const terms = await findTermsOfCase(trx, caseKey, at);
        changed.push(...terms.flatMap((term) => changeOf(descriptor.dictionary, term)));
      }
      return changed.filter((term) => changesOf(deps.catalogue.whole, term).length > 0);
    },
  };
}

/** Empty: the code stays, and the item has no version. */
const changesOf = ({ items }: Catalogue, { newCode, version, code, ...term }: ChangedTerm): CaseValue[] => {
  const address = { itemId: term.itemId, rowNo: term.rowNo, rowNo2: term.rowNo2, rowNo3: term.rowNo3 };
  const versionItem = items[term.itemId]?.versionItem ?? null;
  const [, ...versionOnly] = codeChanges(address, versionItem, { code, version });
  return newCode === null ? versionOnly : codeChanges(address, versionItem, { code: newCode, version });
};

/** One save over all documents of the case that hold one of the terms. */
function saveCase(
  deps: SwitchWorld,
  author: Author,
  { caseKey, reason, terms }: { caseKey: number; reason: string; terms: readonly ChangedTerm[] },
) {
  const byDoc = Map.groupBy(terms, ({ page, pageRow }) => `${page}|${pageRow}`);
  const parts = [...byDoc.values()].flatMap((own) => partOf(deps, author, caseKey, own));
  return savePages(deps, author, { caseKey, reason, parts });
}

/** The terms are read under the lock of the case, so the save needs no values that they are compared with. */
function partOf(
  deps: SwitchWorld,
  author: Author,
  caseKey: number,
  terms: readonly ChangedTerm[],
): PagePart[] {
  const { whole } = deps.catalogue;
  const [first] = terms;
  const page = whole.pages[first?.page ?? ''];
  if (!first || !page) return [];
  const changes = terms.flatMap((term) => changesOf(whole, term));
  return [valuesPart(deps, author, { caseKey, page, rowNo: first.pageRow, changes })];
}
