/**
 * Inputs that are made to keep a server busy: rules, schema files, reports, answers of receivers, tables of records and
 * bodies of calls. The same seed makes the same inputs.
 */
import fc from 'fast-check';

/** A change of schema files to check, a report to import, an answer to a batch, records to import, or the body of a call. */
export type HostileInput =
  | { kind: 'files'; name: string; file: string; text: string }
  | { kind: 'report' | 'answer'; name: string; xml: string }
  | { kind: 'table'; name: string; csv: string }
  | { kind: 'body'; name: string; path: string; text: string };

const SMALLEST = 1000;
const STEPS = 1000;

/**
 * A size of any order of magnitude up to `max`: what is small enough is done by the thread that answers requests, and the
 * largest of what is done there can hold it up as well as the largest of all. Without bias: every second one would be about
 * as large, or as small, as can be.
 */
const upTo = (max: number): fc.Arbitrary<number> =>
  fc.noBias(fc.integer({ min: 0, max: STEPS })).map((step) => Math.ceil(max / SMALLEST ** (step / STEPS)));

const RULES_FILE = 'rules/FDA.hostile.rules.json';
const words = { en: 'a', ko: 'a', ja: 'a', zh: 'a' };

const rulesFile = (rules: object[]): string => JSON.stringify({ authority: 'FDA', rules });

const rule = (id: string, check: string, fail: string): object => ({
  id,
  severity: 'warning',
  items: ['H.1'],
  check,
  message: words,
  source: 'made to take long',
  examples: { pass: { 'H.1': 'aaa' }, fail: { 'H.1': fail } },
});

const oneRule = (name: string, check: string, fail = 'x'): HostileInput => ({
  kind: 'files',
  name,
  file: RULES_FILE,
  text: rulesFile([rule('ZZ0001', check, fail)]),
});

/** Patterns that take exponential, or quadratic, time when they backtrack. */
const EVIL_PATTERNS = [
  '^(a+)+$',
  '^(a|a)*$',
  '^(a|aa)+$',
  '^([a-z]+)*$',
  '^(a*)*b$',
  '(a+a+)+b',
  '^(?:a?){40}a{40}$',
  'a*a*a*a*a*a*a*b',
];

const evilPattern = fc
  .record({ pattern: fc.constantFrom(...EVIL_PATTERNS), length: upTo(5000) })
  .map(({ pattern, length }) =>
    oneRule(
      `${pattern} on ${length} characters`,
      `value("H.1").matches(${JSON.stringify(pattern)})`,
      `${'a'.repeat(length)}!`,
    ),
  );

const list = (length: number): string => `[${Array.from({ length }, (_, at) => at).join(',')}]`;
const nestedLists = (depth: number, length: number): string =>
  depth === 0 ? 'value("H.1") != "x"' : `${list(length)}.all(x${depth}, ${nestedLists(depth - 1, length)})`;

const nestedMacros = fc
  .record({ depth: fc.integer({ min: 3, max: 8 }), length: fc.integer({ min: 20, max: 300 }) })
  .map(({ depth, length }) => oneRule(`${depth} lists of ${length}`, nestedLists(depth, length)));

const doubling = fc
  .record({ times: fc.integer({ min: 20, max: 60 }), twice: fc.constantFrom('v + v', '[v, v].join()') })
  .map(({ times, twice }) => {
    const step = (at: number): string =>
      at === times
        ? `v${at}.contains("y")`
        : `cel.bind(v${at + 1}, ${twice.replaceAll('v', `v${at}`)}, ${step(at + 1)})`;
    return oneRule(`a text doubled ${times} times`, `cel.bind(v0, value("H.1"), ${step(0)})`);
  });

const manyRules = upTo(3000).map((count): HostileInput => ({
  kind: 'files',
  name: `${count} rules`,
  file: RULES_FILE,
  text: rulesFile(Array.from({ length: count }, (_, at) => rule(`ZZ${at}`, nestedLists(2, 30), 'x'))),
}));

const deepJson = upTo(200_000).map((depth): HostileInput => ({
  kind: 'files',
  name: `JSON of ${depth} levels`,
  file: RULES_FILE,
  text: '['.repeat(depth) + ']'.repeat(depth),
}));

const longExpression = upTo(60_000).map((count) =>
  oneRule(`${count} operands`, Array.from({ length: count }, () => 'value("H.1") != "x"').join(' && ')),
);

const report = (inside: string): string =>
  '<MCCI_IN200100UV01 xmlns="urn:hl7-org:v3"><PORR_IN049016UV>' +
  `${inside}</PORR_IN049016UV></MCCI_IN200100UV01>`;
const patient = (inside: string): string =>
  report(
    '<controlActProcess><subject><investigationEvent><component><adverseEventAssessment><subject1><primaryRole>' +
      `${inside}</primaryRole></subject1></adverseEventAssessment></component></investigationEvent></subject></controlActProcess>`,
  );

const asReport = (name: string, xml: string): HostileInput => ({ kind: 'report', name, xml });

const deepXml = upTo(50_000).map((depth) =>
  asReport(`${depth} levels`, report('<a>'.repeat(depth) + '</a>'.repeat(depth))),
);

const wideXml = fc
  .record({
    count: upTo(300_000),
    element: fc.constantFrom('<a/>', '<a b="1"/>', '<a>x</a>', '<controlActProcess/>'),
  })
  .map(({ count, element }) => asReport(`${count} ${element}`, report(element.repeat(count))));

const wideHolder = upTo(200_000).map((count) =>
  asReport(`${count} elements inside one`, report(`<holder>${'<a/>'.repeat(count)}</holder>`)),
);

const wideRows = upTo(100_000).map((count) =>
  asReport(`${count} parts of a patient`, patient('<subjectOf2/><player1/>'.repeat(count))),
);

const wideAttributes = upTo(100_000).map((count) => {
  const attributes = Array.from({ length: count }, (_, at) => ` a${at}="1"`).join('');
  return asReport(`${count} attributes`, report(`<controlActProcess${attributes}/>`));
});

const LISTS = '2.16.840.1.113883.3.989.2.1.1';
const reaction = (at: number): string =>
  `<subjectOf2><observation><id root="${at}"/><code code="29" codeSystem="${LISTS}.19"/>` +
  `<value code="${10_000_000 + at}" codeSystem="2.16.840.1.113883.6.163" codeSystemVersion="18.1">` +
  `<originalText language="eng">reaction ${at}</originalText></value></observation></subjectOf2>`;

const manyReactions = upTo(9_000).map((count) =>
  asReport(
    `${count} reactions`,
    patient(Array.from({ length: count }, (_, at) => reaction(at + 1)).join('')),
  ),
);

const ampersands = upTo(300_000).map((count) =>
  asReport(`${count} ampersands`, report(`<a>${'&'.repeat(count)}</a>`)),
);

const answer = (name: string, inside: string): HostileInput => ({
  kind: 'answer',
  name: `an answer of ${name}`,
  xml:
    `<MCCI_IN200101UV01 xmlns="urn:hl7-org:v3">${inside}<acknowledgement typeCode="AE"><targetBatch>` +
    '<id extension="none" root="1"/></targetBatch></acknowledgement></MCCI_IN200101UV01>',
});
const answeredMessage = (at: number): string =>
  `<MCCI_IN000002UV01><acknowledgement typeCode="CR"><targetMessage><id extension="${at} of many"/></targetMessage>` +
  `<acknowledgementDetail><text>${'x'.repeat(300)}</text></acknowledgementDetail></acknowledgement></MCCI_IN000002UV01>`;
const times = (count: number, piece: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => piece(at)).join('');

const answers = fc
  .record({ count: upTo(500_000), shape: fc.integer({ min: 0, max: 3 }) })
  .map(({ count, shape }) => {
    switch (shape) {
      case 0:
        return answer(`${count} elements`, '<a b="1"/>'.repeat(count));
      case 1:
        return answer(`${count} attributes`, `<a${times(count, (at) => ` b${at}=""`)}/>`);
      case 2:
        return answer(`${count} ampersands`, `<a>${'&amp;'.repeat(count)}</a>`);
      default:
        return answer(`${count % 20_000} messages`, times(count % 20_000, answeredMessage));
    }
  });

const tables = fc
  .record({
    piece: fc.constantFrom(',', '"', 'a,"b\n', 'a\n', '=1+1;', '"",', '\t'),
    count: upTo(3_000_000),
  })
  .map(({ piece, count }): HostileInput => ({
    kind: 'table',
    name: `${count} times ${JSON.stringify(piece)} as a table`,
    csv: piece.repeat(count),
  }));

const TIME = '2999-01-01T00:00:00.000Z';
const SAVE = '/1.1/cases/1/pages/NR';
const BODIES: readonly { path: string; start: string; piece: (at: number) => string; end: string }[] = [
  { path: SAVE, start: `{"reason":"x","retrievedAt":"${TIME}","changes":[`, piece: () => '{},', end: '{}]}' },
  { path: SAVE, start: `{"reason":"x","retrievedAt":"${TIME}","changes":[`, piece: () => '0,', end: '0]}' },
  { path: SAVE, start: '{', piece: (at) => `"p${at}":0,`, end: '"reason":"x"}' },
  { path: SAVE, start: '{"reason":', piece: () => '[', end: '' },
  {
    path: '/1.0/sponsors/1/workflow',
    start: '{"reason":"x","setAt":null,"useWorkflow":true,"steps":[],"routes":[',
    piece: (at) => `{"from":"a${at}","to":"b"},`,
    end: '{"from":"a","to":"b"}]}',
  },
  {
    path: '/1.0/cases/1/message-lines',
    start: '{"rows":[],"values":[',
    piece: (at) =>
      `{"itemId":"E.i.1.1a","rowNo":${at + 1},"rowNo2":0,"rowNo3":0,"value":"x","nullFlavor":null,"notation":null},`,
    end: '{"itemId":"H.1","rowNo":0,"rowNo2":0,"rowNo3":0,"value":"x","nullFlavor":null,"notation":null}]}',
  },
  {
    path: '/1.1/sponsors/1/narratives/preview',
    start: '{"column":"NR_CASE_NARRATIVE","language":null,"caseKey":1,"text":"',
    piece: (at) => (at % 2 === 0 ? '{{#if ' : '{{x}}. '),
    end: '"}',
  },
];
const MAX_BODY = 7_000_000;

const bodies = fc
  .record({ body: fc.constantFrom(...BODIES), length: upTo(MAX_BODY) })
  .map(({ body: { path, start, piece, end }, length }): HostileInput => {
    const count = Math.ceil(length / (piece(length).length + 1));
    const text = start + times(count, piece) + end;
    return { kind: 'body', name: `${count} times ${piece(0)} to ${path}`, path, text };
  });

type Kind = HostileInput['kind'];

const HOSTILE: readonly [Kind, fc.Arbitrary<HostileInput>][] = [
  ['files', evilPattern],
  ['files', nestedMacros],
  ['files', doubling],
  ['files', manyRules],
  ['files', deepJson],
  ['files', longExpression],
  ['report', deepXml],
  ['report', wideXml],
  ['report', wideHolder],
  ['report', wideRows],
  ['report', wideAttributes],
  ['report', ampersands],
  ['report', manyReactions],
  ['answer', answers],
  ['table', tables],
  ['body', bodies],
];

export const KINDS: readonly Kind[] = [...new Set(HOSTILE.map(([kind]) => kind))];

/** Those of one kind among `count` inputs of all kinds. Each is made when it is sent: ten thousand fit in no memory. */
export function* hostileInputs(wanted: Kind, count: number, seed: number): Generator<HostileInput> {
  for (let number = 0; number < count; number += 1) {
    const [kind, arbitrary] = HOSTILE[number % HOSTILE.length] ?? [];
    if (kind === wanted && arbitrary) yield* fc.sample(arbitrary, { seed: seed + number, numRuns: 1 });
  }
}
