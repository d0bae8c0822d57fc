import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { checkSources } from './checkSources.ts';
import { compileCatalogue } from './compileCatalogue.ts';
import { sourceKind } from './sourceFiles.ts';
import { mistakes, realSources } from './testSources.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Where the fixture is named after the situation and not after the rule. */
const RULES: Record<string, string> = { 'unknown-next-page': 'unknown-page' };

describe('each mistake', () => {
  it.each(Object.keys(mistakes))('%s is found, named and placed', async (mistake) => {
    const findings = checkSources(mistakes[mistake] ?? []);

    expect(new Set(findings.map(({ rule }) => rule))).toEqual(new Set([RULES[mistake] ?? mistake]));
    const said = findings
      .map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}\n`)
      .join('');
    await expect(said).toMatchFileSnapshot(`mistakes/${mistake}/said.txt`);
  });
});

describe('the real sources', () => {
  it('are free of findings', () => {
    expect(checkSources(realSources)).toEqual([]);
  });

  it('pass over other tables', () => {
    expect(checkSources([{ file: 'e2b/ich.containers.json', text: 'no JSON' }])).toEqual([]);
  });
});

describe('a finding', () => {
  it('stands at the line and column of the value it speaks of, whatever the line ends', () => {
    const text = '{\r\n  "page": "DM",\r\n  "kind": "from"\r\n}';
    const finding = checkSources([{ file: 'pages/DM.page.json', text }]).find(
      ({ rule }) => rule === 'unknown-value',
    );
    expect(finding).toMatchObject({ line: 3, column: 11 });
    expect(finding?.message).toContain('did you mean form?');
  });

  it('never depends on the order of the files', () => {
    const wrong = mistakes['anchor-on-other-page'] ?? [];
    expect(checkSources(wrong.toReversed())).toEqual(checkSources(wrong));
  });

  it('is made of each removal of a key that the compiler needs', () => {
    const page = realSources.find(({ file }) => file.endsWith('DM.page.json'));
    for (const key of ['page', 'label', 'kind', 'next', 'content']) {
      const { [key]: _gone, ...rest } = JSON.parse(page?.text ?? '{}') as Record<string, unknown>;
      const found = checkSources([{ file: 'pages/DM.page.json', text: JSON.stringify(rest) }]);
      expect(found.map(({ message }) => message).join()).toContain(`"${key}" is missing`);
    }
  });
});

describe('the schemas for editors', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  for (const name of readdirSync(folder('../meta'))) {
    ajv.addSchema(JSON.parse(readFileSync(folder(`../meta/${name}`), 'utf8')) as object);
  }
  const schemaOf = { page: 'page', appendix: 'appendix', codeList: 'code-list', rules: 'rules' } as const;

  it.each(realSources.filter(({ file }) => sourceKind(file)))('accept $file', ({ file, text }) => {
    const kind = sourceKind(file);
    const valid = kind && ajv.validate(`${schemaOf[kind]}.schema.json`, JSON.parse(text));
    expect(valid, ajv.errorsText()).toBe(true);
  });

  it.each([
    'unknown-key',
    'wrong-type',
    'missing-key',
    'missing-label',
    'unknown-control',
    'unknown-null-flavor',
  ])('refuse %s as the checker does', (mistake) => {
    const source = mistakes[mistake]?.[0];
    expect(ajv.validate('page.schema.json', JSON.parse(source?.text ?? 'null'))).toBe(false);
  });
});

it('compiles what has no findings', () => {
  expect(() => compileCatalogue(realSources)).not.toThrow();
});
