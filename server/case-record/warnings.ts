/**
 * Keeps what people are warned of because of what cases say. A save only notes that the case was written: asking all
 * rules of its receivers would cost as much again, so that is done right after it, from what was committed.
 */
import { textHash } from '../../schemas/compile/textHash.ts';
import { caseWarnings, type CaseWarning } from '../../shared/warnings/caseWarnings.ts';
import { addressName } from '../../shared/warnings/addressName.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import type { Deps } from '../deps.ts';
import { inSponsor, type Trx } from '../storage/database.ts';
import { readCaseContent } from './readCase.ts';
import { everySponsor, findSponsors } from './sponsors.ts';
import {
  claimWritten,
  findOwedReceivers,
  markDerived,
  markWritten,
  putWarnings,
  watchOthers,
  type Watched,
} from './warnings.store.ts';

/** Cases that are noted in one transaction. */
const PORTION = 500;

/** From now on what was derived of the version counts as old, if the transaction is kept. */
export const noteWritten = async (trx: Trx, watched: Watched): Promise<void> => {
  await markWritten(trx, watched);
};

type World = Pick<Deps, 'db' | 'catalogues' | 'clock'>;

/** Notes the cases that were there before warnings were, in portions. */
export async function watchAll({ db }: Pick<World, 'db'>, signal?: AbortSignal): Promise<void> {
  for (const { sponsor_key } of await findSponsors(db))
    while (
      !signal?.aborted &&
      (await inSponsor(db, sponsor_key, (trx) => watchOthers(trx, sponsor_key, PORTION)))
    );
}

/** Derives the warnings of all cases that were written, or that other rules hold for than before; one after the other. */
export async function deriveWarnings(world: World, signal?: AbortSignal): Promise<void> {
  for await (const { sponsorKey, catalogue } of everySponsor(world))
    while (!signal?.aborted && (await deriveNext(world, catalogue, sponsorKey)));
}

/** Answers whether there was one. Whoever saves the case meanwhile waits, and it is derived again. */
const deriveNext = ({ db, clock }: World, catalogue: CatalogueSource, sponsorKey: number): Promise<boolean> =>
  inSponsor(db, sponsorKey, async (trx) => {
    const derivedWith = versionOf(catalogue);
    const caseKey = await claimWritten(trx, sponsorKey, derivedWith);
    if (caseKey === null) return false;
    const watched = { sponsorKey, caseKey };
    const content = await readCaseContent(trx, sponsorKey, caseKey);
    const asker = { now: clock.now(), receivers: await findOwedReceivers(trx, watched) };
    const found = caseWarnings(catalogue.checks, catalogue.warnings, content, asker);
    const placeOf = addressName(catalogue.whole, content.rows);
    await putWarnings(
      trx,
      watched,
      found.map((warning) => ({
        ...rowOf(warning),
        ...pageOf(catalogue, warning),
        place: JSON.stringify(placeOf(warning)),
      })),
    );
    await markDerived(trx, watched, derivedWith);
    return true;
  });

const versions = new WeakMap<CatalogueSource, string>();

/** Changes with the catalogue and with what is warned of. */
function versionOf(catalogue: CatalogueSource): string {
  const known =
    versions.get(catalogue) ?? `${catalogue.whole.version}-${textHash(JSON.stringify(catalogue.warnings))}`;
  versions.set(catalogue, known);
  return known;
}

const pageOf = ({ whole }: CatalogueSource, { itemId, rowNo }: CaseWarning) => {
  const page = whole.pages[whole.items[itemId]?.page ?? ''];
  return { page: page?.page ?? '', page_row: page?.kind === 'rows' ? rowNo : 0 };
};

const rowOf = ({ itemId, rowNo, rowNo2, rowNo3, message, text, ...told }: CaseWarning) => ({
  ...{ item_id: itemId, row_no: rowNo, row_no2: rowNo2, row_no3: rowNo3, term: text },
  ...{ warning: told.warning, found: told.found, blinded: told.blinded, receivers: [...told.receivers] },
  message: message && JSON.stringify(message),
});
