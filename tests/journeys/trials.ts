/** The trial of changed schema files in the dialog that publishes them. */
import type { Locator } from 'playwright';

/** Confirms that invented cases differ. The trial is stopped first: what it found later would have to be confirmed again. */
export async function confirmDifferences(dialog: Locator): Promise<void> {
  const confirmation = dialog.getByRole('checkbox', { name: /^Publish although invented cases differ/ });
  await confirmation.waitFor();
  await dialog.getByRole('button', { name: 'Stop trial' }).click();
  await dialog.getByText(/^Stopped after [1-9]\d* invented cases/).waitFor();
  await confirmation.check();
}
