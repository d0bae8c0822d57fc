import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import type { ReceiverRule } from '../../schemas/compile/sources.types.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { caseReader } from '../expressions/caseReader.ts';
import { exampleContent } from '../expressions/exampleContent.ts';
import { caseScope } from '../expressions/scope.ts';
import { receiverReasons, type ReceiverFacts } from './proposeReceivers.ts';

const whole = compileCatalogue(realSources);
const role = (name: string): string => whole.roles[name] ?? '';
const WORDS = { en: 'Rule', ko: '규칙', ja: '規則', zh: '规则' };
const FDA = { name: 'FDA', type: 'authority' as const, region: 'US' };
const PARTNER = { name: 'A partner', type: 'partner' as const, region: 'US' };

const facts = (more: Partial<ReceiverFacts> = {}, example: Record<string, string> = {}): ReceiverFacts => ({
  scope: caseScope(whole, caseReader(whole, exampleContent(whole, example))),
  due: new Map(),
  informed: new Map(),
  products: [],
  ...more,
});
const rulesOf = (
  rule: Partial<ReceiverRule>,
  type: 'authority' | 'partner' = 'authority',
  region?: string,
) => [
  {
    receivers: 'test',
    type,
    ...(region !== undefined && { region }),
    rules: [{ id: 'a.rule', label: WORDS, source: 'Test', ...rule }],
  },
];

describe('a rule', () => {
  it('holds only if all of its conditions hold, and explains each of them', () => {
    const drug = { [role('drugName')]: 'Velanorix', [role('drugRole')]: '1' };
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), fc.boolean(), (isTrial, isDue, isAuthorised) => {
        const given = facts(
          {
            due: new Map(isDue ? [['FDA', '20260401']] : []),
            products: [{ name: 'VELANORIX', countries: isAuthorised ? ['US'] : ['KR'] }],
          },
          { ...drug, [role('typeOfReport')]: isTrial ? '2' : '1' },
        );
        const when = `value("${role('typeOfReport')}") == "2"`;
        const rule = { when, due: true as const, authorisedIn: ['US'], suspects: ['1'] };
        const reasons = receiverReasons(given, rulesOf(rule), FDA);
        expect(reasons).toHaveLength(isTrial && isDue && isAuthorised ? 1 : 0);
        for (const { why } of reasons) expect(why).toMatchObject({ holds: true, by: 'all' });
      }),
    );
  });

  it('is for receivers of its type and region; without a region, for those of every region', () => {
    const given = facts({ due: new Map([['FDA', '20260401']]) });
    const ids = (rules: ReturnType<typeof rulesOf>, receiver: typeof FDA | typeof PARTNER) =>
      receiverReasons(given, rules, receiver).map(({ ruleId }) => ruleId);
    expect(ids(rulesOf({ due: true }, 'authority', 'US'), FDA)).toEqual(['a.rule']);
    expect(ids(rulesOf({ due: true }, 'authority', 'KR'), FDA)).toEqual([]);
    expect(ids(rulesOf({ due: true }, 'partner'), FDA)).toEqual([]);
    // due to the authority of the partner's region
    expect(ids(rulesOf({ due: true }, 'partner'), PARTNER)).toEqual(['a.rule']);
    expect(ids(rulesOf({ due: true }, 'partner'), { ...PARTNER, region: 'JP' })).toEqual([]);
  });

  it('is for receivers that have an earlier version, whatever the case has become', () => {
    const given = facts({ informed: new Map([['A partner', '20260401']]) });
    const [reason] = receiverReasons(given, whole.receivers, PARTNER);
    expect(reason).toMatchObject({
      ruleId: 'partners.informed',
      why: { by: 'fact', values: ['2026-04-01'] },
    });
    expect(receiverReasons(given, whole.receivers, { ...PARTNER, name: 'Another' })).toEqual([]);
    const authority = facts({ informed: new Map([['FDA', '20260401']]) });
    expect(receiverReasons(authority, whole.receivers, FDA).map(({ ruleId }) => ruleId)).toEqual([
      'authorities.informed',
    ]);
  });

  it('counts a product only for drugs with a suspect role', () => {
    const products = [{ name: 'Velanorix', countries: ['US', 'KR'] }];
    const holds = (drugRole: string) =>
      receiverReasons(
        facts({ products }, { [role('drugName')]: 'Velanorix', [role('drugRole')]: drugRole }),
        rulesOf({ authorisedIn: ['US', 'CA'], suspects: ['1', '3'] }),
        FDA,
      );
    expect(holds('2')).toEqual([]);
    expect(holds('3')[0]?.why).toMatchObject({ by: 'fact', values: ['Velanorix (US)'] });
  });
});

describe('the rules for studies that are delivered', () => {
  const serious = { 'C.1.3': '2', 'E.i.3.2a': 'true', 'C.5.1.r.2': 'US', 'G.k.1': '1' };
  const proposing = (expectedness: string) =>
    receiverReasons(facts({}, { ...serious, [role('expectedness')]: expectedness }), whole.receivers, FDA);

  it('propose serious cases unless all of their reactions are expected, and say so', () => {
    expect(proposing('expected')).toEqual([]);
    const [reason] = proposing('unexpected');
    expect(reason?.ruleId).toBe('FDA.study');
    expect(JSON.stringify(reason?.why)).toContain(role('expectedness'));
  });
});
