import { afterAll, describe, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor, type SnapshotFrom } from 'xstate';
import { watchTransitions } from '../testing/transitionCoverage.ts';
import { MAX_SEND_ATTEMPTS, waitBeforeNext } from './sendAttempts.ts';
import {
  submissionBatchMachine,
  type CheckResult,
  type RemoteQuestion,
  type RemoteState,
  type SendResult,
} from './submissionBatch.machine.ts';

const transitions = watchTransitions(submissionBatchMachine);
const PASSING: SendResult = {
  outcome: 'failed',
  fault: 'passing',
  message: 'no connection',
  nextTryAt: 'soon',
};
const SETTINGS: SendResult = {
  outcome: 'failed',
  fault: 'settings',
  message: 'unknown id',
  nextTryAt: 'never',
};
const HANDED: SendResult = { outcome: 'handedOver' };
const UNKNOWN: SendResult = { outcome: 'unknown' };

interface Answers {
  checks?: (CheckResult | Error)[];
  sends?: (SendResult | Error)[];
  remote?: (RemoteState | Error)[];
}

const next = <T>(answers: (T | Error)[] = []): Promise<T> => {
  const answer = answers.shift();
  if (answer === undefined) return new Promise<never>(() => {});
  return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
};

function start({ checks = [{ errors: 0, openWarnings: 0 }], sends, remote }: Answers = {}) {
  const did: string[] = [];
  /** whether each question to the receiver was one after a restore */
  const questions: boolean[] = [];
  const machine = submissionBatchMachine.provide({
    actors: {
      checkBatch: fromPromise<CheckResult>(() => next(checks)),
      handOver: fromPromise<SendResult>(() => {
        did.push('handOver');
        return next(sends);
      }),
      askRemote: fromPromise<RemoteState, RemoteQuestion>(({ input: { isRestored } }) => {
        questions.push(isRestored);
        return next(remote);
      }),
    },
    actions: {
      recordRestore: () => void did.push('recordRestore'),
      recordHandOver: () => void did.push('recordHandOver'),
    },
  });
  const actor = createActor(machine, { input: {}, inspect: transitions.inspect }).start();
  const until = (wanted: (state: SnapshotFrom<typeof machine>) => boolean) => waitFor(actor, wanted);
  return { actor, did, questions, until };
}

async function ready(answers?: Answers) {
  const batch = start(answers);
  batch.actor.send({ type: 'check' });
  await batch.until((state) => state.matches('ready'));
  return batch;
}

async function sent(answers: Answers = {}) {
  const batch = await ready({ sends: [HANDED], ...answers });
  batch.actor.send({ type: 'confirm' });
  await batch.until((state) => state.matches('sent'));
  return batch;
}

describe('checks', () => {
  it('keep a batch with errors from being sent, and may be repeated', async () => {
    const { actor, until } = start({
      checks: [
        { errors: 2, openWarnings: 0 },
        { errors: 0, openWarnings: 0 },
      ],
    });
    actor.send({ type: 'check' });
    await until((state) => state.matches('checkFailed'));
    expect(actor.getSnapshot().can({ type: 'confirm' })).toBe(false);
    actor.send({ type: 'check' });
    await until((state) => state.matches('ready'));
    actor.send({ type: 'check' });
    expect(actor.getSnapshot().value).toBe('checking');
    actor.send({ type: 'cancel' });
    expect(actor.getSnapshot().value).toBe('cancelled');
  });

  it('that break say why', async () => {
    const { actor, until } = start({ checks: [new Error('no space')] });
    actor.send({ type: 'case.removed' });
    actor.send({ type: 'check' });
    await until((state) => state.matches('checkFailed'));
    expect(actor.getSnapshot().context.fault).toBe('no space');
    actor.send({ type: 'case.removed' });
    expect(actor.getSnapshot().value).toBe('draft');
    actor.send({ type: 'cancel' });
    expect(actor.getSnapshot().value).toBe('cancelled');
  });

  it('need a reason for each warning', async () => {
    const { actor } = await ready({ checks: [{ errors: 0, openWarnings: 1 }], sends: [HANDED] });
    actor.send({ type: 'confirm' });
    expect(actor.getSnapshot().value).toBe('ready');
    actor.send({ type: 'warnings.answered', openWarnings: 0 });
    actor.send({ type: 'confirm' });
    expect(actor.getSnapshot().value).toEqual({ sending: 'handing' });
  });

  it.each([
    [{ type: 'case.removed' }, 'draft'],
    [{ type: 'cancel' }, 'cancelled'],
  ] as const)('are left by %o', async (event, state) => {
    const { actor } = await ready();
    actor.send(event);
    expect(actor.getSnapshot().value).toBe(state);
  });

  it('that failed are left by cancelling', async () => {
    const { actor, until } = start({ checks: [{ errors: 1, openWarnings: 0 }] });
    actor.send({ type: 'check' });
    await until((state) => state.matches('checkFailed'));
    actor.send({ type: 'cancel' });
    expect(actor.getSnapshot().value).toBe('cancelled');
  });
});

describe('sending', () => {
  it('repeats passing faults at the time that the attempt names', async () => {
    const { actor, until, did } = await ready({ sends: [PASSING, HANDED] });
    actor.send({ type: 'confirm' });
    await until((state) => state.matches({ sending: 'waiting' }));
    expect(actor.getSnapshot().context).toMatchObject({
      attempts: 1,
      nextTryAt: 'soon',
      fault: 'no connection',
    });
    actor.send({ type: 'deadline.passed' });
    await until((state) => state.matches('sent'));
    expect(did).toEqual(['handOver', 'handOver', 'recordHandOver']);
  });

  it('gives up after the last attempt, and starts again when a user asks', async () => {
    const sends = [...Array.from({ length: MAX_SEND_ATTEMPTS }, () => PASSING), HANDED];
    const { actor, until } = await ready({ sends });
    actor.send({ type: 'confirm' });
    for (let attempt = 1; attempt < MAX_SEND_ATTEMPTS; attempt += 1) {
      await until((state) => state.matches({ sending: 'waiting' }));
      actor.send({ type: 'deadline.passed' });
    }
    await until((state) => state.matches('transportFailed'));
    actor.send({ type: 'retry' });
    await until((state) => state.matches('sent'));
    expect(actor.getSnapshot().context.attempts).toBe(1);
  });

  it('repeats no other fault', async () => {
    const { actor, until } = await ready({ sends: [SETTINGS] });
    actor.send({ type: 'confirm' });
    await until((state) => state.matches('transportFailed'));
    expect(actor.getSnapshot().context).toMatchObject({ fault: 'unknown id', nextTryAt: null });
    actor.send({ type: 'cancel' });
    expect(actor.getSnapshot().value).toBe('cancelled');
  });

  it('asks before it sends again', async () => {
    const { actor, until, did } = await ready({
      sends: [UNKNOWN, new Error('killed too often')],
      remote: [{ known: 'notTaken' }, { known: 'taken' }],
    });
    actor.send({ type: 'confirm' });
    await until((state) => state.matches('sent'));
    expect(did).toEqual(['handOver', 'handOver', 'recordHandOver']);
  });

  it('fails where nothing was taken and no attempt is left', async () => {
    const sends = Array.from({ length: MAX_SEND_ATTEMPTS }, () => UNKNOWN);
    const remote = Array.from({ length: MAX_SEND_ATTEMPTS }, (): RemoteState => ({ known: 'notTaken' }));
    const { actor, until } = await ready({ sends, remote });
    actor.send({ type: 'confirm' });
    await until((state) => state.matches('transportFailed'));
  });

  it.each([
    ['person.handedOver', 'transmitted'],
    ['person.notHandedOver', 'transportFailed'],
  ] as const)('leaves to a user what the receiver does not know: %s', async (type, state) => {
    const { actor, until } = await ready({ sends: [UNKNOWN], remote: [{ known: 'unknown' }] });
    actor.send({ type: 'confirm' });
    await until((found) => found.matches({ sending: 'awaitingPerson' }));
    actor.send({ type });
    expect(actor.getSnapshot().value).toBe(state);
  });

  it('leaves to a user what could not be asked', async () => {
    const { actor, until } = await ready({ sends: [UNKNOWN], remote: [new Error('no connection')] });
    actor.send({ type: 'confirm' });
    await until((found) => found.matches({ sending: 'awaitingPerson' }));
  });

  it('waits where the transport rests, which counts as no attempt', async () => {
    const paused: SendResult = { outcome: 'paused', message: 'rests', nextTryAt: 'later' };
    const { actor, until } = await ready({ sends: [paused, HANDED] });
    actor.send({ type: 'confirm' });
    await until((state) => state.matches({ sending: 'waiting' }));
    expect(actor.getSnapshot().context).toMatchObject({ attempts: 0, nextTryAt: 'later', fault: 'rests' });
    actor.send({ type: 'deadline.passed' });
    await until((state) => state.matches('sent'));
  });

  it('is refused by the gateway, before or after the end of the attempt is known', async () => {
    const refused = { type: 'receipt.refused', message: 'decryption-failed' } as const;
    const early = await ready();
    early.actor.send({ type: 'confirm' });
    early.actor.send(refused);
    expect(early.actor.getSnapshot().value).toBe('transportFailed');
    const { actor } = await sent();
    actor.send(refused);
    expect(actor.getSnapshot()).toMatchObject({
      value: 'transportFailed',
      context: { fault: 'decryption-failed' },
    });
    actor.send({ type: 'retry' });
    expect(actor.getSnapshot().value).toEqual({ sending: 'handing' });
  });

  it.each([
    ['receipt', 'transmitted'],
    ['centreReceipt', 'receivedByCentre'],
    ['answer.acknowledged', 'acknowledged'],
    ['answer.rejected', 'rejected'],
  ] as const)('is overtaken by %s', async (type, state) => {
    const { actor } = await ready();
    actor.send({ type: 'confirm' });
    actor.send({ type });
    expect(actor.getSnapshot().value).toBe(state);
  });

  it.each([
    ['receipt', 'transmitted'],
    ['centreReceipt', 'receivedByCentre'],
    ['answer.acknowledged', 'acknowledged'],
    ['answer.rejected', 'rejected'],
    ['person.handedOver', 'transmitted'],
  ] as const)('did not fail where the receiver has the file: %s', async (type, state) => {
    const { actor, until, did } = await ready({ sends: [SETTINGS] });
    actor.send({ type: 'confirm' });
    await until((found) => found.matches('transportFailed'));
    actor.send({ type });
    expect(actor.getSnapshot()).toMatchObject({ value: state, context: { fault: null } });
    expect(did.at(-1)).toBe('recordHandOver');
  });

  it('waits twice as long each time, an hour at most', () => {
    expect([1, 2, 3].map((attempt) => waitBeforeNext(attempt, 0))).toEqual([30_000, 60_000, 120_000]);
    expect(waitBeforeNext(20, 0)).toBe(3_600_000);
    expect(waitBeforeNext(1, 1)).toBe(24_000);
  });
});

describe('after a restore', () => {
  it.each([
    ['handing', [], []],
    ['waiting', [PASSING], []],
    ['asking', [UNKNOWN], [false]],
  ] as const)('the receiver is asked instead of what was under way: %s', async (state, sends, before) => {
    const { actor, until, did, questions } = await ready({ sends: [...sends] });
    actor.send({ type: 'confirm' });
    await until((found) => found.matches({ sending: state }));
    actor.send({ type: 'restored' });
    await until((found) => found.matches({ sending: 'asking' }) && found.context.isRestored);
    expect(questions).toEqual([...before, true]);
    expect(did).toEqual(['handOver', 'recordRestore']);
  });

  it('the next attempt is one like any other', async () => {
    const remote: RemoteState[] = [{ known: 'notTaken' }, { known: 'taken' }];
    const { actor, until, questions } = await ready({ sends: [PASSING, UNKNOWN], remote });
    actor.send({ type: 'confirm' });
    await until((found) => found.matches({ sending: 'waiting' }));
    actor.send({ type: 'restored' });
    await until((found) => found.matches('sent'));
    expect(questions).toEqual([true, false]);
  });
});

describe('answers', () => {
  it.each([
    [['receipt', 'centreReceipt', 'answer.acknowledged'], 'acknowledged'],
    [['centreReceipt', 'answer.rejected'], 'rejected'],
    [['receipt', 'answer.acknowledged'], 'acknowledged'],
    [['receipt', 'answer.rejected'], 'rejected'],
    [['answer.acknowledged'], 'acknowledged'],
    [['answer.rejected'], 'rejected'],
  ] as const)('raise the state: %j', async (types, state) => {
    const { actor } = await sent();
    for (const type of types) actor.send({ type });
    expect(actor.getSnapshot().value).toBe(state);
  });
});

afterAll(() => expect(transitions.untaken()).toEqual([]));
