import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { writeArchive } from '../../schemas/compile/testArchive.ts';
import { FINDINGS, mistakes, realSources } from '../../schemas/compile/testSources.ts';
import type { SourceFinding, SourceText } from '../../schemas/compile/sources.types.ts';
import { lintSchemas } from './lintSchemas.ts';

/** As an editor shows it: the marked range, the message, and the replacement of the fix. */
const asText = ({ file, line, column, endLine, endColumn, severity, message, fix }: SourceFinding): string =>
  `${file}:${line}:${column}-${endLine === line ? '' : `${endLine}:`}${endColumn} ${severity} ${message}\n` +
  (fix
    ? `  fix ${fix.line}:${fix.column}-${fix.endLine === fix.line ? '' : `${fix.endLine}:`}${fix.endColumn} ${fix.text}\n`
    : '');

/** Mistakes that inevitably cause a second one. */
const ALSO: Readonly<Record<string, string>> = {
  'always-true.rule': 'example-passes',
  'duplicate-appendix': 'file-name',
  'duplicate-code-list': 'file-name',
  'duplicate-page': 'file-name',
  'duplicate-report': 'file-name',
};

describe('each mistake', () => {
  // a fixture is named after the rule that reports it, with the situation after a dot if there are several
  it.each(Object.keys(mistakes))('%s is reported with its message and location', async (mistake) => {
    // small fixtures omit the help of an item
    const sources = mistakes[mistake] ?? [];
    const findings = lintSchemas(sources).filter(({ rule }) => rule !== 'missing-help' || mistake === rule);

    const rules = [mistake.split('.')[0], ALSO[mistake]].filter(Boolean);
    expect(new Set(findings.map(({ rule }) => rule))).toEqual(new Set(rules));
    const path = `../../schemas/compile/mistakes/${mistake}.txtar`;
    const archive = writeArchive([...sources, { file: FINDINGS, text: findings.map(asText).join('') }]);
    await expect(archive).toMatchFileSnapshot(fileURLToPath(new URL(path, import.meta.url)));
  });

  it('is one of at least sixty', () => {
    const rules = new Set(Object.keys(mistakes).map((name) => name.split('.')[0]));
    expect(rules.size).toBeGreaterThanOrEqual(60);
  });

  it('is undone by its fix, where it has one', () => {
    const fixable = Object.entries(mistakes).filter(([, sources]) =>
      lintSchemas(sources).some(({ fix }) => fix),
    );
    expect(fixable.length).toBeGreaterThan(15);
    for (const [name, sources] of fixable) {
      const [first] = lintSchemas(sources).filter(({ fix }) => fix);
      const after = lintSchemas(sources.map((source) => (first ? fixed(source, first) : source)));
      expect(
        after.filter(({ message }) => message === first?.message),
        name,
      ).toEqual([]);
    }
  });
});

function fixed({ file, text }: SourceText, { file: at, fix }: SourceFinding): SourceText {
  if (at !== file || !fix) return { file, text };
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const offset = (line: number, column: number) => (starts[line - 1] ?? 0) + column - 1;
  const [from, to] = [offset(fix.line, fix.column), offset(fix.endLine, fix.endColumn)];
  return { file, text: text.slice(0, from) + fix.text + text.slice(to) };
}

describe('the real sources', () => {
  it('have no findings', () => {
    expect(lintSchemas(realSources).map(asText)).toEqual([]);
  });

  it('have findings at the words they concern', () => {
    const text = readFileSync(new URL('../../schemas/pages/DM.page.json', import.meta.url), 'utf8');
    const wrong = text.replace('"control": "text"', '"control": "txet"');
    const finding = lintSchemas([{ file: 'pages/DM.page.json', text: wrong }]).find(
      ({ rule }) => rule === 'unknown-control',
    );
    const line = wrong.split('\n')[(finding?.line ?? 0) - 1] ?? '';

    expect(line.slice((finding?.column ?? 0) - 1, (finding?.endColumn ?? 0) - 1)).toBe('"txet"');
    expect(finding?.fix?.text).toBe('"text"');
  });
});

describe('a finding', () => {
  it('does not depend on the order of the files', () => {
    for (const name of ['anchor-of-other-appendix', 'example-fails', 'duplicate-rule']) {
      const wrong = mistakes[name] ?? [];
      expect(lintSchemas(wrong.toReversed())).toEqual(lintSchemas(wrong));
    }
  });
});
