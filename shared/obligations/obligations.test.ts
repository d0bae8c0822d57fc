import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { dayAfter } from '../dates/zonedDay.ts';
import { caseReader } from '../expressions/caseReader.ts';
import { exampleContent } from '../expressions/exampleContent.ts';
import type { RuleExample } from '../expressions/rules.types.ts';
import { caseScope } from '../expressions/scope.ts';
import { latestDay } from './dayZero.ts';
import {
  daysLeft,
  earliestDue,
  obligations,
  timelines,
  type ObligationFacts,
  type DueReport,
} from './obligations.ts';

const whole = compileCatalogue(realSources);
const item = (role: string): string => whole.roles[role] ?? '';
const SEOUL = 'Asia/Seoul';
const TODAY = '20260310';

/** A first version from Korea, on the tenth of March. */
const facts = (example: RuleExample, more: Partial<ObligationFacts> = {}): ObligationFacts => ({
  scope: caseScope(whole, caseReader(whole, exampleContent(whole, example))),
  isFirst: true,
  createdDay: TODAY,
  timeZone: SEOUL,
  sent: [],
  before: [],
  informed: [],
  ...more,
});
const korean = { [item('reactionCountry')]: 'KR' };
const serious = { ...korean, [item('seriousOther')]: 'true' };
const news = (date: string) => ({ [item('mostRecentInformation')]: date });
const receipt = (date: string) => ({ [item('firstReceived')]: date });

const dueReportsOf = (example: RuleExample, more?: Partial<ObligationFacts>, today = TODAY) =>
  obligations(facts(example, more), whole.obligations, today);
const dayZeroOf = (example: RuleExample, more?: Partial<ObligationFacts>, today = TODAY) =>
  dueReportsOf({ ...serious, ...example }, more, today)[0]?.reason.dayZero;

describe('the rules', () => {
  it.each([
    ['nothing of a case nobody has to be told of', korean, []],
    ['what is serious', serious, [['MFDS', 'MFDS.serious.15', 15]]],
    [
      'of a trial, what is fatal, first',
      { ...serious, [item('typeOfReport')]: '2', [item('seriousDeath')]: 'true' },
      [['MFDS', 'MFDS.trial.7', 7]],
    ],
    [
      'of a trial, what is serious',
      { ...serious, [item('typeOfReport')]: '2' },
      [['MFDS', 'MFDS.trial.15', 15]],
    ],
    [
      'what is not serious, where that is asked for',
      { [item('reactionCountry')]: 'FR' },
      [['EMA', 'EMA.other.90', 90]],
    ],
    [
      'by the primary source, where the reaction is of no country',
      { [item('reporterCountry')]: 'US', [item('primarySource')]: '1', [item('seriousOther')]: 'true' },
      [['FDA', 'FDA.serious.15', 15]],
    ],
    [
      'several receivers',
      { ...serious, [item('reporterCountry')]: 'JP', [item('primarySource')]: '1' },
      [
        ['MFDS', 'MFDS.serious.15', 15],
        ['PMDA', 'PMDA.serious.15', 15],
      ],
    ],
    ['nothing once the report is withdrawn', { ...serious, [item('nullificationAmendment')]: '1' }, []],
  ] as const)('match %s', (_what, example, due) => {
    expect(dueReportsOf(example).map(({ receiver, ruleId, days }) => [receiver, ruleId, days])).toEqual(due);
  });

  it('are evaluated by priority, in any order', () => {
    const example = facts({ ...serious, [item('typeOfReport')]: '2', [item('seriousDeath')]: 'true' });
    const shuffled = fc.tuple(
      ...whole.obligations.map(({ rules }) => fc.shuffledSubarray(rules, { minLength: rules.length })),
    );
    fc.assert(
      fc.property(shuffled, (orders) => {
        const receivers = whole.obligations.map((receiver, at) => ({ ...receiver, rules: orders[at] ?? [] }));
        expect(obligations(example, receivers, TODAY)).toEqual(
          obligations(example, whole.obligations, TODAY),
        );
      }),
    );
  });

  it('are marked as samples', () => {
    expect(whole.obligations.every(({ example }) => example)).toBe(true);
  });
});

describe('day 0', () => {
  it.each([
    [
      'the date of the most recent information',
      { ...news('20260305'), ...receipt('20260301') },
      {},
      '20260305',
      false,
    ],
    ['else that of first receipt', receipt('20260301'), {}, '20260301', false],
    ['else the day the version was made', {}, { createdDay: '20260302' }, '20260302', true],
    ['of a follow-up never that of first receipt', receipt('20250101'), { isFirst: false }, TODAY, true],
    ['the last day of a month', news('202602'), {}, '20260228', true],
    ['the last day of February in a leap year', news('202402'), {}, '20240229', true],
    ['the last day of a year', news('2025'), {}, '20251231', true],
    ['today, of a month that is not over', news('202603'), {}, TODAY, true],
    [
      'the day on which a month that is not over was entered, however often the case is edited later',
      news('202603'),
      { dateEntries: { mostRecentInformation: { text: '202603', day: '20260308' } } },
      '20260308',
      true,
    ],
    [
      'today, of a date that is another one than was stored',
      news('202603'),
      { dateEntries: { mostRecentInformation: { text: '2026', day: '20260308' } } },
      TODAY,
      true,
    ],
    ['the day on which a date in the future was entered', news('20270305'), {}, TODAY, true],
    ['tomorrow, which it may be in another time zone', news(dayAfter(TODAY)), {}, dayAfter(TODAY), false],
    ['today, of a date that is later than tomorrow', news(dayAfter(TODAY, 2)), {}, TODAY, true],
    ['the day in Seoul, of an evening in London', news('202603041530+0000'), {}, '20260305', false],
    [
      'the day in New York, of a night in Seoul',
      news('20260305003000+0900'),
      { timeZone: 'America/New_York' },
      '20260304',
      false,
    ],
    [
      'the day as written, of a time without a zone',
      news('202603052330'),
      { timeZone: 'America/New_York' },
      '20260305',
      false,
    ],
  ] as const)('is %s', (_what, example, more, day, assumed) => {
    expect(dayZeroOf(example, more)).toMatchObject({ day, assumed });
  });

  it('is never before the latest completion of a partial date, and is one of its completions', () => {
    const days = fc
      .date({ min: new Date('1990-01-01'), max: new Date('2025-12-31'), noInvalidDate: true })
      .map((at) => at.toISOString().slice(0, 10).replaceAll('-', ''));
    fc.assert(
      fc.property(days, fc.constantFrom(4, 6, 8), (day, length) => {
        const written = day.slice(0, length);
        const latest = latestDay(written, SEOUL)?.day ?? '';
        expect(latest >= day).toBe(true);
        expect(latest.startsWith(written)).toBe(true);
        expect(latest.slice(0, length)).not.toBe(dayAfter(latest).slice(0, length));
      }),
    );
  });
});

describe('the due date', () => {
  const anyDay = fc.integer({ min: 0, max: 9000 }).map((days) => dayAfter('20010101', days));

  it('is day 0 plus the days of the rule, and the days left count down to it', () => {
    fc.assert(
      fc.property(anyDay, anyDay, (day, today) => {
        const [due] = dueReportsOf({ ...serious, ...news(day) }, {}, today);
        expect(due?.due).toBe(dayAfter(due?.day0 ?? '', due?.days));
        expect(dayAfter(today, due?.daysLeft)).toBe(due?.due);
      }),
    );
  });

  it('is never earlier for later information', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(400), (day, later) => {
        const dueOf = (date: string) => dueReportsOf({ ...serious, ...news(date) })[0]?.due ?? '';
        expect(dueOf(dayAfter(day, later)) >= dueOf(day)).toBe(true);
      }),
    );
  });

  it.each([
    ['20240214', '20240229'],
    ['20240215', '20240301'],
    ['20251225', '20260109'],
  ])('of %s is %s', (day, due) => {
    expect(dueReportsOf({ ...serious, ...news(day) })).toMatchObject([{ due }]);
  });

  it('is overdue from the next day on', () => {
    expect([daysLeft('20260310', TODAY), daysLeft('20260309', TODAY)]).toEqual([0, -1]);
  });
});

describe('a report', () => {
  const example = { ...serious, ...news('20260305') };
  const sentOn = (receiver: string, day: string) =>
    dueReportsOf(example, { sent: [{ receiver, day }] })[0]?.met;

  it('settles what is due to its receiver, on day 0 or later', () => {
    expect(sentOn('MFDS', '20260305')).toBe('20260305');
    expect(sentOn('MFDS', '20260304')).toBeNull();
    expect(sentOn('FDA', '20260306')).toBeNull();
    expect(earliestDue(dueReportsOf(example))).toBe('20260320');
    expect(earliestDue(dueReportsOf(example, { sent: [{ receiver: 'MFDS', day: TODAY }] }))).toBeNull();
  });
});

describe('a further version', () => {
  const first = dueReportsOf({ ...serious, ...news('20260301') });
  const sent: DueReport[] = first.map((due) => ({ ...due, met: '20260303' }));
  const next = (date: string, before: DueReport[], more: Partial<ObligationFacts> = {}) =>
    dueReportsOf({ ...serious, ...news(date) }, { isFirst: false, before, ...more });

  it('has a due report of its own for later information', () => {
    expect(next('20260308', sent)).toMatchObject([{ day0: '20260308', due: '20260323', met: null }]);
  });

  it('has none without later information', () => {
    expect(next('20260301', sent)).toMatchObject([{ day0: '20260301', met: '20260303' }]);
  });

  it('does not postpone the due date of the previous version', () => {
    expect(next('20260308', first)).toMatchObject([{ due: '20260316', reason: { stillOwed: true } }]);
    const both = next('20260308', first, { sent: [{ receiver: 'MFDS', day: '20260309' }] });
    expect(both).toMatchObject([{ met: '20260309' }]);
  });

  it('is reported with an inherited report of the version before, if it repeats its day 0', () => {
    const second = next('20260308', first, { sent: [{ receiver: 'MFDS', day: '20260309' }] });
    expect(second).toMatchObject([{ day0: '20260301', versionDay0: '20260308', met: '20260309' }]);
    expect(next('20260308', second)).toMatchObject([{ day0: '20260301', met: '20260309' }]);
    // sent again, and with later information
    const again = { sent: [{ receiver: 'MFDS', day: TODAY }] };
    expect(next('20260308', second, again)).toMatchObject([{ met: '20260309' }]);
    expect(next('20260309', second)).toMatchObject([{ day0: '20260309', met: null }]);
  });

  it('starts a clock for information that came after the report that was inherited', () => {
    const second = next('20260308', first, { sent: [{ receiver: 'MFDS', day: '20260307' }] });
    expect(second).toMatchObject([{ day0: '20260308', met: null }]);
    const unchanged = dueReportsOf(
      { ...serious, ...news('20260308'), [item('followUpSignificance')]: 'notSignificant' },
      { isFirst: false, before: sent },
    );
    expect(unchanged).toMatchObject([{ day0: '20260301', versionDay0: '20260301', met: '20260303' }]);
    expect(next('20260308', unchanged)).toMatchObject([{ day0: '20260308', met: null }]);
  });

  it('does not become late because it is sent again', () => {
    const again = { sent: [{ receiver: 'MFDS', day: '20260401' }] };
    expect(next('20260301', sent, again)).toMatchObject([{ due: '20260316', met: '20260303' }]);
  });

  describe('that is not significant', () => {
    const calm = (date: string, before: DueReport[], more: RuleExample = {}) =>
      dueReportsOf(
        {
          ...serious,
          ...receipt('20260301'),
          ...news(date),
          [item('followUpSignificance')]: 'notSignificant',
          ...more,
        },
        { isFirst: false, before },
      );

    it('starts no clock where one ran before', () => {
      expect(calm('20260308', sent)).toMatchObject([{ day0: '20260301', met: '20260303' }]);
      expect(calm('20260308', first)).toMatchObject([{ due: '20260316', met: null }]);
    });

    it('does not keep a due date that counts from a later day than the corrected one', () => {
      expect(calm('20260226', first)).toMatchObject([{ day0: '20260226', due: '20260313', met: null }]);
    });

    it('starts one for a receiver that none ran for', () => {
      expect(calm('20260308', [])).toMatchObject([{ day0: '20260308', due: '20260323', met: null }]);
    });

    it('never has a due date earlier or more reports than a significant one', () => {
      const cases = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom(first, sent, []));
      fc.assert(
        fc.property(cases, ([day, before]) => {
          const date = `2026030${day}`;
          const due = (all: DueReport[]) => earliestDue(all) ?? '99999999';
          expect(due(calm(date, before)) >= due(next(date, before))).toBe(true);
        }),
      );
    });
  });

  it('drops due reports that its own facts do not require', () => {
    expect(dueReportsOf({ ...korean, ...news('20260308') }, { isFirst: false, before: first })).toEqual([]);
  });
});

it('lists the rule, day 0 and every item that was read, by its label', () => {
  const [due] = dueReportsOf({ ...serious, ...news('20260305') });
  expect(due?.reason).toMatchObject({
    rule: { example: true, label: { en: 'Serious' } },
    dayZero: { role: 'mostRecentInformation', written: '20260305' },
    concerned: { holds: true, by: 'any' },
    applies: { holds: true, by: 'anyRow', count: 1 },
    stillOwed: false,
  });
  for (const role of ['mostRecentInformation', 'reactionCountry', 'seriousDeath'])
    expect(due?.reason.labels[item(role)]).toEqual(whole.items[item(role)]?.label);
});

it('is the same without its reasons', () => {
  const dates = fc.constantFrom('20260101', '202602', '20260309', '2026');
  const law = fc.property(dates, fc.boolean(), fc.boolean(), (date, isFirst, wasSent) => {
    const before = dueReportsOf({ ...serious, ...receipt('20260105') });
    const more = { isFirst, before, sent: wasSent ? [{ receiver: 'MFDS', day: '20260309' }] : [] };
    const given = facts({ ...serious, ...news(date) }, more);
    const withReasons = obligations(given, whole.obligations, TODAY);
    expect(timelines(given, whole.obligations, TODAY).map((one) => ({ ...one, reason: undefined }))).toEqual(
      withReasons.map((one) => ({ ...one, reason: undefined })),
    );
  });
  fc.assert(law);
});
