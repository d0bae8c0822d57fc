import { expect, it } from 'vitest';
import { buildCodingIndex } from './codingIndex.ts';
import { areOpposites } from './opposites.ts';
import { suggestCodes } from './suggestCodes.ts';

it.each([
  ['hypertension', 'hypotension'],
  ['increased', 'decreased'],
  ['normal', 'abnormal'],
  ['symptomatic', 'asymptomatic'],
  ['systolic', 'diastolic'],
  ['intracranial', 'extracranial'],
])('%s and %s are', (one, other) => {
  expect([areOpposites(one, other), areOpposites(other, one)]).toEqual([true, true]);
});

it.each([
  ['increased', 'increased'],
  ['hypertension', 'hypertention'],
  ['hypotension', 'hipotension'],
  ['nausea', 'nause'],
])('%s and %s are not', (one, other) => {
  expect([areOpposites(one, other), areOpposites(other, one)]).toEqual([false, false]);
});

it('are not treated as typing errors: the queried term ranks before its opposite', () => {
  const index = buildCodingIndex([
    { code: '1', name: 'Hypotension' },
    { code: '2', name: 'Hypertension' },
    { code: '3', name: 'Hepatic enzyme decreased' },
    { code: '4', name: 'Hepatic enzyme increased' },
  ]);
  expect(suggestCodes({ index }, 'hypertention').map(({ code }) => code)[0]).toBe('2');
  expect(suggestCodes({ index }, 'hypotention').map(({ code }) => code)[0]).toBe('1');
  const [first, second] = suggestCodes({ index }, 'liver enzyme elevation');
  expect(first?.code).toBe('4');
  expect(second?.score ?? 0).toBeLessThan((first?.score ?? 0) - 0.2);
});
