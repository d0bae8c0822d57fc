import { afterAll, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { watchTransitions } from '../testing/transitionCoverage.ts';
import {
  batchWorkflowMachine,
  ROUTINGS_A_PORTION,
  type BatchTarget,
  type Portion,
  type RoutingOutcome,
  type Validation,
} from './batchWorkflow.machine.ts';

const transitions = watchTransitions(batchWorkflowMachine);
const target: BatchTarget = {
  workflowInfo: { workflowKey: 'B', roleId: null, userKey: null },
  comments: 'All of them',
};
const readAt = (caseKey: number) => new Date(Date.UTC(2026, 2, 2, 8, 0, caseKey)).toISOString();
const refusal = { errCode: 'ROUTE_REFUSED', errMsg: 'It is locked' };
const SIGNATURE = { meaning: 'approval', password: 'secret' };

const validation = (caseKeys: readonly number[], refused: number[] = [], signed = false): Validation => ({
  listInfo: caseKeys.map((caseKey) => ({
    caseKey,
    caseNo: `C-${caseKey}`,
    current: null,
    overrides: false,
    refusal: refused.includes(caseKey) ? refusal : null,
    retrievedAt: readAt(caseKey),
  })),
  workflows: [],
  staying: [],
  signed,
});

interface World {
  caseKeys?: number[];
  refused?: number[];
  signed?: boolean;
  /** a failed portion may have been routed */
  isLost?: boolean;
  validate?: () => Promise<Validation>;
  send?: (portion: Portion) => Promise<readonly RoutingOutcome[]>;
}

function startBatch({
  caseKeys = [1, 2, 3],
  refused = [],
  signed = false,
  isLost = false,
  validate,
  send,
}: World = {}) {
  const sent: Portion[] = [];
  const machine = batchWorkflowMachine.provide({
    guards: { mayBeDone: () => isLost },
    actors: {
      validate: fromPromise(() =>
        validate ? validate() : Promise.resolve(validation(caseKeys, refused, signed)),
      ),
      sendPortion: fromPromise<readonly RoutingOutcome[], Portion | null>(({ input }) => {
        if (!input) throw new Error('nothing to send');
        sent.push(input);
        return send
          ? send(input)
          : Promise.resolve(input.cases.map(({ caseKey }) => ({ caseKey, refusal: null })));
      }),
    },
  });
  const batch = createActor(machine, {
    input: { caseKeys },
    clock: new SimulatedClock(),
    inspect: transitions.inspect,
  }).start();
  const reach = (state: Parameters<ReturnType<typeof batch.getSnapshot>['matches']>[0]) =>
    waitFor(batch, (snapshot) => snapshot.matches(state));
  const toConfirming = async () => {
    await reach('choosing');
    batch.send({ type: 'target.chosen', target });
    await reach('confirming');
  };
  return { batch, sent, reach, toConfirming };
}
const many = Array.from({ length: 2 * ROUTINGS_A_PORTION + 1 }, (_, at) => at + 1);

it('sends the valid cases in portions, each with the time at which it was read', async () => {
  const { batch, sent, reach, toConfirming } = startBatch({ caseKeys: many, refused: [2] });
  await toConfirming();
  batch.send({ type: 'confirmed', signature: null });
  await reach('done');
  expect(sent.flatMap(({ cases }) => cases)).toEqual(
    many.filter((key) => key !== 2).map((caseKey) => ({ caseKey, retrievedAt: readAt(caseKey) })),
  );
  expect(sent.every(({ cases }) => cases.length <= ROUTINGS_A_PORTION)).toBe(true);
  expect(batch.getSnapshot().context.outcomes).toHaveLength(many.length - 1);
});

it('stops between two portions, and keeps what was done', async () => {
  const { batch, sent, reach, toConfirming } = startBatch({ caseKeys: many });
  await toConfirming();
  batch.send({ type: 'confirmed', signature: null });
  batch.send({ type: 'stop.requested' });
  await reach('done');
  expect(sent).toHaveLength(1);
  expect(batch.getSnapshot().context).toMatchObject({ stopping: false });
  expect(batch.getSnapshot().context.waiting).toEqual(many.slice(ROUTINGS_A_PORTION));
});

it('continues when one case is refused', async () => {
  const { batch, reach, toConfirming } = startBatch({
    send: ({ cases }) =>
      Promise.resolve(cases.map(({ caseKey }) => ({ caseKey, refusal: caseKey === 2 ? refusal : null }))),
  });
  await toConfirming();
  batch.send({ type: 'confirmed', signature: null });
  await reach('done');
  expect(batch.getSnapshot().context.outcomes.map((one) => one.refusal)).toEqual([null, refusal, null]);
});

it('returns to the form, and validates again', async () => {
  const { batch, reach, toConfirming } = startBatch();
  await toConfirming();
  batch.send({ type: 'back' });
  expect(batch.getSnapshot().context).toMatchObject({ judged: null, target });
  batch.send({ type: 'target.chosen', target: { ...target, comments: 'Again' } });
  await reach('confirming');
  expect(batch.getSnapshot().context.target?.comments).toBe('Again');
});

it('runs only if a case can be routed, and signed if required', async () => {
  const nothing = startBatch({ refused: [1, 2, 3] });
  await nothing.toConfirming();
  nothing.batch.send({ type: 'confirmed', signature: null });
  expect(nothing.batch.getSnapshot().value).toBe('confirming');

  const { batch, sent, reach, toConfirming } = startBatch({ signed: true });
  await toConfirming();
  batch.send({ type: 'confirmed', signature: null });
  expect(batch.getSnapshot().value).toBe('confirming');
  batch.send({ type: 'confirmed', signature: SIGNATURE });
  await reach('done');
  expect(sent[0]?.signature).toEqual(SIGNATURE);
  expect(batch.getSnapshot().context.signature).toBeNull();
});

it('asks again after a wrong password, and keeps what was done before another failure', async () => {
  const wrong = startBatch({ signed: true, send: () => Promise.reject(new Error('wrong password')) });
  await wrong.toConfirming();
  wrong.batch.send({ type: 'confirmed', signature: SIGNATURE });
  await waitFor(wrong.batch, (state) => state.context.error !== null);
  expect(wrong.batch.getSnapshot()).toMatchObject({ value: 'confirming', context: { signature: null } });

  let portions = 0;
  const lost = startBatch({
    caseKeys: many,
    send: ({ cases }) =>
      (portions += 1) > 1
        ? Promise.reject(new Error('no connection'))
        : Promise.resolve(cases.map(({ caseKey }) => ({ caseKey, refusal: null }))),
  });
  await lost.toConfirming();
  lost.batch.send({ type: 'confirmed', signature: null });
  await lost.reach('done');
  expect(lost.batch.getSnapshot().context).toMatchObject({ error: new Error('no connection') });
  expect(lost.batch.getSnapshot().context.outcomes).toHaveLength(ROUTINGS_A_PORTION);
  expect(lost.batch.getSnapshot().context.unanswered).toEqual([]);
});

it('knows which cases of a later portion got no answer', async () => {
  let portions = 0;
  const lost = startBatch({
    caseKeys: many,
    isLost: true,
    send: ({ cases }) =>
      (portions += 1) > 1
        ? Promise.reject(new Error('no answer'))
        : Promise.resolve(cases.map(({ caseKey }) => ({ caseKey, refusal: null }))),
  });
  await lost.toConfirming();
  lost.batch.send({ type: 'confirmed', signature: null });
  await lost.reach('done');
  const { unanswered, waiting } = lost.batch.getSnapshot().context;
  expect(unanswered).toEqual(many.slice(ROUTINGS_A_PORTION, 2 * ROUTINGS_A_PORTION));
  expect(waiting).toEqual(many.slice(ROUTINGS_A_PORTION));
});

it('judges the cases again after a portion whose answer was lost, and keeps the error', async () => {
  let looks = 0;
  const lost = startBatch({
    isLost: true,
    validate: () => Promise.resolve(validation([1, 2], (looks += 1) > 2 ? [1, 2] : [])),
    send: () => Promise.reject(new Error('no answer')),
  });
  await lost.toConfirming();
  lost.batch.send({ type: 'confirmed', signature: null });
  await waitFor(lost.batch, ({ context, value }) => context.error !== null && value === 'confirming');
  const { judged, error } = lost.batch.getSnapshot().context;
  expect(judged?.listInfo.map((one) => one.refusal)).toEqual([refusal, refusal]);
  expect(error).toEqual(new Error('no answer'));
});

it('reports that validation failed, and retries', async () => {
  let looks = 0;
  const fails = [1, 3];
  const { batch, reach } = startBatch({
    validate: () =>
      fails.includes((looks += 1)) ? Promise.reject(new Error('gone')) : Promise.resolve(validation([1])),
  });
  await reach('unopened');
  expect(batch.getSnapshot().context.error).toEqual(new Error('gone'));
  batch.send({ type: 'retry.requested' });
  await reach('choosing');
  expect(batch.getSnapshot().context.error).toBeNull();
  batch.send({ type: 'target.chosen', target });
  await waitFor(batch, (state) => state.context.error !== null);
  expect(batch.getSnapshot().value).toBe('choosing');
});

afterAll(() => expect(transitions.untaken()).toEqual([]));
