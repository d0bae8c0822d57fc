/** The reason that a save usually has, by what it changes. */
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { SaveReason } from '../../../machines/save/save.machine.ts';
import type { ChangeSet } from '../../../shared/case/changeSet.ts';
import { isEmpty } from '../../../shared/case/itemValue.ts';
import type { PageSession } from '../../engine/index.ts';

interface ChangedPage {
  catalogue: Catalogue;
  session: Pick<PageSession, 'original'>;
  changes: ChangeSet;
}

/**
 * First values, and what comes with a date of newer information, are new data; anything else changes what was there. That
 * it was an error of input nobody knows but the user.
 */
export function usualReason(pages: readonly ChangedPage[]): SaveReason {
  const isNewer = pages.some(({ catalogue, changes }) =>
    changes.items.some(
      (item) => item.itemId === catalogue.roles['mostRecentInformation'] && item.value !== null,
    ),
  );
  return isNewer || pages.every(hasFirstValues) ? 'New Data' : 'Edited Data';
}

/** Nothing that was there is replaced, cleared or deleted; computed values follow and do not count. */
const hasFirstValues = ({ catalogue, session, changes }: ChangedPage): boolean =>
  changes.rows.every(({ deleted }) => !deleted) &&
  changes.items.every(
    (item) => catalogue.items[item.itemId]?.computed != null || isEmpty(session.original(item)),
  );
