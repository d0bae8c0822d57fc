/** Reads a text so that other requests are answered meanwhile. */
import { readTextInSteps } from '../../../shared/text-values/readText.ts';
import type { TextNames, TextReading } from '../../../shared/text-values/textValues.types.ts';
import { inTurns } from '../../inTurns.ts';

/** Milliseconds of one turn: requests of others wait no longer. */
const TURN_MS = 20;

export const readInTurns = (text: string, names: TextNames): Promise<TextReading> =>
  inTurns(readTextInSteps(text, names), TURN_MS);
