/** A save by its key, and the question for the reason that follows it. */
import type { Locator, Page } from 'playwright';

/** Asks why a page that was saved before is changed. */
export const reasonDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Reason for change' });

/** Presses the key of the save, and answers with one of the ready reasons. */
export async function saveWithReason(page: Page, reason = /New data/): Promise<void> {
  await page.keyboard.press('Control+s');
  await reasonDialog(page).getByLabel(reason).check();
  await reasonDialog(page).getByRole('button', { name: 'OK', exact: true }).click();
}

/** Saves, and waits until nothing is unsaved any more and the focus is back where it was. */
export async function save(page: Page, reason?: RegExp): Promise<void> {
  await saveWithReason(page, reason);
  await isSaved(page);
}

/** Waits until nothing is unsaved any more and the question is gone, which gives the focus back. */
export async function isSaved(page: Page): Promise<void> {
  await page.locator('button[data-dirty]').waitFor({ state: 'detached' });
  await reasonDialog(page).waitFor({ state: 'detached' });
}
