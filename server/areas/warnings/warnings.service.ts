/** Warnings beside their list. */
import type { countWarnings, DataOf } from '../../../shared/contract/index.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { readingOf } from '../../lists/answerList.ts';
import type { ListCaller } from '../../lists/listSource.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { restrictedTo, warningList, type Restriction } from './warningList.ts';
import { countPending } from '../../warnings/caseWarnings.store.ts';
import { countByWarning } from './warnings.store.ts';

/** Of the cases the caller may see; a warning that is silent counts 0. */
export const countOfEach = (
  deps: DatabaseWorld & CatalogueWorld & ClockWorld,
  caller: ListCaller,
  to: Restriction,
): Promise<DataOf<typeof countWarnings>> =>
  inSponsor(deps.db, caller.user.sponsorKey, async (trx) => {
    const source = restrictedTo(warningList, to);
    const reading = readingOf(deps, caller);
    const counts = await countByWarning(trx, source, reading);
    return {
      pending: await countPending(trx, caller.user.sponsorKey, caller.user),
      listInfo: deps.catalogue.warnings.map(({ id, label, severity }) => ({
        warning: id,
        severity,
        label: label[caller.language],
        count: counts.get(id) ?? 0,
      })),
    };
  });
