/**
 * What a sponsor may set otherwise than the product does. Every setting is stored once and read here and nowhere else:
 * what the sponsor set, else the product's default.
 */
import type { Static } from 'typebox';
import type { MailSetting } from '../../shared/contract/settings.ts';
import { DEFAULT_CASE_NUMBER, type CaseNumberFormat } from '../../shared/case-number/caseNumberFormat.ts';
import {
  inEachRegion,
  versionLines,
  versionsIn,
  type DescribedValue,
} from '../../shared/settings/describedSettings.ts';
import type { Trx } from '../storage/database.ts';

export interface SponsorSettings {
  caseNumber: CaseNumberFormat;
  editing: DescribedValue<'editing'>;
  general: DescribedValue<'general'>;
  navigation: DescribedValue<'navigation'>;
  retention: DescribedValue<'retention'>;
  accounts: DescribedValue<'accounts'>;
  dictionaries: DescribedValue<'dictionaries'>;
  coding: DescribedValue<'coding'>;
  reasons: DescribedValue<'reasons'>;
  receivers: DescribedValue<'receivers'>;
  reports: DescribedValue<'reports'>;
  mail: Static<typeof MailSetting>;
  /** the image is in a table of its own (`logo.store.ts`): only the time is a setting */
  logo: Record<string, never>;
}
export type SettingName = keyof SponsorSettings;

const PRODUCT: SponsorSettings = {
  caseNumber: DEFAULT_CASE_NUMBER,
  // specification section 4: leaving a page with edits asks
  editing: {
    leavePage: 'ask',
    newCase: 'empty',
    saveReason: 'first',
    readiness: 'show',
    openQuestions: 'show',
    reviewer: 'any',
    sending: 'confirm',
    correctionDays: null,
  },
  // columns of the sponsor, which every sponsor has
  general: { timeZone: 'UTC', sessionMinutes: null },
  navigation: { links: 'correct', caseOrder: 'changed', rowNumbers: 'show' },
  accounts: {
    secondFactor: 'optional',
    training: 'optional',
    unblinding: 'shown',
    passwordLength: null,
    passwordDays: null,
    passwordHistory: null,
    inactiveDays: null,
    reviewMonths: null,
  },
  retention: {
    cases: 'locked',
    years: null,
    studyYears: null,
    ...inEachRegion(null),
    release: 'any',
  },
  // columns of the sponsor: sessions read them
  dictionaries: { versions: '', meddraLanguage: 'user' },
  coding: { secondCoder: 'none', secondShare: 10 },
  reasons: {
    edit: '',
    reviewY: '',
    reviewN: '',
    lockY: '',
    lockN: '',
    override: '',
    deleteY: '',
    deleteN: '',
    rowY: '',
    rowN: '',
  },
  // every receiver in every region
  receivers: inEachRegion(''),
  reports: { orientation: 'portrait', ordering: 'primary', notation: 'N' },
  // users of the sponsor only
  mail: { allowed: [] },
  logo: {},
};

interface InColumns<Value> {
  read: (trx: Trx, sponsorKey: number) => Promise<Value>;
  write: (trx: Trx, sponsorKey: number, value: Value) => Promise<unknown>;
}

/** Settings that queries read, and that are therefore columns of the sponsor: of these only the time is stored as a setting. */
const COLUMNS: { [Name in SettingName]?: InColumns<SponsorSettings[Name]> } = {
  general: {
    read: (trx, sponsorKey) =>
      trx
        .selectFrom('sponsor')
        .select(['time_zone as timeZone', 'session_minutes as sessionMinutes'])
        .where('sponsor_key', '=', sponsorKey)
        .executeTakeFirstOrThrow(),
    write: (trx, sponsorKey, { timeZone, sessionMinutes }) =>
      trx
        .updateTable('sponsor')
        .set({ time_zone: timeZone, session_minutes: sessionMinutes })
        .where('sponsor_key', '=', sponsorKey)
        .execute(),
  },
  dictionaries: {
    read: async (trx, sponsorKey) => {
      const { dictionary_versions, meddra_language } = await trx
        .selectFrom('sponsor')
        .select(['dictionary_versions', 'meddra_language'])
        .where('sponsor_key', '=', sponsorKey)
        .executeTakeFirstOrThrow();
      return { versions: versionLines(dictionary_versions), meddraLanguage: meddra_language };
    },
    write: (trx, sponsorKey, { versions, meddraLanguage }) =>
      trx
        .updateTable('sponsor')
        .set({ dictionary_versions: JSON.stringify(versionsIn(versions)), meddra_language: meddraLanguage })
        .where('sponsor_key', '=', sponsorKey)
        .execute(),
  },
  accounts: {
    read: async (trx, sponsorKey) => {
      const { account_rules } = await trx
        .selectFrom('sponsor')
        .select('account_rules')
        .where('sponsor_key', '=', sponsorKey)
        .executeTakeFirstOrThrow();
      return { ...PRODUCT.accounts, ...account_rules };
    },
    write: (trx, sponsorKey, value) =>
      trx
        .updateTable('sponsor')
        .set({ account_rules: JSON.stringify(value) })
        .where('sponsor_key', '=', sponsorKey)
        .execute(),
  },
};

export interface Setting<Value> {
  value: Value;
  /** when the sponsor set it; null: it is the product's default */
  at: Date | null;
}

/** The setting that holds for a sponsor. */
export async function settingOf<Name extends SettingName>(
  trx: Trx,
  sponsorKey: number,
  name: Name,
): Promise<Setting<SponsorSettings[Name]>> {
  const found = await trx
    .selectFrom('sponsor_setting')
    .select(['value', 'at'])
    .where('sponsor_key', '=', sponsorKey)
    .where('name', '=', name)
    .executeTakeFirst();
  // written by `putSetting` alone; what was added to the setting since has its default
  const set = found?.value as Partial<SponsorSettings[Name]> | undefined;
  const columns = await COLUMNS[name]?.read(trx, sponsorKey);
  return { value: { ...PRODUCT[name], ...set, ...columns }, at: found?.at ?? null };
}

/** The sponsor's own value from now on. */
export async function putSetting<Name extends SettingName>(
  trx: Trx,
  {
    sponsorKey,
    name,
    value,
    at,
    userId,
  }: {
    sponsorKey: number;
    name: Name;
    value: SponsorSettings[Name];
    at: Date;
    userId: string;
  },
): Promise<void> {
  await COLUMNS[name]?.write(trx, sponsorKey, value);
  const set = { value: JSON.stringify(COLUMNS[name] ? {} : value), at, user_id: userId };
  await trx
    .insertInto('sponsor_setting')
    .values({ sponsor_key: sponsorKey, name, ...set })
    .onConflict((conflict) => conflict.columns(['sponsor_key', 'name']).doUpdateSet(set))
    .execute();
  await markSettings(trx, sponsorKey, at);
}

/** Open pages of the sponsor's users notice that a setting was changed. */
export const markSettings = (trx: Trx, sponsorKey: number, at: Date) =>
  trx.updateTable('sponsor').set({ settings_at: at }).where('sponsor_key', '=', sponsorKey).execute();
