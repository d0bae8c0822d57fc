/** What the sponsors of a user demand of the account: of several sponsors the strictest holds. */
import { sql } from 'kysely';
import type { DescribedValue } from '../../shared/settings/describedSettings.ts';
import type { Db } from '../storage/database.ts';

type StoredRules = Partial<DescribedValue<'accounts'>>;

export interface AccountRules {
  /** characters of a new password; null: those of the product */
  passwordLength: number | null;
  /** days after which a password is to be changed; null: never */
  passwordDays: number | null;
  /** former passwords that are not taken again */
  passwordHistory: number;
  secondFactor: boolean;
}

/** The rules of the sponsors that the user takes part in now. */
export async function accountRulesOf(db: Db, userKey: number, now: Date): Promise<AccountRules> {
  const found = await db
    .selectFrom('user_sponsor as us')
    .innerJoin('sponsor as sp', 'sp.sponsor_key', 'us.sponsor_key')
    .select('sp.account_rules as rules')
    .where('us.user_key', '=', userKey)
    .where(sql<boolean>`takes_part(us, ${now}::timestamptz)`)
    .execute();
  // written by the settings alone
  return strictest(found.map(({ rules }) => rules as StoredRules));
}

export function strictest(rules: readonly StoredRules[]): AccountRules {
  const numbers = (name: 'passwordLength' | 'passwordDays' | 'passwordHistory') =>
    rules.flatMap((one) => one[name] ?? []);
  const days = numbers('passwordDays');
  const lengths = numbers('passwordLength');
  return {
    passwordLength: lengths.length === 0 ? null : Math.max(...lengths),
    passwordDays: days.length === 0 ? null : Math.min(...days),
    passwordHistory: Math.max(0, ...numbers('passwordHistory')),
    secondFactor: rules.some(({ secondFactor }) => secondFactor === 'required'),
  };
}
