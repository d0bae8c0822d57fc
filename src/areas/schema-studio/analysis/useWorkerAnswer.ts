/** The answer of a worker to one question, out of the way of typing. */
import { useEffect, useState } from 'react';
import { reportError } from '../../../api/index.ts';

interface WorkerAnswer<Answer> {
  /** of the last question that was answered; null: none was */
  answer: Answer | null;
  /** the answer is to an earlier question */
  isOld: boolean;
  hasFailed: boolean;
}

/** Asks when the question is another object; null: nothing is asked. A question that is overtaken ends with its worker. */
export function useWorkerAnswer<Question, Answer>(
  open: () => Worker,
  question: Question | null,
): WorkerAnswer<Answer> {
  const [answered, setAnswered] = useState<{ question: Question; answer: Answer } | null>(null);
  const [failed, setFailed] = useState<Question | null>(null);
  useEffect(() => {
    if (question === null) return undefined;
    const worker = open();
    worker.onmessage = ({ data }: MessageEvent<Answer>) => setAnswered({ question, answer: data });
    worker.onerror = ({ error, message }) => {
      setFailed(question);
      void reportError('UNCAUGHT', error ?? new Error(message));
    };
    worker.postMessage(question);
    return () => worker.terminate();
  }, [open, question]);
  return {
    answer: answered?.answer ?? null,
    isOld: answered !== null && answered.question !== question,
    hasFailed: question !== null && failed === question,
  };
}
