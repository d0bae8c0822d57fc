/** What was typed into the duplicate check and becomes a follow-up: first beside what the case says, then taken over. */
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import { addressKey } from '../../../shared/case/itemAddress.ts';
import { differs, type ItemValue } from '../../../shared/case/itemValue.ts';
import type { BodyOf, compareTyped, DataOf, createFollowUp } from '../../../shared/contract/index.ts';
import { applyFollowUp, planFollowUp, selectedParts } from '../../../shared/duplicates/index.ts';
import { addressName } from '../../../shared/warnings/addressName.ts';
import { findNewestVersion, type CaseRecord } from '../../cases/record/case.store.ts';
import { findVisibleCase, maySee } from '../../cases/record/caseAccess.ts';
import { readCaseContent } from '../../cases/record/readCase.store.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { UuidWorld } from '../../ports/uuid.ts';
import { checkedContent, requireWritable } from '../../duplicates/typedContent.ts';
import { caseChanged } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import type { Caller } from './cases.service.ts';

/** What this module needs of the server. */
type TypedValuesWorld = CatalogueWorld & ClockWorld & DatabaseWorld & UuidWorld;

type Asker = Pick<Caller, 'user' | 'language'>;
type Typed = NonNullable<BodyOf<typeof createFollowUp>['typed']>;

/** Beside the newest version; changes nothing. 422 ITEM_REFUSED as the check itself. */
export function compareWithTyped(
  deps: TypedValuesWorld,
  { user, language }: Asker,
  caseKey: number,
  { content }: BodyOf<typeof compareTyped>,
): Promise<DataOf<typeof compareTyped>> {
  const { whole } = deps.catalogue;
  const typed = checkedContent(deps, user, language, content);
  const sees = (itemId: string) => maySee(deps, user, itemId);
  return inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const found = await findVisibleCase(trx, user, caseKey);
    const newest = (await findNewestVersion(trx, found)) ?? found;
    const before = await readCaseContent(trx, user.sponsorKey, newest.case_key);
    const { entries, newRows } = planFollowUp(whole, before, typed, sees);
    const placeOf = addressName(whole, [...before.rows, ...newRows]);
    return {
      caseNo: newest.case_no,
      versionNo: newest.version_no,
      retrievedAt: newest.retrieved_at.toISOString(),
      listInfo: entries.map(({ item, unit, effect, newRow }) => {
        const { itemId, rowNo, rowNo2, rowNo3 } = item.typed;
        return {
          itemId,
          rowNo,
          rowNo2,
          rowNo3,
          effect,
          newRow,
          place: placeOf(item.at)[language],
          before: withUnit(item.before, unit?.before),
          typed: withUnit(item.typed, unit?.typed),
        };
      }),
    };
  });
}

const withUnit = ({ value, nullFlavor, notation }: ItemValue, unit: ItemValue | undefined) => ({
  value,
  nullFlavor,
  notation,
  unit: unit?.value ?? null,
});

/**
 * Applies the named values. 409 CASE_CHANGED if the case was saved after the user saw it: values that they have not
 * seen are not replaced. 422 ITEM_REFUSED as the check itself, and for items that the user may only read.
 */
export function takingOver(
  deps: TypedValuesWorld,
  { user, language }: Asker,
  found: CaseRecord,
  { content, take, retrievedAt }: Typed,
): (before: CaseContent) => CaseContent {
  if (found.retrieved_at > new Date(retrievedAt))
    throw caseChanged({ changedBy: found.updated_by, changedAt: found.retrieved_at.toISOString() });
  const { whole } = deps.catalogue;
  const typed = checkedContent(deps, user, language, content);
  const sees = (itemId: string) => maySee(deps, user, itemId);
  const named = new Set(take.map(addressKey));
  return (before) => {
    const plan = planFollowUp(whole, before, typed, sees);
    const changed = selectedParts(plan, named).filter((part) => differs(part.typed, part.before));
    requireWritable(
      user,
      language,
      changed.map((part) => part.typed),
    );
    return applyFollowUp(whole, before, plan, named, deps.newUuid);
  };
}
