/** What the rules of a receiver do to each other, as they are edited. */
import { useEffect, useState } from 'react';
import type { SourceText } from '../../../../schemas/compile/sources.types.ts';
import type { SolvedRule } from '../../../../shared/rule-solver/claims.types.ts';
import { reportError } from '../../../api/index.ts';
import type { RulesAnswer, RulesQuestion } from './rules.types.ts';

/** null: they are being solved for the first time. `isOld`: the answer is of earlier texts, or of another receiver. */
export function useSolvedRules(
  sources: SourceText[],
  receiver: string,
): { solved: readonly SolvedRule[] | null; isOld: boolean; hasFailed: boolean } {
  const [answer, setAnswer] = useState<{
    sources: SourceText[];
    receiver: string;
    solved: SolvedRule[];
  } | null>(null);
  const [failed, setFailed] = useState<SourceText[] | null>(null);
  useEffect(() => {
    // a question that is overtaken ends with its worker
    const worker = new Worker(new URL('./rules.worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<RulesAnswer>) =>
      setAnswer({ sources, receiver, solved: data.solved });
    worker.onerror = ({ error, message }) => {
      setFailed(sources);
      void reportError('UNCAUGHT', error ?? new Error(message));
    };
    worker.postMessage({ sources, receiver } satisfies RulesQuestion);
    return () => worker.terminate();
  }, [sources, receiver]);
  return {
    solved: answer?.solved ?? null,
    isOld: answer !== null && (answer.sources !== sources || answer.receiver !== receiver),
    hasFailed: failed === sources,
  };
}
