import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { readSettings, saveSettingsPart, signIn } from '../../shared/contract/index.ts';
import type { DescribedValue } from '../../shared/settings/describedSettings.ts';
import { makeCall } from '../api/harness.ts';

/** Sets how cases of the demo are edited, whose settings are not the product's defaults. */
export async function setEditing(url: string, chosen: Partial<DescribedValue<'editing'>>): Promise<void> {
  const signedIn = await makeCall(url, signIn, {
    body: { userId: 'sponsor.admin', password: DEMO_PASSWORD },
  });
  const call = { params: { sponsorKey: 1 }, token: signedIn.data.token };
  const { setAt, values } = (await makeCall(url, readSettings, call)).data.parts.editing;
  await makeCall(url, saveSettingsPart, {
    ...call,
    params: { ...call.params, part: 'editing' },
    body: { setAt, values: { ...values, ...chosen }, reason: 'Test' },
  });
}
