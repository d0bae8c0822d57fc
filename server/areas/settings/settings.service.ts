/** Settings of a sponsor: read with what they are previewed with, changed with a reason. */
import { checkFormat } from '../../../shared/case-number/checkFormat.ts';
import type { CaseNumberFormat } from '../../../shared/case-number/caseNumberFormat.ts';
import { dayAt } from '../../../shared/dates/zonedDay.ts';
import { isAllowedEntry } from '../../../shared/mail/mailAddress.ts';
import {
  fieldsOf,
  wrongSettings,
  type DescribedPart,
  type SettingValues,
} from '../../../shared/settings/describedSettings.ts';
import type {
  BodyOf,
  DataOf,
  readSettings,
  saveMailSettings,
  saveSettings,
  saveSettingsPart,
} from '../../../shared/contract/index.ts';
import { changingAccess } from '../../accounts/lastAdministrator.ts';
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
import { inSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
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
    const mail = await settingOf(trx, sponsorKey, 'mail');
    const { senders, timeZone } = await findSenders(trx, sponsorKey);
    return {
      setAt: at?.toISOString() ?? null,
      caseNumber: value,
      parts: {
        editing: await partOf(trx, sponsorKey, 'editing'),
        general: await partOf(trx, sponsorKey, 'general'),
        navigation: await partOf(trx, sponsorKey, 'navigation'),
        accounts: await partOf(trx, sponsorKey, 'accounts'),
        reports: await partOf(trx, sponsorKey, 'reports'),
      },
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

async function partOf(trx: Trx, sponsorKey: number, part: DescribedPart) {
  const { value, at } = await settingOf(trx, sponsorKey, part);
  return { values: { ...value }, setAt: at?.toISOString() ?? null };
}

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

/**
 * Stores a part of the settings that are single values. Throws 422 SETTING_REFUSED with the names of those that are not
 * allowed, 409 SETTINGS_CHANGED, 422 NO_MODIFIED_DATA.
 */
export function changePart<Part extends DescribedPart>(
  deps: SettingsWorld,
  author: SettingsAuthor,
  part: Part,
  { reason, setAt, values }: BodyOf<typeof saveSettingsPart>,
): Promise<DataOf<typeof saveSettingsPart>> {
  const wrong = wrongSettings(part, values);
  if (wrong.length > 0) throw settingRefused(wrong);
  return changeSetting(deps, author, {
    reason,
    setAt,
    name: part,
    // of the part's settings, as nothing is wrong with it
    value: values as SponsorSettings[Part],
    changesOf: (before, after) =>
      fieldsOf(part).flatMap(([name]) => {
        const [was, is] = [textOf(before, name), textOf(after, name)];
        return was === is ? [] : [caseEntry('change', is, `${part}.${name}`, was)];
      }),
  });
}

const textOf = (values: SettingValues, name: string): string => String(values[name] ?? '');

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
    await changingAccess(trx, sponsorKey, () => putSetting(trx, { sponsorKey, name, value, at, userId }));
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
