/** Chance, as a port: a simulation repeats it. Secrets are not drawn from here. */
import { randomUUID } from 'node:crypto';
import type { UuidWorld } from './uuid.ts';

export interface RandomWorld {
  /** from 0 up to 1 */
  random: () => number;
}

export type Chance = RandomWorld & UuidWorld;

export const systemChance: Chance = { random: Math.random, newUuid: randomUUID };
