import { describe, expect, it } from 'vitest';
import { codeListsOf, compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { syncDefaultsOf } from '../../schemas/compile/sync.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import type { StudyMetadata } from '../study-data/studyData.ts';
import { ruleChecker } from './checkRules.ts';
import { compareRules } from './compareRules.ts';
import type { MappingCatalogue } from './mappingCatalogue.ts';
import { proposeRules } from './proposeRules.ts';

const catalogue: MappingCatalogue = { ...compileCatalogue(realSources), codeLists: codeListsOf(realSources) };
const [defaults] = syncDefaultsOf(realSources);
if (!defaults) throw new Error('no default rules');

/** A study that has every item that the default rules know. */
const everything = (versionOid = 'v1'): StudyMetadata => {
  const named = new Map<string, Set<string>>();
  const add = (domain: string, name: string | undefined) => {
    if (domain && name) named.set(domain, (named.get(domain) ?? new Set()).add(name));
  };
  for (const { domain, source, condition = [], transform } of defaults.rules) {
    add(domain, source);
    for (const one of condition) add(one.domain, one.source);
    if (typeof transform['unitSource'] === 'string') add(domain, transform['unitSource']);
  }
  for (const { domain, condition = [], window } of defaults.groups) {
    for (const one of condition) add(one.domain, one.source);
    if (window) for (const name of [window.start, window.end]) add(domain, name);
  }
  for (const name of [defaults.event.term, defaults.event.serious]) add(defaults.event.domain, name);
  const groups = [...named].map(([domain, names]) => ({
    oid: `${domain}_LOG`,
    label: domain,
    domain,
    repeating: true,
    items: [...names].map((name) => ({
      oid: `${domain}.${name}`,
      label: name,
      name,
      dataType: 'text',
      length: null,
      codes: null,
    })),
  }));
  const forms = groups.map(({ oid, domain }) => ({
    oid: domain,
    label: domain,
    repeating: false,
    groupOids: [oid],
  }));
  return { versionOid, name: versionOid, events: [], forms, groups };
};

describe('proposed rules', () => {
  const proposed = proposeRules(defaults, everything(), catalogue);
  if (!proposed) throw new Error('nothing is proposed');

  it('are those of the standard whose items the study has, and none has a fault', () => {
    expect(proposed.rules).toHaveLength(defaults.rules.length);
    const faultsOf = ruleChecker({ catalogue, ruleSet: proposed, newest: everything(), versions: new Map() });
    expect(
      proposed.rules.flatMap((rule) => faultsOf(rule).map((fault) => ({ ...fault, of: rule.itemId }))),
    ).toEqual([]);
  });

  it('leave out what the study does not have', () => {
    const less = everything();
    less.groups = less.groups.filter(({ domain }) => domain === defaults.event.domain);
    const found = proposeRules(defaults, less, catalogue);
    const forms = new Set(found?.rules.map(({ source }) => source.formOid));
    expect([...forms].toSorted()).toEqual(['', defaults.event.domain]);
    less.groups = [];
    expect(proposeRules(defaults, less, catalogue)).toBe(null);
  });

  it('are compared by what they say, not by their versions', () => {
    const again = {
      ...proposed,
      rules: proposed.rules.map((rule) => ({ ...rule, version: 7 })).toReversed(),
    };
    expect(compareRules(proposed, again)).toEqual([]);
    const [first, ...others] = proposed.rules;
    expect(compareRules(proposed, { ...proposed, rules: others })).toMatchObject([
      { change: 'removed', what: 'rule', name: first?.itemId },
    ]);
  });
});
