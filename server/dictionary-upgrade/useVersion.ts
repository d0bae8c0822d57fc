/** The version of a dictionary that a sponsor uses, changed by an upgrade: a setting like any other, with its audit entry. */
import { versionLines, versionsIn } from '../../shared/settings/describedSettings.ts';
import { lockSponsor } from '../accounts/sponsors.store.ts';
import { appendChange, type Author } from '../audit/appendChange.ts';
import { caseEntry } from '../audit/auditEntry.ts';
import type { AuditWorld } from '../audit/auditKeys.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { changeTime } from '../cases/record/case.store.ts';
import type { ClockWorld } from '../ports/clock.ts';
import { SETTINGS, settingsChain } from '../sponsor-settings/settingsChain.ts';
import { putSetting, settingOf } from '../sponsor-settings/sponsorSettings.ts';
import type { Trx } from '../storage/database.ts';
import type { Upgrade } from './upgrade.store.ts';

type World = AuditWorld & CatalogueWorld & ClockWorld;

/** Changes nothing where the sponsor uses that version by its settings already. */
export async function useVersion(
  trx: Trx,
  deps: World,
  author: Author,
  { sponsor_key: sponsorKey, dictionary, reason }: Pick<Upgrade, 'sponsor_key' | 'dictionary' | 'reason'>,
  version: string,
): Promise<void> {
  await lockSponsor(trx, sponsorKey);
  const { value, at: before } = await settingOf(trx, sponsorKey, 'dictionaries');
  const versions = versionsIn(value.versions);
  if (versions[dictionary] === version) return;
  const changed = versionLines({ ...versions, [dictionary]: version });
  const now = deps.clock.now();
  const at = before ? changeTime(now, before) : now;
  await putSetting(trx, {
    sponsorKey,
    name: 'dictionaries',
    value: { ...value, versions: changed },
    at,
    userId: author.user.userId,
  });
  await appendChange(trx, deps, author, { ...settingsChain(sponsorKey), at, page: SETTINGS, reason }, [
    caseEntry('change', changed, 'dictionaries.versions', value.versions),
  ]);
}
