// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useWorkerAnswer } from './useWorkerAnswer.ts';
import { render, startWithEmptyDocument, unmount } from '../../../testing/render.tsx';

/** A worker that answers when the test says so. */
class SlowWorker extends EventTarget {
  static opened: SlowWorker[] = [];
  questions: unknown[] = [];
  isEnded = false;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;

  constructor() {
    super();
    SlowWorker.opened.push(this);
  }
  postMessage(question: unknown): void {
    this.questions.push(question);
  }
  terminate(): void {
    this.isEnded = true;
  }
  answer(data: string): Promise<void> {
    return act(async () => this.onmessage?.(new MessageEvent('message', { data })));
  }
}

const open = () => new SlowWorker() as unknown as Worker;
const PAUSE_MS = 2000;

function Place({ question }: { question: object | null }) {
  const { answer, isOld } = useWorkerAnswer<object, string>(open, question, PAUSE_MS);
  return `${answer}${isOld ? ', old' : ''}`;
}

beforeEach(() => {
  SlowWorker.opened = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());
startWithEmptyDocument();

async function drawn() {
  const ask = (question: object) => render(<Place question={question} />);
  const pause = () => act(async () => vi.advanceTimersByTime(PAUSE_MS));
  return { ask, pause, text: () => document.querySelector('main')?.textContent };
}

it('asks once when questions follow each other, and one worker after the other', async () => {
  const { ask, pause, text } = await drawn();
  await ask({ no: 1 });
  await ask({ no: 2 });
  await pause();
  const [worker] = SlowWorker.opened;
  expect(worker?.questions).toEqual([{ no: 2 }]);
  await worker?.answer('two');
  expect(text()).toBe('two');
  await ask({ no: 3 });
  expect(text()).toBe('two, old');
  await pause();
  expect(worker?.questions).toEqual([{ no: 2 }, { no: 3 }]);
  await worker?.answer('three');
  await unmount();
  expect(SlowWorker.opened.map(({ isEnded }) => isEnded)).toEqual([true]);
});

it('ends the worker of a question that is overtaken, whose answer is not taken', async () => {
  const { ask, pause, text } = await drawn();
  await ask({ no: 1 });
  await pause();
  await ask({ no: 2 });
  expect(SlowWorker.opened.map(({ isEnded }) => isEnded)).toEqual([true]);
  await pause();
  await SlowWorker.opened[1]?.answer('two');
  expect(text()).toBe('two');
  await unmount();
  expect(SlowWorker.opened.map(({ isEnded }) => isEnded)).toEqual([true, true]);
});
