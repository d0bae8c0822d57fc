/** The requirements against what is here: what they name exists, and a pack tells what was shown and what changed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { MACHINES } from '../../machines/index.ts';
import { makeEvidence, statusOf, topHashOf, type Evidence } from '../../proof/evidence.ts';
import { evidencePage } from '../../proof/page.ts';
import { answers, readRequirements, type Requirement } from '../../proof/requirements.ts';
import type { SuiteRun } from '../../proof/results.ts';
import { differences } from '../../proof/verify.ts';
import { readSourceTexts } from '../../server/catalogue/readSourceTexts.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const requirements = readRequirements(ROOT);
/** a section of the specification, a decision, or what a regulation or good practice asks for */
const SOURCE =
  /^(1-application [2-9]|2-dialogs [1-9]|decision \d{4}|21 CFR 11\.\d+(\([a-k]\))?|Annex 11 \d+\.\d|good practice)$/;
const built = requirements.filter((requirement) => requirement.built !== false);

/** Every string and property name of a source file: titles of tests are among them, comments are not. */
function wordsIn(file: string): string[] {
  const words: string[] = [];
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest);
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      words.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return words;
}

describe('the requirements', () => {
  it('are many, each with an id, words and a source of its own', () => {
    expect(built.length).toBeGreaterThanOrEqual(80);
    expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length);
    expect(new Set(requirements.map(({ text }) => text)).size).toBe(requirements.length);
    for (const { id, source } of requirements) {
      expect(id).toMatch(/^[A-Z0-9]+-\d+$/);
      expect(source).toMatch(SOURCE);
    }
  });

  it('speak of every section they are to speak of', () => {
    const sections = new Set(built.map(({ source }) => source));
    for (const section of ['4', '5', '6', '8', '9']) expect(sections).toContain(`1-application ${section}`);
    for (const section of ['4', '5']) expect(sections).toContain(`2-dialogs ${section}`);
  });

  it('say of what is not built that it is not, and nothing else', () => {
    const notBuilt = requirements.filter((requirement) => requirement.built === false);
    expect(notBuilt.filter(({ tests, covers }) => tests || covers)).toEqual([]);
  });

  it('name tests that exist', () => {
    const known = new Map<string, string[]>();
    const wordsOf = (file: string) => known.get(file) ?? known.set(file, wordsIn(file)).get(file) ?? [];
    const gone = built.flatMap(({ id, tests = [] }) =>
      tests
        .filter(
          ({ file, name }) =>
            !existsSync(join(ROOT, file)) ||
            !name.split(' > ').every((part) => wordsOf(file).some((word) => word.includes(part))),
        )
        .map(({ file, name }) => `${id}: ${file}: ${name}`),
    );
    expect(gone).toEqual([]);
  });

  it('name machines, rules and modules that exist', () => {
    const rules = new Set(
      readSourceTexts()
        .filter(({ file }) => file.startsWith('rules/'))
        .flatMap(({ text }) => (JSON.parse(text) as { rules: { id: string }[] }).rules.map(({ id }) => id)),
    );
    const gone = built.flatMap(({ id, covers = {} }) => [
      ...(covers.machines ?? []).filter((name) => !MACHINES[name]).map((name) => `${id}: machine ${name}`),
      ...(covers.rules ?? []).filter((rule) => !rules.has(rule)).map((rule) => `${id}: rule ${rule}`),
      ...(covers.modules ?? [])
        .filter((path) => !existsSync(join(ROOT, path)))
        .map((path) => `${id}: ${path}`),
    ]);
    expect(gone).toEqual([]);
  });

  it('leave no machine out', () => {
    const named = new Set(built.flatMap(({ covers }) => covers?.machines ?? []));
    expect(Object.keys(MACHINES).filter((name) => !named.has(name))).toEqual([]);
  });
});

describe('a pack', () => {
  const file = 'machines/save/save.machine.test.ts';
  const aRequirement = (name: string): Requirement => ({
    id: 'A-1',
    text: 'It <saves>.',
    source: '1-application 4',
    covers: { machines: ['save'] },
    tests: [{ file, name }],
  });
  const ran = (title: string, status: string, startedAt = '2999-01-01T00:00:00.000Z') =>
    new Map<string, SuiteRun>([
      ['unit', { suite: 'unit', startedAt, files: { [file]: [{ title, status }] } }],
    ]);
  const pack = (name: string, runs: Map<string, SuiteRun>): Evidence =>
    makeEvidence(ROOT, [aRequirement(name)], runs, new Date('2026-01-01T00:00:00Z'));
  const judged = (name: string, runs: Map<string, SuiteRun>) => pack(name, runs).requirements[0]?.status;

  it.each([
    ['proved', 'passed', 'saves %s once'],
    ['failed', 'failed', 'saves %s once'],
    ['notRun', 'skipped', 'saves %s once'],
    ['missing', 'passed', 'saves twice'],
  ])('says %s of a test that %s', (status, outcome, name) => {
    expect(judged(name, ran('a page > saves all once', outcome))).toBe(status);
  });

  it('takes no result that is older than what it speaks of, and none that was not asked for', () => {
    expect(judged('saves', ran('saves', 'passed', '2001-01-01T00:00:00.000Z'))).toBe('notRun');
    expect(judged('saves', new Map())).toBe('notRun');
  });

  it('lets the worst result of a requirement count', () => {
    expect(statusOf(true, [{ status: 'passed' }, { status: 'notRun' }])).toBe('partly');
    expect(statusOf(true, [{ status: 'failed' }, { status: 'missing' }])).toBe('failed');
    expect(statusOf(true, [])).toBe('untested');
    expect(statusOf(false, [])).toBe('notBuilt');
  });

  it('takes a name for words, not for a pattern, but for its places', () => {
    expect(answers('a.b > saves (all)', { file, name: 'saves (all)' })).toBe(true);
    expect(answers('saves ball', { file, name: 'saves .all' })).toBe(false);
    expect(answers('takes 3 of 4', { file, name: 'takes %i of %s' })).toBe(true);
  });

  it('holds as it was made, and tells what was changed in it or here', () => {
    const made = pack('saves', ran('saves', 'passed'));
    const copy = JSON.parse(JSON.stringify(made)) as Evidence;
    expect(differences(ROOT, copy)).toEqual([]);
    const forged = { ...copy, counts: { ...copy.counts, proved: 99 } };
    expect(differences(ROOT, forged)).toEqual(['the pack itself was changed after it was made']);
    const older = {
      ...copy,
      files: { ...copy.files, [file]: 'other', 'gone.ts': 'hash' },
      machines: { ...copy.machines, save: { states: 1, transitions: 1, chart: 'other' } },
    };
    expect(differences(ROOT, { ...older, topHash: topHashOf(older) })).toEqual([
      `${file} has changed`,
      'gone.ts is gone',
      'the chart of machine "save" has changed',
    ]);
  });

  it('is a page that stands alone, says every result in words, and takes no text for markup', () => {
    const page = evidencePage(pack('saves', ran('saves', 'passed')));
    expect(page).toContain('It &lt;saves&gt;.');
    expect(page).not.toContain('<saves>');
    expect(page).not.toMatch(/(src|href)=|https?:\/\/(?!www\.w3\.org)/);
    for (const label of ['Proved', 'Not run', 'Not built', 'Missing', 'Failed'])
      expect(page).toContain(label);
  });
});
