import { expect, it } from 'vitest';
import { noFileStore, noPrivilege, notFound, tooBusy, tooManyCalls, workTooLarge } from '../problems.ts';
import { FinalFailure } from './job.types.ts';
import { refusedForGood } from './refusedForGood.ts';

const failureOf = (error: Error) =>
  refusedForGood(() => Promise.reject(error)).catch((thrown: unknown) => thrown);

it.each([noPrivilege(), notFound(), workTooLarge()])('gives up what stays refused: %s', async (problem) => {
  expect(await failureOf(problem)).toBeInstanceOf(FinalFailure);
});

it.each([tooBusy(5), tooManyCalls(5), noFileStore(2), new Error('any')])(
  'leaves what may pass to the next attempt: %s',
  async (failure) => {
    expect(await failureOf(failure)).toBe(failure);
  },
);
