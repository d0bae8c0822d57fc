/** Runs the machine of a bulk status change against the server. */
import { useMachine } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import {
  bulkStatusMachine,
  type CheckedCase,
  type StatusAnswer,
  type StatusOutcome,
} from '../../../../machines/bulk-status/bulkStatus.machine.ts';
import type { StatusId } from '../../../../machines/case-status/caseStatus.machine.ts';
import {
  checkCasesStatus,
  MAX_CASES_AT_ONCE,
  setCasesStatus,
  type BodyOf,
} from '../../../../shared/contract/index.ts';
import { call, isUnanswered } from '../../../api/index.ts';

/** The requested change: a flag set (Y) or cleared (N). */
export interface StatusRequest {
  statusId: StatusId;
  status: 'Y' | 'N';
}

interface Portion {
  cases: readonly BodyOf<typeof setCasesStatus>['cases'][number][];
  answer: StatusAnswer | null;
}

export function useBulkStatus({ statusId, status }: StatusRequest, caseKeys: readonly number[]) {
  const machine = useMemo(
    () =>
      bulkStatusMachine.provide({
        guards: { mayBeDone: ({ context }) => isUnanswered(context.error) },
        actors: {
          checkCases: fromPromise(
            ({ input, signal }: { input: { caseKeys: readonly number[] }; signal: AbortSignal }) =>
              checkAll({ statusId, status }, input.caseKeys, signal),
          ),
          sendPortion: fromPromise(
            async ({ input: { cases, answer } }: { input: Portion }): Promise<StatusOutcome[]> => {
              if (!answer) throw new Error('nothing is sent before it was confirmed');
              return (
                await call(setCasesStatus, { body: { statusId, status, ...answer, cases: [...cases] } })
              ).listInfo;
            },
          ),
        },
      }),
    [statusId, status],
  );
  return useMachine(machine, { input: { caseKeys } });
}

/** Checks the cases in as few calls as the server allows. */
async function checkAll(
  { statusId, status }: StatusRequest,
  caseKeys: readonly number[],
  signal: AbortSignal,
): Promise<CheckedCase[]> {
  const checked: CheckedCase[] = [];
  for (let at = 0; at < caseKeys.length; at += MAX_CASES_AT_ONCE) {
    const body = { status, caseKeys: caseKeys.slice(at, at + MAX_CASES_AT_ONCE) };
    checked.push(...(await call(checkCasesStatus, { params: { statusId }, body, signal })).listInfo);
  }
  return checked;
}
