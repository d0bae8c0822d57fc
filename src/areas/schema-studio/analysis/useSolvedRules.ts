/** What the rules of a receiver do to each other, as they are edited. */
import { useMemo } from 'react';
import type { SourceText } from '../../../../schemas/compile/sources.types.ts';
import type { SolvedRule } from '../../../../shared/rule-solver/claims.types.ts';
import type { RulesAnswer, RulesQuestion } from './rules.types.ts';
import { useWorkerAnswer } from './useWorkerAnswer.ts';

const openWorker = () => new Worker(new URL('./rules.worker.ts', import.meta.url), { type: 'module' });

/** null: they are being solved for the first time. `isOld`: the answer is of earlier texts, or of another receiver. */
export function useSolvedRules(
  sources: SourceText[],
  receiver: string,
): { solved: readonly SolvedRule[] | null; isOld: boolean; hasFailed: boolean } {
  const question = useMemo((): RulesQuestion => ({ sources, receiver }), [sources, receiver]);
  const { answer, ...state } = useWorkerAnswer<RulesQuestion, RulesAnswer>(openWorker, question);
  return { solved: answer?.solved ?? null, ...state };
}
