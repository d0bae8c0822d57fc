/** Verifies one case as it is stored now. */
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { projectionsOf, versionOf, type ProjectionsWorld } from '../projections/projection.ts';
import { findState } from '../projections/projectionState.store.ts';
import { readInSponsor, type DatabaseWorld, type Trx } from '../storage/database.ts';
import type { Chain } from './auditEntry.ts';
import type { AuditWorld } from './auditKeys.ts';
import { verifyCase, type CaseReport } from './verifyCase.ts';
import type { AnchoredHead } from './verifyChain.ts';

export type VerificationWorld = AuditWorld & CatalogueWorld & DatabaseWorld & ProjectionsWorld;

/** The projection of the list columns. */
const SUMMARIES = 'caseSummaries';

/** Verifies the chain of a case, and what is stored of the case. `catalogue`: of the sponsor. */
export const verifyStoredCase = (
  world: VerificationWorld,
  chain: Chain,
  anchored: AnchoredHead | null,
): Promise<CaseReport> =>
  readInSponsor(world.db, chain.sponsorKey, async (trx) => {
    const areCurrent = await areSummariesCurrent(trx, world, chain.sponsorKey);
    return verifyCase(trx, chain, {
      keys: world.auditKeys,
      anchored,
      catalogue: areCurrent ? world.catalogue : null,
    });
  });

/** After an update of the product the list columns of stored cases may still be those of the former one. */
async function areSummariesCurrent(
  trx: Trx,
  { catalogue, projections }: VerificationWorld,
  sponsorKey: number,
): Promise<boolean> {
  const { progress, timeZone } = await findState(trx, sponsorKey);
  const projection = projectionsOf(projections, catalogue, new Set(progress.keys())).find(
    ({ name }) => name === SUMMARIES,
  );
  const reached = progress.get(SUMMARIES);
  return (
    projection !== undefined &&
    reached?.done === true &&
    reached.version === versionOf(projection, { catalogue, timeZone })
  );
}
