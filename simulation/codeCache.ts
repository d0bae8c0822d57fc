import { join } from 'node:path';

/** Where Node keeps the compiled modules of the simulation. */
export const CODE_CACHE = join(import.meta.dirname, '..', 'node_modules', '.cache', 'simulation-code');
