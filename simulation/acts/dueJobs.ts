/** Jobs that an act does not leave to chance. */
import type { Simulation } from '../simulation.types.ts';

/** Runs one job of the kind where one is due. Answers whether it was. */
export async function runDue({ server }: Pick<Simulation, 'server'>, kind: string): Promise<boolean> {
  const isDue = (await server.dueKinds()).includes(kind);
  if (isDue) await server.runJob(kind);
  return isDue;
}
