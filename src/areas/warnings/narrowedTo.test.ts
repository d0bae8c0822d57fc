import { expect, it } from 'vitest';
import { narrowedTo, pathOfRule } from './narrowedTo.ts';

it.each([
  [undefined, undefined, {}],
  ['rule', 'overdue', { warning: 'overdue' }],
  ['receiver', 'FDA', { receiver: 'FDA' }],
  ['case', '12', { caseKey: 12 }],
  ['case', 'twelve', {}],
  ['case', '-1', {}],
  ['rule', undefined, {}],
  ['shoe', 'size', {}],
])('reads %s/%s', (target, key, narrowed) => {
  expect(narrowedTo(target, key)).toEqual(narrowed);
});

it('makes addresses that it reads', () => {
  expect(pathOfRule('due-soon')).toBe('case/warning/rule/due-soon');
});
