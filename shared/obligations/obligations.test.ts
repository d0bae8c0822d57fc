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
import { daysLeft, earliestDue, obligations, type ObligationFacts, type Owed } from './obligations.ts';

const whole = compileCatalogue(realSources);
const item = (role: string): string => whole.roles[role] ?? '';
const SEOUL = 'Asia/Seoul';
const TODAY = '20260310';

/** A first version from Korea, as it is on the tenth of March. */
const facts = (said: RuleExample, more: Partial<ObligationFacts> = {}): ObligationFacts => ({
  scope: caseScope(whole, caseReader(whole, exampleContent(whole, said))),
  isFirst: true,
  made: TODAY,
  timeZone: SEOUL,
  sent: [],
  before: [],
  ...more,
});
const korean = { [item('reactionCountry')]: 'KR' };
const serious = { ...korean, [item('seriousOther')]: 'true' };
const news = (date: string) => ({ [item('mostRecentInformation')]: date });
const receipt = (date: string) => ({ [item('firstReceived')]: date });

const owedOf = (said: RuleExample, more?: Partial<ObligationFacts>, today = TODAY) =>
  obligations(facts(said, more), whole.obligations, today);
const dayZeroOf = (said: RuleExample, more?: Partial<ObligationFacts>, today = TODAY) =>
  owedOf({ ...serious, ...said }, more, today)[0]?.reason.dayZero;

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
  ] as const)('ask for %s', (_what, said, owed) => {
    expect(owedOf(said).map(({ receiver, ruleId, days }) => [receiver, ruleId, days])).toEqual(owed);
  });

  it('are asked by priority, in whatever order they stand', () => {
    const said = facts({ ...serious, [item('typeOfReport')]: '2', [item('seriousDeath')]: 'true' });
    const shuffled = fc.tuple(
      ...whole.obligations.map(({ rules }) => fc.shuffledSubarray(rules, { minLength: rules.length })),
    );
    fc.assert(
      fc.property(shuffled, (orders) => {
        const receivers = whole.obligations.map((receiver, at) => ({ ...receiver, rules: orders[at] ?? [] }));
        expect(obligations(said, receivers, TODAY)).toEqual(obligations(said, whole.obligations, TODAY));
      }),
    );
  });

  it('say of themselves that they are examples', () => {
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
    ['else the day the version was made', {}, { made: '20260302' }, '20260302', true],
    ['of a follow-up never that of first receipt', receipt('20250101'), { isFirst: false }, TODAY, true],
    ['the last day of a month', news('202602'), {}, '20260228', true],
    ['the last day of February in a leap year', news('202402'), {}, '20240229', true],
    ['the last day of a year', news('2025'), {}, '20251231', true],
    ['today, of a month that is not over', news('202603'), {}, TODAY, true],
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
  ] as const)('is %s', (_what, said, more, day, assumed) => {
    expect(dayZeroOf(said, more)).toMatchObject({ day, assumed });
  });

  it('never lies before what any completion of a partial date says, and is one of them', () => {
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

describe('the last day in time', () => {
  const anyDay = fc.integer({ min: 0, max: 9000 }).map((days) => dayAfter('20010101', days));

  it('is day 0 and the days of the rule, and what is left of them counts down to it', () => {
    fc.assert(
      fc.property(anyDay, anyDay, (day, today) => {
        const [owed] = owedOf({ ...serious, ...news(day) }, {}, today);
        expect(owed?.due).toBe(dayAfter(day, owed?.days));
        expect(dayAfter(today, owed?.daysLeft)).toBe(owed?.due);
      }),
    );
  });

  it('is never earlier for what came later', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(400), (day, later) => {
        const dueOf = (date: string) => owedOf({ ...serious, ...news(date) })[0]?.due ?? '';
        expect(dueOf(dayAfter(day, later)) >= dueOf(day)).toBe(true);
      }),
    );
  });

  it.each([
    ['20240214', '20240229'],
    ['20240215', '20240301'],
    ['20251225', '20260109'],
  ])('of %s is %s', (day, due) => {
    expect(owedOf({ ...serious, ...news(day) })).toMatchObject([{ due }]);
  });

  it('is late from the day after on', () => {
    expect([daysLeft('20260310', TODAY), daysLeft('20260309', TODAY)]).toEqual([0, -1]);
  });
});

describe('a report', () => {
  const said = { ...serious, ...news('20260305') };
  const sentOn = (receiver: string, day: string) => owedOf(said, { sent: [{ receiver, day }] })[0]?.met;

  it('meets what is owed to its receiver, on day 0 or later', () => {
    expect(sentOn('MFDS', '20260305')).toBe('20260305');
    expect(sentOn('MFDS', '20260304')).toBeNull();
    expect(sentOn('FDA', '20260306')).toBeNull();
    expect(earliestDue(owedOf(said))).toBe('20260320');
    expect(earliestDue(owedOf(said, { sent: [{ receiver: 'MFDS', day: TODAY }] }))).toBeNull();
  });
});

describe('a further version', () => {
  const first = owedOf({ ...serious, ...news('20260301') });
  const sent: Owed[] = first.map((owed) => ({ ...owed, met: '20260303' }));
  const next = (date: string, before: Owed[], more: Partial<ObligationFacts> = {}) =>
    owedOf({ ...serious, ...news(date) }, { isFirst: false, before, ...more });

  it('owes a report of its own for what came later', () => {
    expect(next('20260308', sent)).toMatchObject([{ day0: '20260308', due: '20260323', met: null }]);
  });

  it('owes nothing where it brings no later information', () => {
    expect(next('20260301', sent)).toMatchObject([{ day0: '20260301', met: '20260303' }]);
  });

  it('does not put off what the version before still owes', () => {
    expect(next('20260308', first)).toMatchObject([{ due: '20260316', reason: { stillOwed: true } }]);
    const both = next('20260308', first, { sent: [{ receiver: 'MFDS', day: '20260309' }] });
    expect(both).toMatchObject([{ met: '20260309' }]);
  });

  it('owes no more what its own facts do not ask for', () => {
    expect(owedOf({ ...korean, ...news('20260308') }, { isFirst: false, before: first })).toEqual([]);
  });
});

it('tells the rule, day 0 and every item that was read, by its name', () => {
  const [owed] = owedOf({ ...serious, ...news('20260305') });
  expect(owed?.reason).toMatchObject({
    rule: { example: true, label: { en: 'Serious' } },
    dayZero: { role: 'mostRecentInformation', written: '20260305' },
    concerned: { holds: true, by: 'any' },
    applies: { holds: true, by: 'anyRow', count: 1 },
    stillOwed: false,
  });
  for (const role of ['mostRecentInformation', 'reactionCountry', 'seriousDeath'])
    expect(owed?.reason.labels[item(role)]).toEqual(whole.items[item(role)]?.label);
});
