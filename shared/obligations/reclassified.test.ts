/** Versions that a rule no longer applies to, or a shorter one, after a report went to the receiver. */
import { describe, expect, it } from 'vitest';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { caseReader } from '../expressions/caseReader.ts';
import { exampleContent } from '../expressions/exampleContent.ts';
import type { RuleExample } from '../expressions/rules.types.ts';
import { caseScope } from '../expressions/scope.ts';
import { obligations, type DueReport } from './obligations.ts';

const whole = compileCatalogue(realSources);
const item = (role: string): string => whole.roles[role] ?? '';
const MADE = '20260320';

interface Version {
  content: RuleExample;
  /** the day of the most recent information */
  news: string;
  /** of a version after the first one */
  made?: string;
  /** when reports of it were sent */
  sent?: string[];
}

/** The due report of the last of these versions to a receiver. */
function lastOf(receiver: string, versions: readonly Version[]): DueReport | undefined {
  let before: DueReport[] = [];
  const informed: string[] = [];
  for (const [at, { content, news, made = MADE, sent = [] }] of versions.entries()) {
    const example = { ...content, [item('mostRecentInformation')]: news };
    const facts = {
      scope: caseScope(whole, caseReader(whole, exampleContent(whole, example))),
      isFirst: at === 0,
      createdDay: made,
      timeZone: 'Asia/Seoul',
      sent: sent.map((day) => ({ receiver, day })),
      before,
      informed: [...informed],
    };
    before = obligations(facts, whole.obligations, made);
    if (sent.length > 0) informed.push(receiver);
  }
  return before.find((one) => one.receiver === receiver);
}

const inCountry = (country: string) => ({ [item('reactionCountry')]: country });
const serious = (country: string) => ({ ...inCountry(country), [item('seriousOther')]: 'true' });
const calm = { [item('followUpSignificance')]: 'notSignificant' };
const nullified = { [item('nullificationAmendment')]: '1' };

describe.each([
  ['FDA', 'US'],
  ['MFDS', 'KR'],
  ['EMA', 'FR'],
  ['PMDA', 'JP'],
  ['NMPA', 'CN'],
])('%s', (receiver, country) => {
  const first: Version = { content: serious(country), news: '20260301', sent: ['20260310'] };
  const lighter: Version = { content: inCountry(country), news: '20260318' };
  const last = (...versions: Version[]) => lastOf(receiver, versions);

  it('is told within the same days that a case it got is no longer serious, once', () => {
    expect(last(first, lighter)).toMatchObject({ closes: true, due: '20260402', met: null, days: 15 });
    expect(last(first, { ...lighter, sent: ['20260321'] })).toMatchObject({ met: '20260321' });
    const next = last(first, { ...lighter, sent: ['20260321'] }, { ...lighter, news: '20260401' });
    expect(next?.closes ?? false).toBe(false);
    expect(last(first, lighter, { ...lighter, news: '20260401' })).toMatchObject({
      closes: true,
      due: '20260402',
    });
  });

  it.each([
    ['an amendment', {}],
    ['a follow-up that is not significant', calm],
  ])('is told by %s from the day on which that was made', (_what, more) => {
    const amended = { content: { ...inCountry(country), ...more }, news: '20260301' };
    expect(last(first, amended)).toMatchObject({ closes: true, day0: MADE, due: '20260404', met: null });
    const sent = { ...amended, sent: ['20260325'] };
    // a further amendment has nothing else
    expect(last(first, sent, amended)?.met ?? '20260325').toBe('20260325');
  });

  it('is told of a nullification, and of what came before it and was not sent yet', () => {
    const withdrawn = { content: { ...serious(country), ...nullified }, news: '20260301' };
    expect(last(first, withdrawn)).toMatchObject({ closes: true, day0: MADE, due: '20260404', met: null });
    expect(last(first, { ...withdrawn, sent: ['20260322'] })).toMatchObject({ met: '20260322' });
    const followUp = { content: serious(country), news: '20260312' };
    expect(last(first, followUp, { ...withdrawn, news: '20260312' })).toMatchObject({
      closes: true,
      due: '20260327',
      met: null,
    });
  });

  it('is told nothing of a case that was withdrawn before it was sent', () => {
    const unsent = { content: serious(country), news: '20260301' };
    expect(
      last(unsent, { content: { ...serious(country), ...nullified }, news: '20260301' }),
    ).toBeUndefined();
  });

  it('learns that the case happened elsewhere', () => {
    expect(last(first, { content: serious('AU'), news: '20260318' })).toMatchObject({ closes: true });
  });

  it('is told in time that a case is serious, whatever it got before', () => {
    const unknown: Version = { content: inCountry(country), news: '20260301', sent: ['20260310'] };
    const due = { closes: false, days: 15, met: null };
    expect(last(unknown, { content: serious(country), news: '20260318' })).toMatchObject({
      ...due,
      due: '20260402',
    });
    const calmly = { content: { ...serious(country), ...calm }, news: '20260318' };
    expect(last(unknown, calmly)).toMatchObject({ ...due, due: '20260402' });
    // recognised late: the information was there
    expect(last(unknown, { content: serious(country), news: '20260301' })).toMatchObject({
      ...due,
      due: '20260316',
    });
    // again, after it got the contrary
    const lowered = { ...lighter, sent: ['20260319'] };
    const raised = { content: serious(country), news: '20260318' };
    expect(last(first, lowered, raised)).toMatchObject({ ...due, due: '20260402' });
  });
});
