/** Leading several cases on: the machine with the server as its world. */
import { useMachine } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import {
  batchWorkflowMachine,
  type BatchTarget,
  type Portion,
  type RoutingOutcome,
  type Validation,
} from '../../machines/batch-workflow/batchWorkflow.machine.ts';
import {
  MAX_CASES_AT_ONCE,
  runBatchWorkflow,
  validateBatchWorkflow,
  type BodyOf,
} from '../../shared/contract/index.ts';
import { call, isUnanswered } from '../api/index.ts';

/** Before a target is chosen, the cases of others count as well where the user may override. */
export function useBatch(caseKeys: readonly number[], mayOverride: boolean) {
  const machine = useMemo(
    () =>
      batchWorkflowMachine.provide({
        guards: { mayBeDone: ({ context }) => isUnanswered(context.error) },
        actors: {
          validate: fromPromise<Validation, { caseKeys: readonly number[]; target: BatchTarget | null }>(
            ({ input: { caseKeys: keys, target }, signal }) =>
              validateAll(
                keys,
                {
                  ...(target && { workflowInfo: target.workflowInfo }),
                  override: target ? target.overrideReason !== undefined : mayOverride,
                },
                signal,
              ),
          ),
          sendPortion: fromPromise<readonly RoutingOutcome[], Portion | null>(async ({ input }) => {
            if (!input) return [];
            const { target, ...portion } = input;
            return (await call(runBatchWorkflow, { body: { ...portion, ...target } })).listInfo;
          }),
        },
      }),
    [mayOverride],
  );
  return useMachine(machine, { input: { caseKeys } });
}

type Question = Omit<BodyOf<typeof validateBatchWorkflow>, 'caseKeys'>;

/** In as many calls as it takes. */
async function validateAll(
  caseKeys: readonly number[],
  question: Question,
  signal: AbortSignal,
): Promise<Validation> {
  const parts: Validation[] = [];
  for (let from = 0; from < caseKeys.length; from += MAX_CASES_AT_ONCE) {
    const body = { ...question, caseKeys: caseKeys.slice(from, from + MAX_CASES_AT_ONCE) };
    parts.push(await call(validateBatchWorkflow, { body, signal }));
  }
  return {
    listInfo: parts.flatMap(({ listInfo }) => listInfo),
    workflows: eachOnce(parts.flatMap(({ workflows }) => workflows)),
    staying: eachOnce(parts.flatMap(({ staying }) => staying)),
    signed: parts.some(({ signed }) => signed),
  };
}

const eachOnce = (steps: Validation['workflows']): Validation['workflows'] =>
  [...new Map(steps.map((step) => [step.workflowKey, step])).values()].sort((a, b) => a.sort - b.sort);
