import type { Static } from 'typebox';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import {
  readSettings,
  saveEditingSettings,
  signIn,
  type EditingSetting,
} from '../../shared/contract/index.ts';
import { makeCall } from '../api/harness.ts';

/** Sets how cases of the demo are edited, whose settings are not the product's defaults. */
export async function setEditing(url: string, chosen: Partial<Static<typeof EditingSetting>>): Promise<void> {
  const signedIn = await makeCall(url, signIn, {
    body: { userId: 'sponsor.admin', password: DEMO_PASSWORD },
  });
  const call = { params: { sponsorKey: 1 }, token: signedIn.data.token };
  const { editing } = (await makeCall(url, readSettings, call)).data;
  await makeCall(url, saveEditingSettings, { ...call, body: { ...editing, ...chosen, reason: 'Test' } });
}
