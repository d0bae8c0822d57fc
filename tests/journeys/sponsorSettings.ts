import { readSettings, saveSettingsPart } from '../../shared/contract/index.ts';
import type { DescribedPart, DescribedValue } from '../../shared/settings/describedSettings.ts';
import { makeCall, tokenOf } from '../api/harness.ts';

/** Sets a part of the settings of the demo, which are not the product's defaults. */
export async function setPart<Part extends DescribedPart>(
  url: string,
  part: Part,
  chosen: Partial<DescribedValue<Part>>,
): Promise<void> {
  const call = { params: { sponsorKey: 1 }, token: await tokenOf(url, 'sponsor.admin') };
  const { setAt, values } = (await makeCall(url, readSettings, call)).data.parts[part];
  await makeCall(url, saveSettingsPart, {
    ...call,
    params: { ...call.params, part },
    body: { setAt, values: { ...values, ...chosen }, reason: 'Test' },
  });
}
