/** Computations over a whole case: of a large one in a worker thread, so that other requests are answered meanwhile. */
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import type { CatalogueSource, CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { CatalogueInput } from '../../catalogue/threadCatalogue.ts';
import type { Caller, ThreadsWorld } from '../../threads/threads.ts';
import type { ThreadTask } from '../../threads/threadTask.ts';

/** Values and rows. Checking so many takes some 50 ms; a thread needs seconds to start. */
const MAX_HERE = 3_000;

export interface WholeCaseWork<Input, Output> {
  run: (catalogue: CatalogueSource, input: Input) => Output | Promise<Output>;
  /** the same in a thread */
  task: ThreadTask<CatalogueInput<Input>, Output>;
}

/** The result of the work. Throws what `Threads.run` throws. */
export async function onWholeCase<Input extends { content: CaseContent }, Output>(
  { catalogue, threads }: CatalogueWorld & ThreadsWorld,
  { run, task }: WholeCaseWork<Input, Output>,
  input: Input,
  caller: Caller,
): Promise<Output> {
  const { values, rows } = input.content;
  if (values.length + rows.length <= MAX_HERE) return run(catalogue, input);
  return threads.run(task, { sources: catalogue.sources, input }, caller);
}
