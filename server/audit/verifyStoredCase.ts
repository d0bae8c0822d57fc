/** Verifies one case as it is stored now. */
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { readInSponsor, type DatabaseWorld } from '../storage/database.ts';
import type { Chain } from './auditEntry.ts';
import type { AuditWorld } from './auditKeys.ts';
import { verifyCase, type CaseReport } from './verifyCase.ts';
import type { AnchoredHead } from './verifyChain.ts';

export type VerificationWorld = AuditWorld & CatalogueWorld & DatabaseWorld;

/** Verifies the chain of a case, and what is stored of the case. */
export const verifyStoredCase = (
  { db, auditKeys: keys }: VerificationWorld,
  chain: Chain,
  anchored: AnchoredHead | null,
): Promise<CaseReport> =>
  readInSponsor(db, chain.sponsorKey, (trx) => verifyCase(trx, chain, { keys, anchored }));
