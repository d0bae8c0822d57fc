/**
 * What a sponsor may set otherwise than the product does. Every setting is stored once and read here and nowhere else:
 * what the sponsor set, else the product's default.
 */
import type { Static } from 'typebox';
import type { EditingSetting, MailSetting } from '../../shared/contract/settings.ts';
import { DEFAULT_CASE_NUMBER, type CaseNumberFormat } from '../../shared/case-number/caseNumberFormat.ts';
import type { Trx } from '../storage/database.ts';

export interface SponsorSettings {
  caseNumber: CaseNumberFormat;
  editing: Static<typeof EditingSetting>;
  mail: Static<typeof MailSetting>;
}
export type SettingName = keyof SponsorSettings;

const PRODUCT: SponsorSettings = {
  caseNumber: DEFAULT_CASE_NUMBER,
  // specification section 4: leaving a page with edits asks
  editing: {
    leavePage: 'ask',
    newCase: 'empty',
    readiness: 'show',
    openQuestions: 'show',
    sending: 'confirm',
  },
  // users of the sponsor only
  mail: { allowed: [] },
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
  if (!found) return { value: PRODUCT[name], at: null };
  // written by `putSetting` alone; what was added to the setting since has its default
  const value = { ...PRODUCT[name], ...(found.value as Partial<SponsorSettings[Name]>) };
  return { value, at: found.at };
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
  const set = { value: JSON.stringify(value), at, user_id: userId };
  await trx
    .insertInto('sponsor_setting')
    .values({ sponsor_key: sponsorKey, name, ...set })
    .onConflict((conflict) => conflict.columns(['sponsor_key', 'name']).doUpdateSet(set))
    .execute();
}
