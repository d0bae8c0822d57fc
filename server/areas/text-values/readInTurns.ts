/** Reads a text so that other requests are answered meanwhile. */
import { setImmediate } from 'node:timers/promises';
import { readTextInSteps } from '../../../shared/text-values/readText.ts';
import type { TextNames, TextReading } from '../../../shared/text-values/textValues.types.ts';

/** Milliseconds of one turn: requests of others wait no longer. */
const TURN_MS = 20;

export async function readInTurns(text: string, names: TextNames): Promise<TextReading> {
  const steps = readTextInSteps(text, names);
  let since = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - since < TURN_MS) continue;
    await setImmediate();
    since = performance.now();
  }
}
