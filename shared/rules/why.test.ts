import { describe, expect, it } from 'vitest';
import { codeListsOf, compileCatalogue, forAppendix } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { addressAt } from '../case/itemAddress.ts';
import { caseReader } from '../expressions/caseReader.ts';
import { compileRules } from '../expressions/compileRule.ts';
import { exampleContent } from '../expressions/exampleContent.ts';
import { readRules } from '../expressions/readRules.ts';
import type { RuleExample } from '../expressions/rules.types.ts';
import { caseFindings, createCheckWorld } from './caseFindings.ts';
import { hiddenParts } from './hiddenParts.ts';
import { receiversIn } from './receivers.ts';
import { whyFinding, whyItem, type ExplanationContext } from './why.ts';

/** The real catalogue, with conditions at some of its items and at a group. */
const whole = (() => {
  const catalogue = compileCatalogue(realSources);
  const item = (itemId: string, more: object) => ({ [itemId]: { ...catalogue.items[itemId], ...more } });
  const group = (id: string, more: object) => ({ [id]: { ...catalogue.groups[id], ...more } });
  return {
    ...catalogue,
    items: {
      ...catalogue.items,
      ...item('D.1', { visibleWhen: 'value("D.5") != "1"', required: { ICH: 'M' } }),
      ...item('D.4', {
        requiredWhen: 'value("D.5") == "2"',
        readOnlyWhen: 'value("D.5") == "1"',
        required: {},
      }),
      ...item('G.k.4.r.8', { requiredWhen: 'present("G.k.4.r.1a")' }),
    },
    groups: { ...catalogue.groups, ...group('G.k.4.r', { visibleWhen: 'value("G.k.1") != "2"', min: 1 }) },
  } as typeof catalogue;
})();
const ruleSet = readRules(realSources);
const world = createCheckWorld(whole, compileRules(whole, ruleSet), codeListsOf(realSources));
const now = new Date('2026-01-15T00:00:00Z');

const contextOf = (example: RuleExample): ExplanationContext => ({
  world,
  reader: caseReader(whole, exampleContent(whole, example)),
  seen: forAppendix(whole, 'ICH'),
});
const missing = (example: RuleExample) =>
  caseFindings(world, exampleContent(whole, example), { now })
    .filter(({ ruleId }) => ruleId === 'item.missing' || ruleId === 'row.missing')
    .map(({ itemId, rowNo, rowNo2 }) => [itemId, rowNo, rowNo2].join(' '));

describe('a mandatory item', () => {
  it('is reported only while neither it nor an ancestor is hidden', () => {
    expect(missing({ 'D.5': '2' })).toContain('D.1 0 0');
    expect(missing({ 'D.5': '1' })).not.toContain('D.1 0 0');
    const dosage = { 'G.k.4.r.1a|1|1': '5' };
    expect(missing({ ...dosage, 'G.k.1|1': '1' })).toContain('G.k.4.r.8 1 1');
    expect(missing({ ...dosage, 'G.k.1|1': '2' })).not.toContain('G.k.4.r.8 1 1');
  });

  it('can be mandatory by its condition alone, per row', () => {
    expect(missing({ 'D.5': '2' })).toContain('D.4 0 0');
    expect(missing({ 'D.5': '1' })).not.toContain('D.4 0 0');
    const found = missing({ 'G.k.1|1': '1', 'G.k.4.r.1a|1|1': '5', 'G.k.4.r.1b|1|2': 'mg' });
    expect(found).toContain('G.k.4.r.8 1 1');
    expect(found).not.toContain('G.k.4.r.8 1 2');
  });

  it('is not required in a hidden group', () => {
    const groupItem = whole.groups['G.k.4.r']?.summary[0] ?? '';
    expect(missing({ 'G.k.1|1': '1' })).toContain(`${groupItem} 1 0`);
    expect(missing({ 'G.k.1|1': '2' })).not.toContain(`${groupItem} 1 0`);
  });
});

describe('the receivers relevant to a region', () => {
  it.each([
    ['KR', ['ICH', 'MFDS']],
    ['US', ['ICH', 'FDA']],
    ['ICH', ['ICH']],
  ])('are in %s the standard and its own authority', (appendix, receivers) => {
    expect(receiversIn(forAppendix(whole, appendix), appendix)).toEqual(receivers);
  });
});

describe('why', () => {
  it('explains a finding by its rule, the evaluated condition and the source', () => {
    const rule = ruleSet.rules.find(({ id }) => id === 'ICH.G.k.4.r.1b');
    const reasons = whyFinding(contextOf({ 'G.k.4.r.1a|2|3': '5' }), {
      ...addressAt('G.k.4.r.1b', [2, 3]),
      ruleId: 'ICH.G.k.4.r.1b',
    });
    expect(reasons).toMatchObject([
      { kind: 'rule', rules: [{ id: rule?.id, source: rule?.source }], check: { holds: false } },
    ]);
  });

  it('explains a common finding by every rule that states it', () => {
    const reasons = whyFinding(contextOf({ 'D.2.2a': '45' }), {
      ...addressAt('D.2.2b', []),
      ruleId: 'R0030',
      ruleIds: ['R0030', 'ICH.D.2.2b'],
    });
    expect(
      reasons.flatMap((reason) => (reason.kind === 'rule' ? reason.rules : [])).map(({ id }) => id),
    ).toEqual(expect.arrayContaining(['R0030', 'ICH.D.2.2b']));
  });

  it('merges rules with equal expressions and lists all their ids', () => {
    const { rules } = world.rules;
    const common = rules.find(({ rule }) => rule.id === 'ICH.C.1.7');
    const same = rules.find(
      ({ rule }) => rule.replaces.includes('ICH.C.1.7') && rule.check === common?.rule.check,
    );
    const ruleIds = [common?.rule.id ?? '', same?.rule.id ?? ''];
    const reasons = whyFinding(contextOf({}), { ...addressAt('C.1.7', []), ruleId: 'ICH.C.1.7', ruleIds });
    expect(reasons).toHaveLength(1);
    expect(reasons[0]?.kind === 'rule' && reasons[0].rules.map(({ id }) => id).toSorted()).toEqual(
      ruleIds.toSorted(),
    );
  });

  it('shows the value of a computed item, never as true or false', () => {
    const itemId =
      Object.values(whole.items).find(({ computed }) => computed?.includes('years('))?.itemId ?? '';
    const reasons = whyItem(contextOf({ [itemId]: '34', 'D.2.1': '19900101' }), addressAt(itemId, []));
    expect(reasons.find(({ kind }) => kind === 'computed')).toMatchObject({
      value: { address: { itemId }, said: { value: '34' } },
      why: { holds: null },
    });
  });

  it('names the authority that requires a missing item', () => {
    const reasons = whyFinding(contextOf({}), { ...addressAt('C.1.3', []), ruleId: 'item.missing' });
    expect(reasons).toMatchObject([
      { kind: 'conformance', required: { ICH: 'M' }, file: 'pages/CI.page.json' },
    ]);
  });

  it('shows the current conditions of an item', () => {
    const reasons = whyItem(contextOf({ 'D.5': '1' }), addressAt('D.4', []));
    expect(reasons).toMatchObject([
      { kind: 'condition', name: 'requiredWhen', why: { holds: false } },
      { kind: 'condition', name: 'readOnlyWhen', why: { holds: true } },
      { kind: 'item', item: { itemId: 'D.4' } },
    ]);
  });

  it('lists the hidden parts of a page with their rows', () => {
    const hiddenOf = (example: RuleExample, page: string, rootPath: number[]) =>
      hiddenParts(contextOf(example), page, rootPath).map(({ of, address }) => [of, address.rowNo]);
    expect(hiddenOf({ 'D.5': '1' }, 'DM', [])).toContainEqual([{ itemId: 'D.1' }, 0]);
    expect(hiddenOf({ 'D.5': '2' }, 'DM', [])).not.toContainEqual([{ itemId: 'D.1' }, 0]);
    const drugs = { 'G.k.1|1': '1', 'G.k.1|2': '2' };
    expect(hiddenOf(drugs, 'DG', [2])).toContainEqual([{ group: 'G.k.4.r' }, 2]);
    expect(hiddenOf(drugs, 'DG', [1])).not.toContainEqual([{ group: 'G.k.4.r' }, 1]);
  });
});
