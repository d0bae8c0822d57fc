import { expect, it } from 'vitest';
import { warningScope, pathOfList, pathOfRule } from './warningScope.ts';

it.each([
  [undefined, undefined, {}],
  ['rule', 'overdue', { warning: 'overdue' }],
  ['receiver', 'FDA', { receiver: 'FDA' }],
  ['case', '12', { caseKey: 12 }],
  ['case', 'twelve', {}],
  ['case', '-1', {}],
  ['rule', undefined, {}],
  ['all', 'all', {}],
  ['shoe', 'size', {}],
])('reads %s/%s', (target, key, narrowed) => {
  expect(warningScope(target, key)).toEqual(narrowed);
});

it('makes addresses that it reads', () => {
  expect(pathOfRule('due-soon')).toBe('case/warning/rule/due-soon');
});

it.each([
  [undefined, undefined, 'case/warning/all/all'],
  ['rule', 'due-soon', 'case/warning/rule/due-soon'],
])('says where the place in the list of %s/%s stands', (target, key, path) => {
  expect(pathOfList(target, key)).toBe(path);
});
