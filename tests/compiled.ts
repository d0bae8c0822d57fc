/** Where Node keeps what it has compiled: a program that many tests start, and modules that many workers load. */
import { join } from 'node:path';

export const COMPILED = join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled');
