/** Asks the other coder to choose among the codes that the product has found. */
import { choiceRequester } from '../../coding/requestChoice.ts';
import type { Deps } from '../../deps.ts';

export const createJob = (deps: Pick<Deps, 'db' | 'aiCoder' | 'log'>) =>
  deps.aiCoder && choiceRequester(deps, deps.aiCoder);
