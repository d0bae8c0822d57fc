/** A process of its own: plants one mutation while the sources are loaded, and runs seeds until one of them finds it. */
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ClusterPlace } from '../template.ts';
import { mutated, type Mutation } from './mutation.ts';

export interface Trial {
  mutation: Mutation;
  cluster: ClusterPlace;
  seed: number;
  seeds: number;
  steps: number;
}

/** Where a mutation was found; null: nowhere. */
export type Found = { seed: number; step: number; message: string } | null;

const PROJECT = join(import.meta.dirname, '..', '..');

process.once('message', (trial: Trial) => {
  void run(trial).then((found) => process.send?.(found, () => process.disconnect()));
});

async function run({ mutation, cluster, seed: first, seeds, steps }: Trial): Promise<Found> {
  const url = pathToFileURL(join(PROJECT, mutation.file)).href;
  registerHooks({
    load: (requested, context, nextLoad) => {
      const loaded = nextLoad(requested, context);
      return requested === url ? { ...loaded, source: mutated(String(loaded.source), mutation) } : loaded;
    },
  });
  // after the hook, which would come too late for what is loaded before it
  const [{ simulate }, { openCluster }] = await Promise.all([
    import('../simulate.ts'),
    import('../template.ts'),
  ]);
  for (let seed = first; seed < first + seeds; seed += 1) {
    const { failure } = await simulate(openCluster(cluster), { seed, steps });
    if (failure) return { seed, step: failure.step, message: failure.message };
  }
  return null;
}
