/** A question at a field: asked by keyboard, marked, answered by the colleague, and what it means to a lock. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loseAnswers } from './lostAnswers.ts';
import { prefixOf, startProduct, startSession, type Product } from './product.ts';
import { seesMessage } from './waits.ts';

const ITEM = 'D.2.1';
const QUESTION = 'Is this the date of birth of the mother?';

let product: Product;
let page: Page;
let problems: string[];
beforeAll(async () => {
  product = await startProduct();
  ({ page, problems } = await product.openCase('case.editor', 0, 'DM'));
});
afterAll(() => product.stop());

const field = (at = page) => at.locator(`[data-item="${ITEM}"]`);
const mark = (at = page) => field(at).locator('[data-action="ask"]');
const dialog = (at = page) => at.getByRole('dialog');

describe('a question', () => {
  it('is asked from the field, marked there and at the tab, and answered', async () => {
    await field().getByRole('textbox').first().focus();
    await page.keyboard.press('Alt+q');
    await dialog().getByLabel('Question').fill(QUESTION);
    await dialog().getByRole('button', { name: 'Ask', exact: true }).click();
    await dialog().getByText('Select who is asked').waitFor();
    await dialog()
      .getByLabel('Ask', { exact: false })
      .and(dialog().locator('select'))
      .selectOption('Jonas Weber');
    await dialog().getByLabel('Answer within (days)').fill('3');
    await dialog().getByRole('button', { name: 'Ask', exact: true }).click();
    await dialog().getByText('3 days left').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => mark().textContent()).toBe('?1');
    await page.locator('[aria-current="page"] [data-questions]').waitFor();

    const { page: other, problems: others } = await product.open();
    await startSession(other, product.url, 'case.reader');
    await other.goto(`${product.url}${prefixOf(other)}/case/question/list?view=-1`);
    await other.getByRole('row').filter({ hasText: QUESTION }).click();
    await mark(other).click();
    await dialog(other).getByRole('button', { name: 'Answer' }).click();
    await dialog(other)
      .getByLabel('Answer')
      .and(dialog(other).locator('textarea'))
      .fill('It is the patient’s');
    await dialog(other).getByRole('button', { name: 'Answer', exact: true }).click();
    await dialog(other).getByText('Answered by Jonas Weber').waitFor();
    expect(others).toEqual([]);
  });

  it('is listed with all of the case, and closed there', async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Questions (1)' }).click();
    await dialog().getByText('It is the patient’s').waitFor();
    await dialog().getByRole('button', { name: 'Close question' }).click();
    await dialog().getByLabel('Reason for closing').fill('Clear now');
    await dialog().getByRole('button', { name: 'Close question' }).click();
    await dialog().getByText('No open questions').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => mark().textContent()).toBe('?');
    expect(problems).toEqual([]);
  });

  it('is asked once where its answer was lost, also from a dialog that was opened again', async () => {
    const ask = async () => {
      await field().getByRole('textbox').first().focus();
      await page.keyboard.press('Alt+q');
      await dialog().getByRole('textbox', { name: 'Question' }).fill('Is the year certain?');
      await dialog().locator('select').selectOption('Jonas Weber');
      await dialog().getByRole('button', { name: 'Ask', exact: true }).click();
    };
    const letAnswersThrough = await loseAnswers(page, /\/questions\?/);
    await ask();
    await dialog().getByText('The server did not answer').waitFor();
    await letAnswersThrough();
    await page.keyboard.press('Escape');
    await dialog().getByText('What you have typed would be lost').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await seesMessage(page, 'Question asked', ask);
    // a second one would show after the next reading only
    await page.reload();
    await expect.poll(() => mark().textContent()).toMatch(/\d/);
    expect(await mark().textContent()).toBe('?1');
  });
});
