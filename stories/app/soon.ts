import { waitFor } from 'storybook/test';

/** Long enough for a machine that is kept busy: an idle one never gets near it. */
const WAIT = { timeout: 20_000 };

/**
 * Waits until an assertion holds. It looks up its element each time: one that was found before may be drawn again until it is
 * asserted on.
 */
export const soon = <T>(assertion: () => T | Promise<T>): Promise<T> => waitFor(assertion, WAIT);
