import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeAt } from '../dates/zonedDay.ts';
import { isMailedNow, isQuiet, lastDaily, USUAL_RULES, type NotificationRules } from './notifications.ts';

const SEOUL = 'Asia/Seoul';
/** 08:00 in Seoul is 23:00 UTC of the day before */
const seoul = (time: string) => ({ at: new Date(`${time}+09:00`), timeZone: SEOUL });
const hour = fc.integer({ min: 0, max: 23 });
const at = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });

describe('quiet hours', () => {
  it('are those of the sponsor, also over midnight', () => {
    expect(isQuiet(USUAL_RULES, seoul('2026-11-26T06:59'))).toBe(true);
    expect(isQuiet(USUAL_RULES, seoul('2026-11-26T07:00'))).toBe(false);
    expect(isQuiet(USUAL_RULES, seoul('2026-11-26T19:59'))).toBe(false);
    expect(isQuiet(USUAL_RULES, seoul('2026-11-26T20:00'))).toBe(true);
    expect(isQuiet({ ...USUAL_RULES, quiet: { from: 12, to: 13 } }, seoul('2026-11-26T12:30'))).toBe(true);
  });

  it('are none where both hours are equal', () => {
    fc.assert(
      fc.property(hour, at, (both, moment) => {
        const rules = { ...USUAL_RULES, quiet: { from: both, to: both } };
        expect(isQuiet(rules, { at: moment, timeZone: SEOUL })).toBe(false);
      }),
    );
  });

  it('hold every mail up', () => {
    fc.assert(
      fc.property(hour, hour, at, at, (from, to, moment, since) => {
        const rules: NotificationRules = { ...USUAL_RULES, quiet: { from, to } };
        const now = { at: moment, timeZone: SEOUL };
        if (isQuiet(rules, now)) expect(isMailedNow(rules, { kind: 'rejected', since }, now)).toBe(false);
      }),
    );
  });
});

describe('the daily mail', () => {
  it('has what waited when its hour came, and nothing newer', () => {
    const now = seoul('2026-11-26T09:00');
    const { at: before } = seoul('2026-11-26T06:00');
    const { at: after } = seoul('2026-11-26T07:30');
    expect(isMailedNow(USUAL_RULES, { kind: 'due', since: before }, now)).toBe(true);
    expect(isMailedNow(USUAL_RULES, { kind: 'due', since: after }, now)).toBe(false);
    expect(isMailedNow(USUAL_RULES, { kind: 'due', since: after }, seoul('2026-11-27T07:00'))).toBe(true);
  });

  it.each(['2026-03-29', '2026-10-25'])('comes at its hour on %s, when clocks are changed', (day) => {
    const berlin = { at: new Date(`${day}T21:30:00Z`), timeZone: 'Europe/Berlin' };
    for (const dailyAt of [0, 3, 7, 19, 22]) {
      const last = lastDaily({ ...USUAL_RULES, dailyAt }, berlin);
      expect(timeAt(last.getTime(), berlin.timeZone)).toBe(
        `${day.replaceAll('-', '')}${String(dailyAt).padStart(2, '0')}0000`,
      );
    }
  });

  it('was never more than a day ago, and never comes later than now', () => {
    fc.assert(
      fc.property(hour, at, (dailyAt, moment) => {
        const last = lastDaily({ ...USUAL_RULES, dailyAt }, { at: moment, timeZone: SEOUL });
        expect(last <= moment).toBe(true);
        expect(moment.getTime() - last.getTime()).toBeLessThan(24 * 3_600_000);
      }),
    );
  });
});

it('mails a kind that is switched off to nobody', () => {
  const rules = {
    ...USUAL_RULES,
    kinds: { ...USUAL_RULES.kinds, sync: { on: false, mail: 'soon' as const } },
  };
  const now = seoul('2026-11-26T09:00');
  expect(isMailedNow(USUAL_RULES, { kind: 'sync', since: now.at }, now)).toBe(true);
  expect(isMailedNow(rules, { kind: 'sync', since: now.at }, now)).toBe(false);
});
