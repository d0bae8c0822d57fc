import { expect, it } from 'vitest';
import { wayOf } from './states.ts';

const MAIN = ['draft', 'checking', 'ready', 'sending', 'sent', 'transmitted', 'acknowledged'];

it.each([
  ['ready', ['draft', 'checking', 'ready'], MAIN],
  ['checkFailed', ['draft', 'checking', 'checkFailed'], MAIN.toSpliced(2, 0, 'checkFailed')],
  ['transportFailed', MAIN.slice(0, 4), MAIN.toSpliced(4, 0, 'transportFailed')],
  ['receivedByCentre', MAIN.slice(0, 6), MAIN.toSpliced(6, 0, 'receivedByCentre')],
  // a receiver may answer without a receipt
  ['rejected', MAIN.slice(0, 5), [...MAIN.slice(0, 5), 'rejected']],
  ['cancelled', ['draft', 'checking', 'ready'], ['draft', 'checking', 'ready', 'cancelled']],
])('a batch that is %s has its state after those it has passed', (state, entered, way) => {
  expect(wayOf(state, new Set(entered))).toEqual(way);
});
