import { afterAll, describe, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { RemoteQuestion, RemoteState, SendResult } from '../submission-batch/submissionBatch.machine.ts';
import { watchTransitions } from '../testing/transitionCoverage.ts';
import { acknowledgementSendingMachine } from './acknowledgementSending.machine.ts';

const transitions = watchTransitions(acknowledgementSendingMachine);
const failed = (fault: 'passing' | 'settings'): SendResult => ({
  outcome: 'failed',
  fault,
  message: 'no',
  nextTryAt: 'soon',
});
type State = 'handing' | 'waiting' | 'asking' | 'awaitingPerson' | 'failed' | 'sent';

/** Begun with what the attempts and the questions answer; null: they break. */
function begun(attempts: (SendResult | null)[], answers: (RemoteState | null)[] = []) {
  const questions: RemoteQuestion[] = [];
  const next = <Answer, Input = unknown>(of: (Answer | null)[], onInput: (input: Input) => void = () => {}) =>
    fromPromise<Answer, Input>(({ input }) => {
      onInput(input);
      const answer = of.shift();
      return answer ? Promise.resolve(answer) : Promise.reject(new Error('broke'));
    });
  const actor = createActor(
    acknowledgementSendingMachine.provide({
      actors: {
        handOver: next(attempts),
        askRemote: next(answers, (question: RemoteQuestion) => questions.push(question)),
      },
    }),
    { input: {}, inspect: transitions.inspect },
  ).start();
  const until = (state: State) => waitFor(actor, (snapshot) => snapshot.matches(state));
  return { actor, until, questions };
}

it('is sent', async () => {
  await begun([{ outcome: 'handedOver' }]).until('sent');
});

it('is sent again after a passing fault and a rest, which counts as no attempt', async () => {
  const rest: SendResult = { outcome: 'paused', message: 'rests', nextTryAt: 'soon' };
  const { actor, until } = begun([failed('passing'), rest, { outcome: 'handedOver' }]);
  await until('waiting');
  actor.send({ type: 'deadline.passed' });
  await waitFor(actor, ({ context }) => context.fault === 'rests');
  actor.send({ type: 'deadline.passed' });
  expect((await until('sent')).context.attempts).toBe(2);
});

it('fails by wrong settings, and is tried again by a user', async () => {
  const { actor, until } = begun([failed('settings'), { outcome: 'handedOver' }]);
  await until('failed');
  actor.send({ type: 'retry' });
  await until('sent');
});

it('gives up after six attempts', async () => {
  const { actor, until } = begun(Array.from({ length: 6 }, () => failed('passing')));
  for (let attempt = 1; attempt < 6; attempt += 1) {
    await waitFor(actor, (one) => one.matches('waiting') && one.context.attempts === attempt);
    actor.send({ type: 'deadline.passed' });
  }
  await until('failed');
});

it('asks after an unknown result, and sends only what was not taken', async () => {
  await begun([{ outcome: 'unknown' }], [{ known: 'taken' }]).until('sent');
  await begun([null, { outcome: 'handedOver' }], [{ known: 'notTaken' }]).until('sent');
  const six = Array.from({ length: 6 }, () => null);
  await begun(
    six,
    six.map(() => ({ known: 'notTaken' as const })),
  ).until('failed');
});

it('leaves to a user what the partner does not know', async () => {
  const { actor, until } = begun([{ outcome: 'unknown' }], [{ known: 'unknown' }]);
  await until('awaitingPerson');
  actor.send({ type: 'person.handedOver' });
  await until('sent');
  const broken = begun([{ outcome: 'unknown' }], [null]);
  await broken.until('awaitingPerson');
  broken.actor.send({ type: 'person.notHandedOver' });
  await broken.until('failed');
});

describe('after a restore', () => {
  it.each([
    ['handing', []],
    ['waiting', [failed('passing')]],
  ] as const)('the partner is asked instead of what was under way: %s', async (state, attempts) => {
    const { actor, until, questions } = begun([...attempts], [{ known: 'unknown' }]);
    // the first attempt is under way at once
    if (state === 'waiting') await until(state);
    actor.send({ type: 'restored' });
    await until('awaitingPerson');
    expect(questions).toEqual([{ isRestored: true }]);
  });

  it('an answer to the question of before does not count', async () => {
    const { actor, until, questions } = begun(
      [{ outcome: 'unknown' }],
      [{ known: 'notTaken' }, { known: 'taken' }],
    );
    actor.subscribe((snapshot) => {
      if (snapshot.matches('asking') && questions.length === 1) actor.send({ type: 'restored' });
    });
    await until('sent');
    expect(questions).toEqual([{ isRestored: false }, { isRestored: true }]);
    expect(actor.getSnapshot().context.attempts).toBe(1);
  });
});

afterAll(() => expect(transitions.untaken()).toEqual([]));
