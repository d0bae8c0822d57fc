/** The catalogues of a worker thread, which compiles them itself: a compiled catalogue cannot be copied to a thread. */
import type { SourceText } from '../../schemas/compile/sources.types.ts';
import { threadFunction, type ThreadFunction } from '../threads/threadTask.ts';
import type { CatalogueSource } from './catalogueSource.ts';
import { createCompiler } from './compiler.ts';

const MAX_COMPILED = 4;

/** Of this thread. */
export const compiler = createCompiler(MAX_COMPILED);

/** What a function over a catalogue is given in a thread. */
export interface CatalogueInput<Input> {
  sources: readonly SourceText[];
  input: Input;
}

/** Wraps a function over a catalogue for a thread. */
export const catalogueFunction = <Input, Output>(
  run: (catalogue: CatalogueSource, input: Input) => Output | Promise<Output>,
): ThreadFunction<CatalogueInput<Input>, Output> =>
  threadFunction(({ sources, input }) => run(compiler.compiled([...sources]), input));
