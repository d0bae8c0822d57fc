/** Kinds of edits of schema files: those that a trial must find, and those that are harmless. */
import type { SourceText } from '../schemas/compile/sources.types.ts';
import { compileSource } from '../server/catalogue/catalogueSource.ts';
import { readSourceTexts } from '../server/catalogue/readSourceTexts.ts';
import { createTrial } from '../shared/trial/createTrial.ts';
import type { DifferenceKind, TrialCatalogue } from '../shared/trial/trial.types.ts';

/** A file of the product, and its text before and after. */
export type Edit = readonly [file: string, before: string | RegExp, after: string];

export interface Limit {
  cases: number;
  seconds?: number;
}

const sources = readSourceTexts();
let compiled: TrialCatalogue | undefined;
/** Not before an edit is tried: a journey only needs the texts. */
const current = (): TrialCatalogue => (compiled ??= compileSource(sources));
const NOW = new Date('2025-01-01T00:00:00Z');
const PORTION = 5;

export function edited([file, before, after]: Edit): SourceText[] {
  return sources.map((source) => {
    if (source.file !== file) return source;
    const text = source.text.replace(before, after);
    if (text === source.text) throw new Error(`the edit does not fit ${file}`);
    return { ...source, text };
  });
}

/** The kinds of differences, each with the number of values of the smallest case; until they are enough, or the limit is reached. */
export function tryEdit(
  edit: Edit,
  isEnough: (kinds: ReadonlyMap<DifferenceKind, number>) => boolean,
  { cases, seconds = Infinity }: Limit,
): ReadonlyMap<DifferenceKind, number> {
  const files = edited(edit);
  const start = performance.now();
  const hasTime = (): boolean => (performance.now() - start) / 1000 < seconds;
  const viewer = { now: NOW, may: () => true, isInvented: true };
  const run = createTrial(current(), compileSource(files), { now: sources, next: files }, viewer);
  const kinds = new Map<DifferenceKind, number>();
  for (let from = 0; from < cases && hasTime() && !isEnough(kinds);) {
    const to = Math.min(from + PORTION, cases);
    const portion = run({ from, to, known: new Set(), hasTime, mayShrink: () => true });
    for (const { kind, example } of portion.differences.values())
      kinds.set(kind, Math.min(kinds.get(kind) ?? Infinity, Object.keys(example).length));
    from = portion.next;
  }
  return kinds;
}

const inside = (name: string, id: string, text: string): RegExp =>
  new RegExp(`(?<="${name}": "${id.replaceAll('.', String.raw`\.`)}"(?:(?!"${name}": )[^])*?)${text}`);
const itemOf = (id: string, text: string): RegExp => inside('itemId', id, text);
const ruleOf = (id: string, text: string): RegExp => inside('id', id, text);

const AE = 'pages/AE.page.json';
const GUIDE = 'rules/FDA.guide.rules.json';
const ICH = 'rules/ICH.rules.json';
const EMA = 'obligations/EMA.obligations.json';
const LIST = 'lists/MU-CS.list.json';
const CIOMS = 'reports/CIOMS.report.json';

export const BREAKING: Readonly<Record<string, { edit: Edit; kind: DifferenceKind }>> = {
  'a shorter text': {
    edit: [AE, itemOf('E.i.1.1a', '"maxLength": 250'), '"maxLength": 20'],
    kind: 'finding',
  },
  'an item that is hidden': {
    edit: [AE, itemOf('E.i.1.1a', '"span": 9'), '"span": 9, "visibleWhen": "present(\\"C.1.3\\")"'],
    kind: 'value',
  },
  'an item that becomes mandatory': {
    edit: [AE, itemOf('E.i.1.1a', '"ICH": "O"'), '"ICH": "M"'],
    kind: 'finding',
  },
  'an item that is no longer mandatory': {
    edit: ['pages/CI.page.json', itemOf('C.1.3', '"ICH": "M"'), '"ICH": "O"'],
    kind: 'finding',
  },
  'an element of the message': {
    edit: [AE, itemOf('E.i.1.1a', '"e2b": \\{[^}]*\\}'), '"nullFlavors": []'],
    kind: 'xml',
  },
  'the system of a code': {
    edit: [
      'appendices/US.appendix.json',
      /(?<="system": \["2\.16\.840\.1\.113883\.3\.989\.5\.1\.2\.1\.1\.)7"/,
      '9"',
    ],
    kind: 'xml',
  },
  'a null flavor that is gone': {
    edit: [AE, itemOf('E.i.4', '"MSK", "ASKU", "NASK"'), '"MSK", "NASK"'],
    kind: 'finding',
  },
  'a date that may lie ahead': {
    edit: [AE, itemOf('E.i.4', '"futureAllowed": false,'), ''],
    kind: 'finding',
  },
  'a less exact date': {
    edit: [AE, itemOf('E.i.4', '"min": "year"'), '"min": "day"'],
    kind: 'finding',
  },
  'a number without decimals': {
    edit: [AE, itemOf('E.i.6a', '"decimals": 2'), '"decimals": 0'],
    kind: 'finding',
  },
  'a group that need not have rows': { edit: [AE, '"min": 1,', '"min": 0,'], kind: 'finding' },
  'a code that is gone': { edit: ['code-lists/sex.codes.json', /,\s*\{ "code": "2".*/, ''], kind: 'finding' },
  'a label of a code': { edit: ['code-lists/sex.codes.json', '"en": "Male"', '"en": "Man"'], kind: 'report' },
  'blinding that is taken away': {
    edit: ['appendices/US.appendix.json', '"blinded": true,', ''],
    kind: 'blinding',
  },
  'a time limit for other cases': {
    edit: [EMA, ruleOf('EMA.serious.15', String.raw`value\(\\"E\.i\.3\.2b\\"\) == \\"true\\" \|\| `), ''],
    kind: 'deadline',
  },
  'a shorter time limit': {
    edit: [EMA, ruleOf('EMA.serious.15', '"days": 15'), '"days": 10'],
    kind: 'deadline',
  },
  'a longer time limit of trials': {
    edit: [EMA, ruleOf('EMA.trial.7', '"days": 7'), '"days": 8'],
    kind: 'deadline',
  },
  'drugs whose label counts': {
    edit: ['appendices/JP.appendix.json', '"suspects": ["1", "3"]', '"suspects": ["1"]'],
    kind: 'expectedness',
  },
  'the country whose label counts': {
    edit: ['appendices/CN.appendix.json', ', "country": "CN" }', ' }'],
    kind: 'expectedness',
  },
  'a rule as a warning': {
    edit: [GUIDE, ruleOf('FDA-IG:FDA.D.11.r.1', '"severity": "error"'), '"severity": "warning"'],
    kind: 'finding',
  },
  'a rule the other way round': { edit: [GUIDE, /"check": "anyRow/, '"check": "!anyRow'], kind: 'finding' },
  'a pattern': { edit: [GUIDE, /\^\[0-9\]\{6\}\$/, '^[0-9]{5}$'], kind: 'finding' },
  'a rule that is asked of fewer cases': {
    edit: [ICH, ruleOf('ICH.E.i.3.1-1', String.raw`\[\\"3\\", \\"4\\"\]`), '[\\"3\\"]'],
    kind: 'finding',
  },
  'a column': { edit: [LIST, /(?<="computed": "anyRow[^?]*\? )\\"1\\"/, '\\"2\\"'], kind: 'column' },
  'a computed value': {
    edit: ['pages/DM.page.json', 'text(years(value', 'text(months(value'],
    kind: 'value',
  },
  'a box of a report with another item': {
    edit: [CIOMS, '"content": [{ "item": "D.5" }]', '"content": [{ "item": "D.6" }]'],
    kind: 'report',
  },
  'rows that a report leaves out': {
    edit: [
      CIOMS,
      String.raw`"when": "value(\"G.k.1\") != \"2\""`,
      String.raw`"when": "value(\"G.k.1\") == \"3\""`,
    ],
    kind: 'report',
  },
};

export const HARMLESS: Readonly<Record<string, Edit>> = {
  'a label of an item': [AE, '"en": "Reaction in native language"', '"en": "Reaction, own words"'],
  'a label in Korean': [AE, '"ko": "현지 언어"', '"ko": "원래 언어"'],
  'a help text': [AE, 'Do not correct or code them here.', 'Leave them as they are.'],
  'an official name': [AE, 'Date of Start of Reaction / Event', 'Start of Reaction / Event'],
  'the name of a section': [AE, '"en": "Reaction",', '"en": "Reactions",'],
  'a width': [AE, itemOf('E.i.1.1a', '"span": 9'), '"span": 12'],
  'boxes that an item names': [AE, itemOf('E.i.1.1a', '"boxes": \\["CIOMS/7-13"\\],'), ''],
  'the layout of a file': [AE, /\n\s+/g, ' '],
  'the order of keys': [
    AE,
    '"maxLength": 250,\n          "notation": true,',
    '"notation": true, "maxLength": 250,',
  ],
  'a source of a rule': [GUIDE, "FDA's guide, FDA.D.11.r.1", "FDA's guide, D.11"],
  'a message': [GUIDE, 'Six digits, without a prefix.', 'Six digits.'],
  'an example of a rule': [
    ICH,
    ruleOf('ICH.C.5.4-2', '"pass": \\{ "C.1.3": "1" \\}'),
    '"pass": { "C.1.3": "3" }',
  ],
  'a condition in other words': [
    ICH,
    ruleOf('ICH.C.5.4-2', String.raw`value\(\\"C\.1\.3\\"\) in \[\\"1\\", \\"3\\"\]`),
    String.raw`value(\"C.1.3\") == \"1\" || value(\"C.1.3\") == \"3\"`,
  ],
  'a check with its parts in another order': [
    ICH,
    ruleOf('ICH.D.2.3', String.raw`value\(\\"D\.2\.1\\"\) == \\"\\" && value\(\\"D\.2\.2a\\"\) == \\"\\"`),
    String.raw`value(\"D.2.2a\") == \"\" && value(\"D.2.1\") == \"\"`,
  ],
  'the name of a code list': [
    'code-lists/sex.codes.json',
    /"label": \{ "en": "[^"]*"/,
    '"label": { "en": "Sexes"',
  ],
  'the label of a code in Korean': ['code-lists/sex.codes.json', '"ko": "남성"', '"ko": "남자"'],
  'the name of a region': [
    'appendices/KR.appendix.json',
    /"label": \{ "en": "[^"]*"/,
    '"label": { "en": "Korea"',
  ],
  'the label of a time limit': [EMA, '"en": "Trial, other serious"', '"en": "Trial, serious"'],
  'the source of a time limit': [EMA, 'Example window, not law', 'Example, not law'],
  'the label of a list': [LIST, '"en": "Cases"', '"en": "All cases"'],
  'the label of a column': [LIST, '"en": "Case number"', '"en": "Number"'],
  'the label of a report': [CIOMS, '"en": "CIOMS I form"', '"en": "CIOMS form"'],
  'the label of a warning': ['warnings/cases.warnings.json', '"en": "Overdue"', '"en": "Late"'],
  'the label of a panel': ['monitoring/AUDIT.monitoring.json', '"en": "Audit file"', '"en": "Audit"'],
  'the label of a fact in the header': ['headers/CASE.header.json', '"en": "Patient"', '"en": "Person"'],
};
