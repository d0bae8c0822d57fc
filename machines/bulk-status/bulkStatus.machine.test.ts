import { afterAll, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { checkedCase } from '../testing/checkedCase.ts';
import { watchTransitions } from '../testing/transitionCoverage.ts';
import {
  bulkStatusMachine,
  CASES_A_PORTION,
  notDone,
  type CheckedCase,
  type StatusAnswer,
  type StatusOutcome,
} from './bulkStatus.machine.ts';

const transitions = watchTransitions(bulkStatusMachine);
afterAll(() => expect(transitions.untaken()).toEqual([]));

const REFUSAL = { errCode: 'STATUS_REFUSED', errMsg: 'it is locked' };
const ANSWER: StatusAnswer = {
  reason: 'Case closed',
  signature: { meaning: 'approval', password: 'secret' },
};
const seen = (caseKey: number, refused = false) => checkedCase(caseKey, refused ? REFUSAL : null);
const done = (caseKey: number, refused = false): StatusOutcome => ({
  caseKey,
  refusal: refused ? REFUSAL : null,
});
const keys = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

interface World {
  /** a failed portion may have been changed */
  isLost?: boolean;
  check?: (caseKeys: readonly number[]) => Promise<CheckedCase[]>;
  send?: (caseKeys: number[], answer: StatusAnswer | null) => Promise<StatusOutcome[]>;
}

function startBulk(caseKeys: number[], { check, send, isLost = false }: World) {
  const machine = bulkStatusMachine.provide({
    guards: { mayBeDone: () => isLost },
    actors: {
      checkCases: fromPromise(({ input }: { input: { caseKeys: readonly number[] } }) =>
        (check ?? ((some) => Promise.resolve(some.map((key) => seen(key)))))(input.caseKeys),
      ),
      sendPortion: fromPromise(
        ({
          input,
        }: {
          input: { cases: readonly { caseKey: number; retrievedAt: string }[]; answer: StatusAnswer | null };
        }) =>
          (send ?? ((some) => Promise.resolve(some.map((key) => done(key)))))(
            input.cases.map(({ caseKey }) => caseKey),
            input.answer,
          ),
      ),
    },
  });
  const bulk = createActor(machine, {
    input: { caseKeys },
    clock: new SimulatedClock(),
    inspect: transitions.inspect,
  }).start();
  const until = (state: string) => waitFor(bulk, (snapshot) => snapshot.matches(state as never));
  const confirm = () => bulk.send({ type: 'status.confirmed', answer: ANSWER });
  return { bulk, until, confirm, context: () => bulk.getSnapshot().context };
}

it('sends only allowed cases, in portions, each with the same answer', async () => {
  const portions: number[][] = [];
  const { until, confirm, context } = startBulk(keys(50), {
    check: (some) => Promise.resolve(some.map((key) => seen(key, key === 3))),
    send: (some, answer) => {
      portions.push(some);
      expect(answer).toEqual(ANSWER);
      return Promise.resolve(some.map((key) => done(key)));
    },
  });
  await until('previewing');
  expect(context().waiting).toHaveLength(49);
  confirm();
  await until('finished');
  expect(portions.map(({ length }) => length)).toEqual([CASES_A_PORTION, CASES_A_PORTION, 9]);
  expect(portions.flat()).not.toContain(3);
  expect(notDone(context())).toEqual([3]);
  expect(context().outcomes).toHaveLength(50);
});

it('discards the password with the last portion', async () => {
  const { until, confirm, context } = startBulk(keys(1), {});
  await until('previewing');
  confirm();
  expect(context().answer).toEqual(ANSWER);
  await until('finished');
  expect(context().answer).toBeNull();
});

it('checks the cases again after a portion whose answer was lost, and keeps the error', async () => {
  let looks = 0;
  const { bulk, until, confirm, context } = startBulk(keys(2), {
    isLost: true,
    check: (some) => {
      looks += 1;
      return Promise.resolve(some.map((key) => seen(key, looks > 1)));
    },
    send: () => Promise.reject(new Error('no answer')),
  });
  await until('previewing');
  confirm();
  await until('looking');
  await until('previewing');
  expect(context()).toMatchObject({ error: new Error('no answer'), possible: 0 });
  confirm();
  expect(bulk.getSnapshot().value).toBe('previewing');
});

it('does nothing if no case is allowed', async () => {
  const { bulk, until, confirm } = startBulk(keys(2), {
    check: (some) => Promise.resolve(some.map((key) => seen(key, true))),
  });
  await until('previewing');
  confirm();
  expect(bulk.getSnapshot().value).toBe('previewing');
});

it('returns to the preview after a wrong password, and accepts another one', async () => {
  let right = false;
  const { until, confirm, context } = startBulk(keys(2), {
    send: (some) =>
      right ? Promise.resolve(some.map((key) => done(key))) : Promise.reject(new Error('wrong')),
  });
  await until('previewing');
  confirm();
  await until('sending');
  await until('previewing');
  expect(context()).toMatchObject({ error: new Error('wrong'), answer: null });
  right = true;
  confirm();
  await until('finished');
  expect(context().error).toBeNull();
});

it('stops after the current portion', async () => {
  const { bulk, until, confirm, context } = startBulk(keys(50), {});
  await until('previewing');
  confirm();
  bulk.send({ type: 'stop.requested' });
  await until('finished');
  expect(context().outcomes).toHaveLength(CASES_A_PORTION);
  expect(notDone(context())).toHaveLength(30);
});

it('keeps what was done when the connection is lost, and retries the rest', async () => {
  let portions = 0;
  const looked: number[][] = [];
  const { bulk, until, confirm, context } = startBulk(keys(45), {
    isLost: true,
    check: (some) => {
      looked.push([...some]);
      return Promise.resolve(some.map((key) => seen(key)));
    },
    send: (some) => {
      portions += 1;
      return portions === 2
        ? Promise.reject(new Error('lost'))
        : Promise.resolve(some.map((key) => done(key, key === 7)));
    },
  });
  await until('previewing');
  confirm();
  await until('finished');
  expect(context().error).toEqual(new Error('lost'));
  expect(context().unanswered).toEqual(keys(2 * CASES_A_PORTION).slice(CASES_A_PORTION));
  bulk.send({ type: 'retry.requested' });
  await until('previewing');
  expect(looked[1]).toEqual([7, ...keys(45).slice(CASES_A_PORTION)]);
  expect(context().unanswered).toEqual([]);
  // completed cases stay, retried ones have no outcome yet
  expect(context().outcomes.map(({ caseKey }) => caseKey)).toEqual(
    keys(CASES_A_PORTION).filter((key) => key !== 7),
  );
  confirm();
  await until('finished');
  expect(context().outcomes).toHaveLength(45);
  bulk.send({ type: 'retry.requested' });
  await until('previewing');
  expect(looked[2]).toEqual([7]);
});

it('knows that a later portion was refused whole', async () => {
  let portions = 0;
  const { until, confirm, context } = startBulk(keys(45), {
    send: (some) =>
      (portions += 1) === 2
        ? Promise.reject(new Error('signed out'))
        : Promise.resolve(some.map((key) => done(key))),
  });
  await until('previewing');
  confirm();
  await until('finished');
  expect(context()).toMatchObject({ error: new Error('signed out'), unanswered: [] });
});

it('repeats a failed check', async () => {
  let there = false;
  const { bulk, until, context } = startBulk(keys(1), {
    check: (some) =>
      there ? Promise.resolve(some.map((key) => seen(key))) : Promise.reject(new Error('down')),
  });
  await until('unseen');
  expect(context().error).toEqual(new Error('down'));
  there = true;
  bulk.send({ type: 'retry.requested' });
  await until('previewing');
  expect(context().error).toBeNull();
});
