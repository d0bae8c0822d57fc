/** Settings of a sponsor: read with what they are previewed with, changed with a reason. */
import { createHash } from 'node:crypto';
import { checkFormat } from '../../../shared/case-number/checkFormat.ts';
import type { CaseNumberFormat } from '../../../shared/case-number/caseNumberFormat.ts';
import { dayAt } from '../../../shared/dates/zonedDay.ts';
import { isAllowedEntry } from '../../../shared/mail/mailAddress.ts';
import {
  fieldsOf,
  RECEIVERS,
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
  readLogo,
  saveLogo,
  saveSettingsPart,
} from '../../../shared/contract/index.ts';
import { MAX_LOGO_BYTES } from '../../../shared/contract/settings.ts';
import { changingAccess } from '../../accounts/lastAdministrator.ts';
import { lockSponsor } from '../../accounts/sponsors.store.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { appendChange } from '../../audit/appendChange.ts';
import { caseEntry, type NewEntry } from '../../audit/auditEntry.ts';
import { runningSequences } from '../../case-number/caseNumber.store.ts';
import { changeTime } from '../../cases/record/case.store.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { usableVersions } from '../../dictionaries/lookUp.ts';
import { codingSources } from '../../dictionary-upgrade/upgradeItems.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { SessionUser } from '../../http/session.ts';
import { logoRefused, noModifiedData, settingRefused, settingsChanged } from '../../problems.ts';
import {
  putSetting,
  settingOf,
  type SettingName,
  type SponsorSettings,
} from '../../sponsor-settings/sponsorSettings.ts';
import { SETTINGS, settingsChain } from '../../sponsor-settings/settingsChain.ts';
import { findLogo, imageType, putLogo, type Logo } from '../../sponsor-settings/logo.store.ts';
import { findReceivers } from '../../receivers/receiverFacts.ts';
import { isDecodable, isPng } from '../../reports/pngChunks.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { isCountedIn } from '../../storage/timeZones.store.ts';
import { findSenders } from './settings.store.ts';

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
      dictionaries: codingSources(deps).map(({ dictionary, label }) => ({ dictionary, label })),
      parts: {
        editing: await partOf(trx, sponsorKey, 'editing'),
        general: await partOf(trx, sponsorKey, 'general'),
        navigation: await partOf(trx, sponsorKey, 'navigation'),
        retention: await partOf(trx, sponsorKey, 'retention'),
        accounts: await partOf(trx, sponsorKey, 'accounts'),
        dictionaries: await partOf(trx, sponsorKey, 'dictionaries'),
        coding: await partOf(trx, sponsorKey, 'coding'),
        reasons: await partOf(trx, sponsorKey, 'reasons'),
        receivers: await partOf(trx, sponsorKey, 'receivers'),
        reports: await partOf(trx, sponsorKey, 'reports'),
      },
      logo: await storedLogo(trx, sponsorKey),
      loaded: await choicesOf(trx, deps, sponsorKey),
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

/** The versions that can be searched of the dictionaries that code items, and the receivers of the sponsor. */
const choicesOf = async (
  trx: Trx,
  { catalogue }: CatalogueWorld,
  sponsorKey: number,
): Promise<Record<string, string[]>> => ({
  ...Object.fromEntries(
    await Promise.all(
      codingSources({ catalogue }).map(
        async ({ dictionary }) => [dictionary, await usableVersions(trx, dictionary)] as const,
      ),
    ),
  ),
  [RECEIVERS]: (await findReceivers(trx, catalogue, { sponsorKey, senderKey: null })).map(({ name }) => name),
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
export async function changePart<Part extends DescribedPart>(
  deps: SettingsWorld,
  author: SettingsAuthor,
  part: Part,
  { reason, setAt, values }: BodyOf<typeof saveSettingsPart>,
): Promise<DataOf<typeof saveSettingsPart>> {
  const { sponsorKey } = author.user;
  const wrong = await inSponsor(deps.db, sponsorKey, async (trx) => [
    ...wrongSettings(part, values, await choicesOf(trx, deps, sponsorKey)),
    ...(await zonesNotCountedIn(trx, part, values)),
  ]);
  if (wrong.length > 0) throw settingRefused([...new Set(wrong)]);
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

async function zonesNotCountedIn(trx: Trx, part: DescribedPart, values: SettingValues): Promise<string[]> {
  const zones = fieldsOf(part).flatMap(([name, { kind }]) => (kind === 'timeZone' ? [name] : []));
  const known = await Promise.all(zones.map((name) => isCountedIn(trx, textOf(values, name))));
  return zones.filter((_name, at) => !known[at]);
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

const changeSetting = <Name extends SettingName>(
  deps: SettingsWorld,
  author: SettingsAuthor,
  { reason, setAt, name, value, changesOf: entriesOf }: SettingChange<Name>,
): Promise<{ setAt: string }> =>
  changing(deps, author, { reason, setAt }, async (trx) => {
    const { sponsorKey, userId } = author.user;
    const before = await settingOf(trx, sponsorKey, name);
    return {
      before: before.at,
      entries: entriesOf(before.value, value),
      put: (at) =>
        changingAccess(trx, { sponsorKey, at }, () =>
          putSetting(trx, { sponsorKey, name, value, at, userId }),
        ),
    };
  });

/** What a change of settings does once it is known to be one. */
interface Planned {
  /** when it was changed before */
  before: Date | null;
  entries: NewEntry[];
  put: (at: Date) => Promise<unknown>;
}

/** A change of settings with its audit entries. Throws 409 SETTINGS_CHANGED, 422 NO_MODIFIED_DATA. */
function changing(
  deps: SettingsWorld,
  author: SettingsAuthor,
  { reason, setAt }: { reason: string; setAt: string | null },
  plan: (trx: Trx) => Promise<Planned>,
): Promise<{ setAt: string }> {
  const { sponsorKey } = author.user;
  return inSponsor(deps.db, sponsorKey, async (trx) => {
    await lockSponsor(trx, sponsorKey);
    const { before, entries, put } = await plan(trx);
    if ((before?.toISOString() ?? null) !== setAt) throw settingsChanged();
    if (entries.length === 0) throw noModifiedData();
    const now = deps.clock.now();
    const at = before ? changeTime(now, before) : now;
    await put(at);
    const change = { ...settingsChain(sponsorKey), at, page: SETTINGS, reason };
    await appendChange(trx, deps, author, change, entries);
    return { setAt: at.toISOString() };
  });
}

/** The logo of the sponsor; null: that of the product. */
export const logoOf = (
  { db }: Pick<SettingsWorld, 'db'>,
  { sponsorKey }: SessionUser,
): Promise<DataOf<typeof readLogo>> =>
  inSponsor(db, sponsorKey, async (trx) => ({ logo: (await storedLogo(trx, sponsorKey)).logo }));

async function storedLogo(trx: Trx, sponsorKey: number) {
  const found = await findLogo(trx, sponsorKey);
  const { at } = await settingOf(trx, sponsorKey, 'logo');
  const logo = found && { ...found, content: found.content.toString('base64') };
  return { setAt: at?.toISOString() ?? null, logo };
}

/**
 * Stores the logo. Throws 422 LOGO_REFUSED if its content is no image of its type, damaged or too large, 409 SETTINGS_CHANGED, 422
 * NO_MODIFIED_DATA.
 */
export async function changeLogo(
  deps: SettingsWorld,
  author: SettingsAuthor,
  { reason, setAt, logo }: BodyOf<typeof saveLogo>,
): Promise<DataOf<typeof saveLogo>> {
  const content = logo && Buffer.from(logo.content, 'base64');
  if (content && (content.length > MAX_LOGO_BYTES || imageType(content) !== logo.mediaType))
    throw logoRefused();
  // reports leave it out
  if (content && isPng(content) && !(await isDecodable(content))) throw logoRefused();
  const image = logo && content && { ...logo, content };
  return changing(deps, author, { reason, setAt }, async (trx) => {
    const { sponsorKey, userId } = author.user;
    const before = await settingOf(trx, sponsorKey, 'logo');
    const [was, is] = [nameOfLogo(await findLogo(trx, sponsorKey)), nameOfLogo(image)];
    return {
      before: before.at,
      entries: was === is ? [] : [caseEntry('change', is, 'general.logo', was)],
      put: async (at) => {
        await putLogo(trx, sponsorKey, image, at);
        await putSetting(trx, { sponsorKey, name: 'logo', value: {}, at, userId });
      },
    };
  });
}

/** The name of the file and what identifies its content; empty: the product's logo. */
const nameOfLogo = (logo: Pick<Logo, 'fileName' | 'content'> | null): string =>
  logo === null
    ? ''
    : `${logo.fileName} (${createHash('sha256').update(logo.content).digest('hex').slice(0, 16)})`;

/** An entry for each part that differs. */
function changesOf(before: CaseNumberFormat, after: CaseNumberFormat): NewEntry[] {
  const text = (part: string | readonly string[]) => (typeof part === 'string' ? part : part.join(', '));
  return (['identifier', 'pattern', 'condition', 'reportPattern'] as const).flatMap((part) => {
    const [was, is] = [text(before[part]), text(after[part])];
    return was === is ? [] : [caseEntry('change', is, `caseNumber.${part}`, was)];
  });
}
