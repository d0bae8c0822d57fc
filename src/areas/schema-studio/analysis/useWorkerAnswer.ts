/** The answer of a worker to one question, out of the way of typing. */
import { useEffect, useRef, useState } from 'react';
import { reportError } from '../../../api/index.ts';

interface WorkerAnswer<Answer> {
  /** of the last question that was answered; null: none was */
  answer: Answer | null;
  /** the answer is to an earlier question */
  isOld: boolean;
  hasFailed: boolean;
}

/**
 * Asks when the question is another object; null: nothing is asked. A question that is overtaken ends with its worker; one
 * that has answered gets the next question. With `pauseMs` a question is asked once no other has followed it for so long.
 */
export function useWorkerAnswer<Question, Answer>(
  open: () => Worker,
  question: Question | null,
  pauseMs = 0,
): WorkerAnswer<Answer> {
  const [answered, setAnswered] = useState<{ question: Question; answer: Answer } | null>(null);
  const [failed, setFailed] = useState<Question | null>(null);
  const idle = useRef<Worker | null>(null);
  useEffect(() => () => idle.current?.terminate(), []);
  useEffect(() => {
    if (question === null) return undefined;
    let busy: Worker | null = null;
    const ask = (): void => {
      const worker = idle.current ?? open();
      [busy, idle.current] = [worker, null];
      worker.onmessage = ({ data }: MessageEvent<Answer>) => {
        [busy, idle.current] = [null, worker];
        setAnswered({ question, answer: data });
      };
      worker.onerror = ({ error, message }) => {
        setFailed(question);
        void reportError('UNCAUGHT', error ?? new Error(message));
      };
      worker.postMessage(question);
    };
    const timer = setTimeout(ask, pauseMs);
    return () => {
      clearTimeout(timer);
      busy?.terminate();
    };
  }, [open, question, pauseMs]);
  return {
    answer: answered?.answer ?? null,
    isOld: answered !== null && answered.question !== question,
    hasFailed: question !== null && failed === question,
  };
}
