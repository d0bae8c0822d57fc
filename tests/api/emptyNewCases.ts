import { putSetting, settingOf } from '../../server/sponsor-settings/sponsorSettings.ts';
import { inSponsor } from '../../server/storage/database.ts';
import type { TestServer } from './harness.ts';

/** Has new cases of the demo begin with nothing, as the product's default is: the demo has them prefilled. */
export const emptyNewCases = ({ db }: TestServer): Promise<void> =>
  inSponsor(db, 1, async (trx) => {
    const { value } = await settingOf(trx, 1, 'editing');
    await putSetting(trx, {
      sponsorKey: 1,
      name: 'editing',
      value: { ...value, newCase: 'empty' },
      at: new Date(),
      userId: 'test',
    });
  });
