import { expect, it } from 'vitest';
import { realSources } from '../../../schemas/compile/testSources.ts';
import { sameInAll } from '../../text/sameInAll.ts';
import { solvedFindings } from './solvedRules.ts';

const rule = (id: string, when: string, check: string, severity = 'error') => ({
  id,
  severity,
  items: ['C.5.4'],
  when,
  check,
  message: sameInAll(id),
  source: 'test',
  examples: { pass: {}, fail: {} },
});
const STUDY = 'value("C.1.3") == "2"';

it('warns of rules that are dead, implied, contradictory or never met, and of none of the product', () => {
  const rules = [
    rule('dead', 'present("C.5.4")', 'value("C.5.4") in ["", "1", "2", "3"]'),
    rule('unmet', `${STUDY} && value("C.1.3") == "1"`, 'present("C.5.4")'),
    rule('implied', `${STUDY} && present("C.1.1")`, 'present("C.5.4")'),
    rule('one', `${STUDY} && value("C.1.11.1") == "2"`, 'value("C.5.4") == "1"'),
    rule('other', `${STUDY} && value("C.1.11.1") == "2"`, 'value("C.5.4") == "2"'),
    // an authority may warn of what another rule refuses
    rule('softer', `${STUDY} && value("C.1.11.1") == "2"`, 'value("C.5.4") == "3"', 'warning'),
  ];
  const text = JSON.stringify({ authority: 'FDA', rules }, null, 2);
  const sources = [...realSources, { file: 'rules/test.rules.json', text }];
  const findings = solvedFindings(sources);
  expect(findings.map(({ message }) => message.replace(/:.*/, ''))).toEqual([
    'dead never has a finding',
    'unmet never applies',
    'implied adds nothing',
    'one cannot be met together with other',
  ]);
  expect(new Set(findings.map(({ file }) => file))).toEqual(new Set(['rules/test.rules.json']));
});
