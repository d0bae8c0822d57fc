/** The first start with keys: seals the chains that are there already, and begins the anchor file. */
import { inEverySponsor } from '../accounts/sponsors.store.ts';
import type { ClockWorld } from '../ports/clock.ts';
import { SetupProblem } from '../settings.ts';
import type { DatabaseWorld, Db, Trx } from '../storage/database.ts';
import { appendRecords, findLastAnchor, inAnchoring } from './appendRecords.ts';
import type { AnchorsWorld } from './anchorFile.ts';
import {
  hasAuditKeys,
  openAuditKeys,
  type AuditKeySettings,
  type AuditKeys,
  type AuditWorld,
} from './auditKeys.ts';
import { sealHeads } from './sealHeads.ts';

interface World extends DatabaseWorld, ClockWorld, AuditWorld, AnchorsWorld {
  config: { auditLostKeys: readonly string[] };
  log: { error: (details: object, message: string) => void };
}

/**
 * Seals all chains when there is no anchor yet; afterwards an end without a seal is a forgery. Notes a key that is used for
 * the first time. Throws a `SetupProblem` if the database was written with a key that this process does not have.
 */
export const beginAnchors = (world: World): Promise<void> =>
  inAnchoring(world, async (trx) => {
    const { anchors, auditKeys } = world;
    const { stored, lost } = await lastAnchor(trx, world);
    const last = await anchors.last();
    if (!last && stored)
      world.log.error(
        { file: anchors.path },
        'the anchor file of the audit trail is missing; a new one begins',
      );
    const isFirst = !last && !stored;
    if (isFirst || lost.length > 0)
      await inEverySponsor(world.db, (sponsor, sponsorKey) =>
        sealHeads(sponsor, sponsorKey, auditKeys, isFirst ? null : lost),
      );
    if (isFirst) {
      await appendRecords(trx, world, [{ kind: 'begin' }]);
    } else if (!last || last.record.keyId !== auditKeys.current.id) {
      await appendRecords(trx, world, [{ kind: 'key' }]);
    }
  });

/**
 * The keys of this process; a first one is made only where no key is in use yet. Throws a `SetupProblem` where there is none, but
 * the database was written with one: the data directory is not that of the database.
 */
export async function keysOfDatabase(
  db: Db,
  settings: AuditKeySettings & World['config'],
): Promise<AuditKeys> {
  if (!hasAuditKeys(settings)) {
    const stored = await findLastAnchor(db);
    if (stored && !settings.auditLostKeys.includes(stored.key_id)) throw keyMissing(stored.key_id);
  }
  return openAuditKeys(settings);
}

/** Throws a `SetupProblem` if the database was written with a key that this process does not have. */
export const requireLastKey = (world: World): Promise<unknown> => lastAnchor(world.db, world);

async function lastAnchor(db: Db | Trx, { auditKeys, config }: World) {
  const lost = config.auditLostKeys.filter((keyId) => !auditKeys.find(keyId));
  const stored = await findLastAnchor(db);
  if (stored && !lost.includes(stored.key_id)) requireKey(auditKeys, stored.key_id);
  return { stored, lost };
}

function requireKey({ find }: AuditKeys, keyId: string): void {
  if (!find(keyId)) throw keyMissing(keyId);
}

const keyMissing = (keyId: string): SetupProblem =>
  new SetupProblem(
    `the audit trail of this database was written with the key ${keyId}, which is missing here; ` +
      'restore audit/keys in DATA_DIR or set CASEWRIGHT_AUDIT_KEYS as the other processes have it. ' +
      'If the key is lost, see "Keys and anchors of the audit trail" in docs/operating.md',
  );
