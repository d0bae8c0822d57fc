/** Settings of a sponsor: read with what they are previewed with, changed with a reason. */
import { checkFormat } from '../../../shared/case-number/checkFormat.ts';
import type { CaseNumberFormat } from '../../../shared/case-number/caseNumberFormat.ts';
import { dayAt } from '../../../shared/dates/zonedDay.ts';
import { isAllowedEntry } from '../../../shared/mail/mailAddress.ts';
import {
  EDITING_SETTINGS,
  type BodyOf,
  type DataOf,
  type readSettings,
  type saveEditingSettings,
  type saveMailSettings,
  type saveSettings,
} from '../../../shared/contract/index.ts';
import { lockSponsor } from '../../accounts/sponsors.store.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { appendChange } from '../../audit/appendChange.ts';
import { caseEntry, type NewEntry } from '../../audit/auditEntry.ts';
import { runningSequences } from '../../case-number/caseNumber.store.ts';
import { changeTime } from '../../cases/record/case.store.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { SessionUser } from '../../http/session.ts';
import { noModifiedData, settingRefused, settingsChanged } from '../../problems.ts';
import {
  putSetting,
  settingOf,
  type SettingName,
  type SponsorSettings,
} from '../../sponsor-settings/sponsorSettings.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { findSenders } from './settings.store.ts';
import { SETTINGS, settingsChain } from './settingsAuditList.ts';

/** What this module needs of the server. */
type SettingsWorld = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld;

/** Characters the item of the sender's number takes. */
const limitOf = ({ catalogue: { whole } }: SettingsWorld): number | null =>
  whole.items[whole.roles['caseNumber'] ?? '']?.maxLength ?? null;

export const settingsOf = (
  deps: SettingsWorld,
  { sponsorKey }: SessionUser,
): Promise<DataOf<typeof readSettings>> =>
  inSponsor(deps.db, sponsorKey, async (trx) => {
    const { value, at } = await settingOf(trx, sponsorKey, 'caseNumber');
    const editing = await settingOf(trx, sponsorKey, 'editing');
    const mail = await settingOf(trx, sponsorKey, 'mail');
    const { senders, timeZone } = await findSenders(trx, sponsorKey);
    return {
      setAt: at?.toISOString() ?? null,
      caseNumber: value,
      editing: { ...editing.value, setAt: editing.at?.toISOString() ?? null },
      mail: { ...mail.value, setAt: mail.at?.toISOString() ?? null },
      preview: {
        timeZone,
        senders,
        limit: limitOf(deps),
        day: dayAt(deps.clock.now().getTime(), timeZone),
        sequences: await runningSequences(trx, sponsorKey),
      },
    };
  });

/**
 * Stores the settings and the changes for the audit trail. Throws 422 SETTING_REFUSED, 409 SETTINGS_CHANGED if
 * another user changed them after they were read, 422 NO_MODIFIED_DATA.
 */
export function changeSettings(
  deps: SettingsWorld,
  author: SettingsAuthor,
  { reason, setAt, caseNumber }: BodyOf<typeof saveSettings>,
): Promise<DataOf<typeof saveSettings>> {
  const problems = checkFormat(caseNumber, limitOf(deps));
  if (problems.length > 0) throw settingRefused(problems);
  return changeSetting(deps, author, { reason, setAt, name: 'caseNumber', value: caseNumber, changesOf });
}

/** Stores how cases are edited. Throws 409 SETTINGS_CHANGED, 422 NO_MODIFIED_DATA. */
export const changeEditing = (
  deps: SettingsWorld,
  author: SettingsAuthor,
  { reason, setAt, ...value }: BodyOf<typeof saveEditingSettings>,
): Promise<DataOf<typeof saveEditingSettings>> =>
  changeSetting(deps, author, {
    reason,
    setAt,
    name: 'editing',
    value,
    changesOf: (before, after) =>
      EDITING_SETTINGS.filter((one) => before[one] !== after[one]).map((one) =>
        caseEntry('change', after[one], `editing.${one}`, before[one]),
      ),
  });

/**
 * Stores which addresses reports may be mailed to. Throws 422 SETTING_REFUSED with the entries that are no address and no
 * domain, 409 SETTINGS_CHANGED, 422 NO_MODIFIED_DATA.
 */
export function changeMail(
  deps: SettingsWorld,
  author: SettingsAuthor,
  { reason, setAt, allowed }: BodyOf<typeof saveMailSettings>,
): Promise<DataOf<typeof saveMailSettings>> {
  const refused = allowed.filter((entry) => !isAllowedEntry(entry));
  if (refused.length > 0) throw settingRefused(refused);
  const changesOf = (before: SponsorSettings['mail'], after: SponsorSettings['mail']): NewEntry[] => {
    const [was, is] = [before.allowed.join(', '), after.allowed.join(', ')];
    return was === is ? [] : [caseEntry('change', is, 'mail.allowed', was)];
  };
  return changeSetting(deps, author, { reason, setAt, name: 'mail', value: { allowed }, changesOf });
}

interface SettingsAuthor {
  user: SessionUser;
  requestId: string;
}

interface SettingChange<Name extends SettingName> {
  reason: string;
  setAt: string | null;
  name: Name;
  value: SponsorSettings[Name];
  changesOf: (before: SponsorSettings[Name], after: SponsorSettings[Name]) => NewEntry[];
}

function changeSetting<Name extends SettingName>(
  deps: SettingsWorld,
  author: SettingsAuthor,
  { reason, setAt, name, value, changesOf: entriesOf }: SettingChange<Name>,
): Promise<{ setAt: string }> {
  const { sponsorKey, userId } = author.user;
  return inSponsor(deps.db, sponsorKey, async (trx) => {
    await lockSponsor(trx, sponsorKey);
    const before = await settingOf(trx, sponsorKey, name);
    if ((before.at?.toISOString() ?? null) !== setAt) throw settingsChanged();
    const entries = entriesOf(before.value, value);
    if (entries.length === 0) throw noModifiedData();
    const now = deps.clock.now();
    const at = before.at ? changeTime(now, before.at) : now;
    await putSetting(trx, { sponsorKey, name, value, at, userId });
    const change = { ...settingsChain(sponsorKey), at, page: SETTINGS, reason };
    await appendChange(trx, deps, author, change, entries);
    return { setAt: at.toISOString() };
  });
}

/** An entry for each part that differs. */
function changesOf(before: CaseNumberFormat, after: CaseNumberFormat): NewEntry[] {
  const text = (part: string | readonly string[]) => (typeof part === 'string' ? part : part.join(', '));
  return (['identifier', 'pattern', 'condition', 'reportPattern'] as const).flatMap((part) => {
    const [was, is] = [text(before[part]), text(after[part])];
    return was === is ? [] : [caseEntry('change', is, `caseNumber.${part}`, was)];
  });
}
