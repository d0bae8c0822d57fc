/** Everything random of a simulation comes from one seed. */
import type { Chance as ChanceOfServer } from '../server/ports/chance.ts';
import { randomFrom } from '../shared/generate/chance.ts';

/** Apart from the choices of the actors, which then do not depend on how many ids the server makes. */
const OF_SERVER = 0x5eed;

/** What the server draws: its ids and its pauses. */
export function serverChance(seed: number): ChanceOfServer {
  const random = randomFrom(seed ^ OF_SERVER);
  const digits = (count: number): string =>
    Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join('');
  return {
    random,
    newUuid: () => `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`,
  };
}
