import { expect, it } from 'vitest';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { ruleFindings } from '../rules/ruleFindings.ts';
import { compileRules } from './compileRule.ts';
import { exampleContent } from './exampleContent.ts';
import { readRules } from './readRules.ts';

const words = (en: string) => ({ en, ko: en, ja: en, zh: en });

const region = {
  file: 'appendices/XX.appendix.json',
  text: JSON.stringify({
    appendix: 'XX',
    authority: 'XXA',
    label: words('Region'),
    items: [{ itemId: 'XX.1', label: words('Own'), control: 'text', page: 'CI', after: 'C.1.3' }],
    groups: [],
    profiles: [{ profile: 'fast', when: 'value("N.1.4") == "XXFAST"' }],
    messages: { missing: words('Say it.') },
    rules: [
      {
        id: 'XXA-1',
        profiles: ['fast'],
        severity: 'error',
        items: ['XX.1'],
        check: 'present("XX.1")',
        message: 'missing',
        source: 'guide 1',
        examples: { pass: { 'XX.1': 'a' }, fail: { 'C.1.3': '1' } },
      },
    ],
    same: { 'XXA-2': 'XXA-1' },
  }),
};
const sources = [...realSources, region];
const catalogue = compileCatalogue(sources);
const set = readRules(sources);

it('reads the rules of an appendix as those of its authority', () => {
  const [rule] = set.rules.filter(({ id }) => id === 'XXA-1');
  expect(rule).toMatchObject({ authority: 'XXA', profiles: ['fast'], message: { en: 'Say it.' } });
  expect(set.rules.find(({ id }) => id === 'XXA-2')).toMatchObject({ authority: 'XXA', replaces: ['XXA-1'] });
  expect(set.profiles.filter(({ authority }) => authority === 'XXA')).toHaveLength(1);
});

it.each([
  ['the authority, in its profile', 'XXA', 'fast', ['XXA-2']],
  ['the authority in another profile', 'XXA', undefined, []],
  ['another authority', 'FDA', undefined, []],
])('runs them for %s', (_who, receiver, profile, expected) => {
  const found = ruleFindings(
    catalogue,
    compileRules(catalogue, set),
    exampleContent(catalogue, { 'C.1.3': '1' }),
    {
      receiver,
      profile,
    },
  );
  expect(found.map(({ ruleId }) => ruleId).filter((id) => id.startsWith('XXA'))).toEqual(expected);
});
