/** The findings of the texts and what they compile to, following the edit. */
import { useEffect, useMemo, useState } from 'react';
import type { SourceFinding, SourceText } from '../../../../schemas/compile/sources.types.ts';
import { reportError } from '../../../api/index.ts';
import type { Answer, Compiled, Question } from './analysis.types.ts';

/** As long as keys follow each other this fast, nothing is checked. */
const PAUSE_MS = 180;

export interface Analysis {
  findings: readonly SourceFinding[];
  /** the last sources that the product could run; null before the first */
  compiled: Compiled | null;
  /** the texts as they are now cannot be run: `compiled` is of earlier ones */
  isBehind: boolean;
  /** some texts were checked: before that, no findings say nothing */
  isChecked: boolean;
  /** the texts have changed since they were checked */
  pending: boolean;
  tookMs: number;
}

const NOTHING: Analysis = {
  findings: [],
  compiled: null,
  isBehind: false,
  isChecked: false,
  pending: true,
  tookMs: 0,
};

/**
 * Asks the worker about `sources`. Texts with errors in one of the files of `edited` are not taken: the last good ones
 * stay, at first those in use.
 */
export function useAnalysis(
  sources: SourceText[],
  edited: ReadonlySet<string>,
  inUse: SourceText[],
): Analysis {
  const [desk] = useState(openDesk);
  const [answered, setAnswered] = useState<{ sources: SourceText[]; analysis: Analysis } | null>(null);

  useEffect(() => {
    const take = (answer: Answer) =>
      setAnswered((was) => ({ sources, analysis: mergeAnalyses(was?.analysis ?? NOTHING, answer, edited) }));
    // an answer that is overtaken is not taken: until something is compiled, each question brings what is in use
    const instead = desk.hasCompiled() ? null : inUse;
    const timer = setTimeout(() => desk.ask({ sources, instead }, take), desk.isFresh() ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [desk, sources, edited, inUse]);
  useEffect(() => {
    desk.open();
    return () => desk.close();
  }, [desk]);

  return useMemo(
    () => ({ ...(answered?.analysis ?? NOTHING), pending: answered?.sources !== sources }),
    [answered, sources],
  );
}

function mergeAnalyses(was: Analysis, answer: Answer, edited: ReadonlySet<string>): Analysis {
  const { findings, compiled, isOther, tookMs } = answer;
  const isBroken = findings.some(({ severity, file }) => severity === 'error' && edited.has(file));
  const isGood = compiled !== null && (!isBroken || was.compiled === null);
  return {
    findings,
    compiled: isGood ? compiled : was.compiled,
    isBehind: !isGood || isBroken || isOther,
    isChecked: true,
    pending: false,
    tookMs,
  };
}

/** The worker with the question that is out. */
function openDesk() {
  let worker: Worker | null = null;
  let questionId = 0;
  let hasCompiled = false;
  let take: (answer: Answer) => void = () => {};
  return {
    isFresh: () => questionId === 0,
    hasCompiled: () => hasCompiled,
    open(): void {
      worker = new Worker(new URL('./analysis.worker.ts', import.meta.url), { type: 'module' });
      worker.onmessage = ({ data }: MessageEvent<Answer>) => {
        if (data.id !== questionId) return;
        hasCompiled ||= data.compiled !== null;
        take(data);
      };
      worker.onerror = ({ error }) => void reportError('UNCAUGHT', error);
    },
    ask(question: Omit<Question, 'id'>, onAnswer: (answer: Answer) => void): void {
      questionId += 1;
      take = onAnswer;
      worker?.postMessage({ id: questionId, ...question } satisfies Question);
    },
    close(): void {
      worker?.terminate();
      worker = null;
      questionId = 0;
      hasCompiled = false;
    },
  };
}
