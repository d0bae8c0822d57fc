/** Profiles of transports: read without secrets, stored with a reason, tried without sending anything. */
import type {
  BodyOf,
  DataOf,
  readTransportProfile,
  saveTransportProfile,
  tryTransport,
} from '../../../shared/contract/index.ts';
import { secretFields, wrongValues } from '../../../shared/connections/settingFields.ts';
import { missingSecrets, repeatedFolders, transportFields } from '../../../shared/submission/transports.ts';
import { appendChange } from '../../audit/appendChange.ts';
import { caseEntry, type NewEntry } from '../../audit/auditEntry.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { changeTime } from '../../cases/record/case.store.ts';
import type { ConfigWorld } from '../../config.ts';
import type { SessionUser } from '../../http/session.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { noModifiedData, settingRefused, settingsChanged } from '../../problems.ts';
import { receiverKindOf } from '../../receivers/receiverFacts.ts';
import { findVisibleRecord, lockVisibleRecord } from '../../records/recordAccess.ts';
import { recordChain, refOf } from '../../records/saveRecord.ts';
import { inSponsor, readInSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import {
  findProfile,
  lockProfile,
  putProfile,
  type StoredProfile,
} from '../../submissions/transports/profile.store.ts';
import { openSecrets } from '../../connections/openSecrets.ts';
import { profileSealing, secretsOf } from '../../submissions/transports/profiles.ts';
import { TransportFailure, type TransportsWorld } from '../../submissions/transports/transport.ts';

type ProfileWorld = AuditWorld & CatalogueWorld & ClockWorld & ConfigWorld & DatabaseWorld & TransportsWorld;
type Changes = BodyOf<typeof tryTransport>;

/** The item id of entries about a profile. */
const TRANSPORT = 'transport';

export const profileOf = (
  deps: ProfileWorld,
  user: SessionUser,
  receiverKey: number,
): Promise<DataOf<typeof readTransportProfile>> =>
  readInSponsor(deps.db, user.sponsorKey, async (trx) => {
    await findVisibleRecord(trx, user, receiverKindOf(deps.catalogue), receiverKey);
    const found = await findProfile(trx, { sponsorKey: user.sponsorKey, receiverKey });
    if (!found) return { profile: null };
    return {
      profile: {
        adapter: found.adapter,
        active: found.active,
        settings: found.settings,
        certificateUntil: found.certificate_until,
        secretUntil: found.secret_until,
        secretNames: Object.keys(secretsOf(deps.config, found) ?? {}),
        setAt: found.set_at.toISOString(),
        setBy: found.set_by,
        pausedUntil: found.paused_until?.toISOString() ?? null,
      },
    };
  });

/** Throws 404 RECORD_NOT_FOUND, 422 SETTING_REFUSED and NO_MODIFIED_DATA, 409 SETTINGS_CHANGED. */
export function saveProfile(
  deps: ProfileWorld,
  author: { user: SessionUser; requestId: string },
  { receiverKey, setAt, reason, ...changes }: BodyOf<typeof saveTransportProfile> & { receiverKey: number },
): Promise<void> {
  const { user } = author;
  const { sponsorKey } = user;
  return inSponsor(deps.db, sponsorKey, async (trx) => {
    const record = await lockVisibleRecord(trx, user, receiverKindOf(deps.catalogue), receiverKey);
    const before = await lockProfile(trx, { sponsorKey, receiverKey });
    if ((before?.set_at.toISOString() ?? null) !== setAt) throw settingsChanged();
    const secrets = secretsIn(deps, before, changes);
    requireAllowed(changes, secrets);
    const entries = entriesOf(before, changes);
    if (entries.length === 0) throw noModifiedData();
    const now = deps.clock.now();
    const at = before ? changeTime(now, before.set_at) : now;
    const { adapter, active, settings, certificateUntil, secretUntil } = changes;
    await putProfile(trx, {
      sponsor_key: sponsorKey,
      receiver_key: receiverKey,
      adapter,
      active,
      settings: JSON.stringify(settings),
      secrets: profileSealing(deps.config).sealed(JSON.stringify(secrets)),
      certificate_until: certificateUntil,
      secret_until: secretUntil,
      // a new end is warned of again; what was wrong may be corrected
      certificate_warned: certificateUntil === before?.certificate_until ? before.certificate_warned : null,
      secret_warned: secretUntil === before?.secret_until ? before.secret_warned : null,
      failures: 0,
      paused_until: null,
      set_at: at,
      set_by: user.userName,
    });
    await appendChange(trx, deps, author, { ...recordChain(refOf(record)), at, reason }, entries);
  });
}

/** Connects with what the form holds. Throws 404 RECORD_NOT_FOUND and 422 SETTING_REFUSED. */
export async function tryProfile(
  deps: ProfileWorld,
  user: SessionUser,
  { receiverKey, ...changes }: Changes & { receiverKey: number },
): Promise<DataOf<typeof tryTransport>> {
  const { sponsorKey } = user;
  const stored = await inSponsor(deps.db, sponsorKey, async (trx: Trx) => {
    await findVisibleRecord(trx, user, receiverKindOf(deps.catalogue), receiverKey);
    return findProfile(trx, { sponsorKey, receiverKey });
  });
  const secrets = secretsIn(deps, stored, changes);
  requireAllowed(changes, secrets);
  const { adapter, settings } = changes;
  try {
    await deps.transports.remote({ adapter, settings, secrets, environment: 'test' }).probe();
    return { fault: null, message: '' };
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    return { fault: error.fault, message: error.message };
  }
}

/** The secrets of the profile as the form has it. */
const secretsIn = (
  { config }: ConfigWorld,
  stored: StoredProfile | undefined,
  { adapter, settings, secrets }: Changes,
): Record<string, string> =>
  openSecrets(
    stored && { kind: stored.adapter, settings: stored.settings, open: () => secretsOf(config, stored) },
    { kind: adapter, settings, secrets },
  );

function requireAllowed({ adapter, settings, secrets }: Changes, open: Record<string, string>): void {
  const names = new Set(secretFields(transportFields(adapter)));
  const refused = [
    ...wrongValues(transportFields(adapter), settings),
    ...repeatedFolders(settings),
    ...Object.keys(secrets).filter((name) => !names.has(name)),
    ...missingSecrets(adapter, new Set(Object.keys(open))),
  ];
  if (refused.length > 0) throw settingRefused(refused);
}

/** One entry for each value that differs; of a secret only that it was changed. */
function entriesOf(before: StoredProfile | undefined, after: Changes): NewEntry[] {
  const plain = (values: Readonly<Record<string, unknown>>) =>
    new Map(Object.entries(values).map(([name, value]) => [name, value === null ? '' : String(value)]));
  const was = plain(
    before
      ? {
          adapter: before.adapter,
          active: before.active,
          certificateUntil: before.certificate_until,
          secretUntil: before.secret_until,
          ...before.settings,
        }
      : {},
  );
  const { adapter, active, certificateUntil, secretUntil, settings, secrets } = after;
  const is = plain({ adapter, active, certificateUntil, secretUntil, ...settings });
  const change = (name: string, text: string, old: string) =>
    caseEntry('change', `${name}: ${text}`, TRANSPORT, old === '' ? null : `${name}: ${old}`);
  return [
    ...[...is]
      .filter(([name, value]) => value !== (was.get(name) ?? ''))
      .map(([name, value]) => change(name, value, was.get(name) ?? '')),
    ...Object.keys(secrets).map((name) => change(name, '•••', '')),
  ];
}
