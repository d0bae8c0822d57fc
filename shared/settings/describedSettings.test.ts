import { describe, expect, it } from 'vitest';
import { RECEIVERS, wrongSettings } from './describedSettings.ts';

it.each([
  [{ timeZone: 'Asia/Seoul', sessionMinutes: null }, []],
  [{ timeZone: 'UTC', sessionMinutes: 5 }, []],
  [{ timeZone: 'America/Argentina/Buenos_Aires', sessionMinutes: 720 }, []],
  [{ timeZone: '+09:00', sessionMinutes: 4 }, ['timeZone', 'sessionMinutes']],
  [{ timeZone: 'Asia/Nowhere', sessionMinutes: 7.5 }, ['timeZone', 'sessionMinutes']],
  [{ timeZone: '', sessionMinutes: '30' }, ['timeZone', 'sessionMinutes']],
  [{ timeZone: 'UTC' }, ['sessionMinutes']],
  [{ timeZone: 'UTC', sessionMinutes: 30, versions: '1' }, ['versions']],
])('of the general settings %j, %j are wrong', (values, wrong) => {
  expect(wrongSettings('general', values)).toEqual(wrong);
});

it('takes the values of a choice and no others', () => {
  const values = { orientation: 'portrait', ordering: 'latest', notation: 'Y' };
  expect(wrongSettings('reports', values)).toEqual([]);
  expect(wrongSettings('reports', { ...values, ordering: 'newest', notation: null })).toEqual([
    'ordering',
    'notation',
  ]);
});

describe('versions of dictionaries', () => {
  const loaded = { MEDDRA: ['27.0', '27.1'], IDF: ['2026 04'], KCD: [], [RECEIVERS]: ['MFDS'] };
  const wrongIn = (versions: string) =>
    wrongSettings('dictionaries', { versions, meddraLanguage: 'user' }, loaded);

  it.each(['', 'MEDDRA 27.1', 'MEDDRA 27.0\nIDF 2026 04'])('are those that are loaded: %j', (versions) => {
    expect(wrongIn(versions)).toEqual([]);
  });

  it.each([
    'MEDDRA 26.1',
    'MEDDRA',
    'MEDDRA 27.0\nMEDDRA 27.1',
    'KCD 8',
    'NOBODY 1',
    `${RECEIVERS} MFDS`,
    'constructor 1',
    '__proto__ 1',
  ])('are no others: %j', (versions) => {
    expect(wrongIn(versions)).toEqual(['versions']);
  });
});
