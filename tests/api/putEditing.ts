import type { DescribedValue } from '../../shared/settings/describedSettings.ts';
import { putSetting, settingOf } from '../../server/sponsor-settings/sponsorSettings.ts';
import { inSponsor } from '../../server/storage/database.ts';
import type { TestServer } from './harness.ts';

/** Sets some of the editing settings of the demo's sponsor. */
export const putEditing = ({ db }: TestServer, chosen: Partial<DescribedValue<'editing'>>): Promise<void> =>
  inSponsor(db, 1, async (trx) => {
    const { value } = await settingOf(trx, 1, 'editing');
    await putSetting(trx, {
      sponsorKey: 1,
      name: 'editing',
      value: { ...value, ...chosen },
      at: new Date(),
      userId: 'test',
    });
  });

/** What the product does by default; the demo has settings of its own. */
export const PRODUCT_EDITING = { newCase: 'empty', readiness: 'show', openQuestions: 'show' } as const;
