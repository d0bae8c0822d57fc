/** The signature under a batch that is sent (21 CFR 11.50), where the sponsor asks for one. */
import { settingOf } from '../sponsor-settings/sponsorSettings.ts';
import type { Trx } from '../storage/database.ts';

/** What is signed, as the audit trails of the cases name it. */
export const SUBMISSION = 'SUBMISSION';

/** Are batches of the sponsor signed when they are sent? */
export const isSigned = async (trx: Trx, sponsorKey: number): Promise<boolean> =>
  (await settingOf(trx, sponsorKey, 'editing')).value.sending === 'sign';
