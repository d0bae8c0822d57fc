import { expect, it } from 'vitest';
import { wrongSettings } from './describedSettings.ts';

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
