import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalText } from '../text/canonicalText.ts';
import { rowsFrom, rule, ruleSet } from './mappingSamples.ts';
import { importedRules, portableRules, rulesDifferences } from './portableRules.ts';

const RULES = ['B', 'A', 'C'].map((itemId, at) => rule(itemId, 'AE', 'AE.AETERM', { version: at + 3 }));
const GROUPS = [rowsFrom('g2', 'AE'), rowsFrom('g1', 'EX'), rowsFrom('g1', 'CM')];
const portable = portableRules(ruleSet(GROUPS, RULES));

describe('portable rules', () => {
  it('have no versions, and keep the order of the rules of one group', () => {
    expect(canonicalText(portable)).not.toMatch(/version/i);
    expect(portable.groups.map(({ groupId, source }) => `${groupId} ${source.formOid}`)).toEqual([
      'g1 EX',
      'g1 CM',
      'g2 AE',
    ]);
  });

  it('are the same whatever the order and the versions of the rules', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(RULES, { minLength: RULES.length }),
        fc.integer({ min: 1 }),
        (rules, version) => {
          const other = portableRules(
            ruleSet(
              GROUPS,
              rules.map((one) => ({ ...one, version, metadataVersion: `v${version}` })),
            ),
          );
          expect(canonicalText(other)).toBe(canonicalText(portable));
          expect(rulesDifferences(portable, other)).toEqual([]);
        },
      ),
    );
  });

  it('survive an import', () => {
    expect(portableRules(importedRules(portable))).toEqual(portable);
  });

  it('differ by whole rules', () => {
    const [first, ...others] = portable.rules;
    const after = { ...portable, rules: [...others, { ...rule('D', 'AE', 'AE.AETERM'), comment: 'New' }] };
    expect(first?.itemId).toBe('A');
    expect(rulesDifferences(portable, after)).toEqual([
      { path: 'rules > D > 1', was: null, is: expect.stringContaining('“New”') },
      { path: 'rules > A > 1', was: expect.any(String), is: null },
    ]);
    expect(rulesDifferences(undefined, portable)).toHaveLength(1 + GROUPS.length + RULES.length);
  });
});
