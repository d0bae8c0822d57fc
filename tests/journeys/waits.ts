/** Waits that no locator can express. */
import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';

/** Long enough for what follows at once, e.g. a dialog that pops up. */
const MOMENT_MS = 400;

/**
 * Leaves time for what must not happen. Only before an assertion that nothing has happened: too short a time can let a
 * fault pass, and can never fail a test.
 */
export const aMoment = (page: Page): Promise<void> => page.waitForTimeout(MOMENT_MS);

/** Waits until the focus is there: a key before that would reach something else. */
export const hasFocus = (place: Locator): Promise<void> =>
  expect.poll(() => place.evaluate((element) => element === document.activeElement)).toBe(true);

/** Waits until nothing on the page is being animated, but for what turns without end. */
export const animationsEnd = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    for (;;) {
      // what is drawn begins to move two frames later
      for (let frames = 0; frames < 3; frames += 1) await frame();
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .filter(({ playState }) => playState === 'running');
      if (ending.length === 0) return;
      // an animation that is cancelled rejects: it has ended, too
      await Promise.allSettled(ending.map(({ finished }) => finished));
    }
  });

/**
 * Does something and waits for the message of its success. The message is gone after a second: it is looked for from
 * before, because on a busy machine a test that looks for it afterwards comes too late.
 */
export async function seesMessage(
  page: Page,
  message: string | RegExp,
  act: () => Promise<void>,
): Promise<void> {
  await Promise.all([page.getByText(message).waitFor(), act()]);
}

/** Lets an open case tell the server where the user is, and hear what is new, before its next beat of ten seconds. */
export const beat = (page: Page): Promise<void> =>
  page.evaluate(() => void document.dispatchEvent(new FocusEvent('focusin')));
