/** Everything random of a simulation comes from one seed. */
import type { Chance as ChanceOfServer } from '../server/ports/chance.ts';
import { randomFrom } from '../shared/generate/chance.ts';

/** Apart from the choices of the actors, which then do not depend on how many ids the server makes. */
const OF_SERVER = 0x5eed;

/** More numbers than the server draws in a step. */
const OF_STEP = 2 ** 20;

interface SimulatedChance extends ChanceOfServer {
  /** What was drawn before has no effect on what is drawn from now on. */
  beginStep: (step: number) => void;
}

/** What the server draws: its ids and its pauses. */
export function serverChance(seed: number): SimulatedChance {
  let next = randomFrom(seed ^ OF_SERVER);
  const random = (): number => next();
  const digits = (count: number): string =>
    Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join('');
  return {
    random,
    beginStep: (step) => (next = randomFrom(seed ^ OF_SERVER, step * OF_STEP)),
    newUuid: () => `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`,
  };
}
