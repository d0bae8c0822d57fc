/** Is each rule of the reference's lists answered, and nothing else? */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCoverageFiles } from '../../scripts/coverageFiles.ts';
import { present, referenceDir } from './reference.ts';

const sources = readCoverageFiles().map(({ coverage }) => coverage);
const byReference = Object.entries(Object.groupBy(sources, ({ reference }) => reference));

describe.runIf(present)('the coverage files', () => {
  it.each(byReference)('answer the rules of %s, each of them and no other', (reference, files = []) => {
    const text = readFileSync(join(referenceDir, 'rules', `${reference}.json`), 'utf8');
    const { rules } = JSON.parse(text) as { rules: { ruleId: string }[] };
    const answered = files.flatMap(({ entries }) => entries.map(({ rule }) => rule));

    expect(answered.toSorted()).toEqual(rules.map(({ ruleId }) => ruleId).toSorted());
  });

  it('answer every list', () => {
    const lists = readdirSync(join(referenceDir, 'rules')).filter((name) => name.endsWith('.json'));

    expect(byReference.map(([reference]) => `${reference}.json`).toSorted()).toEqual(lists.toSorted());
  });
});
