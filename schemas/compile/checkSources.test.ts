import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { checkSources } from './checkSources.ts';
import { compileCatalogue } from './compileCatalogue.ts';
import { sourceKind } from './sourceFiles.ts';
import type { SourceText } from './sources.types.ts';
import { mistakes, realSources } from './testSources.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

describe('a finding', () => {
  it('has the line and column of the value it concerns, for any line ends', () => {
    const text = '{\r\n  "page": "DM",\r\n  "kind": "from"\r\n}';
    const finding = checkSources([{ file: 'pages/DM.page.json', text }]).find(
      ({ rule }) => rule === 'unknown-value',
    );
    expect(finding).toMatchObject({ line: 3, column: 11 });
    expect(finding?.message).toContain('did you mean form?');
  });

  it('is reported for each removal of a key that the compiler needs', () => {
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
  const schemaOf = {
    page: 'page',
    appendix: 'appendix',
    codeList: 'code-list',
    rules: 'rules',
    report: 'report',
    obligations: 'obligations',
    receivers: 'receivers',
    record: 'record',
    recordPage: 'page',
    header: 'header',
    completeness: 'completeness',
  } as const;

  const accepts = ({ file, text }: SourceText): boolean => {
    const kind = sourceKind(file);
    if (kind !== null) return ajv.validate(`${schemaOf[kind]}.schema.json`, JSON.parse(text));
    const table = tables.find(([name]) => name.test(file));
    return !table || ajv.validate(table[1], JSON.parse(text));
  };
  const tables = [
    [/^e2b\/containers\.json$/, 'e2b-containers.schema.json'],
    [/^e2b\/r2\.json$/, 'e2b-r2.schema.json'],
    [/^e2b\/r2-codes\.json$/, 'e2b-r2-codes.schema.json'],
    [/^dictionaries\//, 'dictionary.schema.json'],
    [/^lists\//, 'list.schema.json'],
    [/^duplicates\//, 'duplicates.schema.json'],
    [/^warnings\//, 'warnings.schema.json'],
    [/^monitoring\//, 'monitoring.schema.json'],
    [/^rules\/coverage\//, 'rule-coverage.schema.json'],
  ] as const;

  it.each(realSources)('accept $file', (source) => {
    expect(accepts(source), ajv.errorsText()).toBe(true);
  });

  it.each(
    Object.keys(mistakes).filter((name) =>
      /^(unknown-(key|control|null-flavor)|wrong-type|missing-(key|label))\b/.test(name),
    ),
  )('reject %s as the checker does', (mistake) => {
    expect((mistakes[mistake] ?? []).every(accepts)).toBe(false);
  });
});

it('compiles sources without findings', () => {
  expect(() => compileCatalogue(realSources)).not.toThrow();
});
