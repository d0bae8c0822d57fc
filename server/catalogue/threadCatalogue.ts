/** The catalogues of a worker thread, which compiles them itself: a compiled catalogue cannot be copied to a thread. */
import { createCompiler } from './compiler.ts';

const MAX_COMPILED = 4;

/** Of this thread. */
export const compiler = createCompiler(MAX_COMPILED);
