/** The invented cases of the demo. */
import type { Deps } from '../deps.ts';

export async function seedDemoCases(_deps: Deps): Promise<void> {}
