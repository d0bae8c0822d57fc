import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  positionsOf,
  redactedMessage,
  redactedName,
  redactedParams,
  redactedPositions,
  type KnownValues,
} from './redaction.ts';

const KNOWN: KnownValues = {
  calls: new Set(['/1.0/cases/:caseKey']),
  codes: new Set(['NO_PRIVILEGE']),
};

/** Possible content of a case, and credentials. */
const telling = fc.oneof(
  fc.constantFrom(
    'Kim',
    'Minsu',
    'Verlorengeglaubt',
    'O’Brien',
    '김민수',
    '山田太郎',
    '王小明',
    'Haneul',
    'JS',
    'K.M.',
  ),
  fc.constantFrom(
    'Headache',
    'died',
    'female',
    'Aspirin',
    'Suicidal',
    'pregnant',
    '두통',
    '頭痛',
    'HIV',
    'Seoul',
  ),
  fc.date({ noInvalidDate: true }).map((day) => day.toISOString().slice(0, 10)),
  fc.stringMatching(/^0\d{1,2}-\d{3,4}-\d{4}$/),
  fc.stringMatching(/^\d{6}-[1-4]\d{6}$/),
  fc.stringMatching(/^\d{10,13}$/),
  fc.emailAddress(),
  fc.stringMatching(/^[A-Za-z0-9_-]{43}$/),
  fc.stringMatching(/^KR-[A-Z]{4}-20\d\d-\d{4}$/),
  fc.webUrl({ withQueryParameters: true }),
);
const glue = fc.constantFrom(
  ' ',
  ': ',
  ' "',
  "' ",
  ' (',
  ') ',
  ', ',
  '\n',
  '\n    at ',
  ' value ',
  ' undefined ',
);
const sentence = fc
  .array(fc.tuple(telling, glue), { minLength: 1, maxLength: 8 })
  .map((parts) => ({ told: parts.map(([text]) => text), text: parts.flat().join('') }));

const keepsNothing = (redacted: string, secrets: readonly string[]): void => {
  for (const text of secrets) expect(redacted).not.toContain(text);
};

describe('nothing that a user typed survives', () => {
  it('in a message', () => {
    fc.assert(fc.property(sentence, ({ text, told }) => keepsNothing(redactedMessage(text), told)));
  });

  it('in the name of an error', () => {
    fc.assert(fc.property(sentence, ({ text, told }) => keepsNothing(redactedName(text), told)));
  });

  it('in a stack, on both ends', () => {
    fc.assert(
      fc.property(sentence, ({ text, told }) => {
        const stack = `Error: ${text}\n    at save (https://host/assets/CasePage-DkX3_a2b.js:12:345)\n${text}`;
        keepsNothing(positionsOf(stack).join('\n'), told);
        keepsNothing(redactedPositions(`${text}\nCasePage-DkX3_a2b.js:12:345\n${text}`).join('\n'), told);
      }),
    );
  });

  it('in a parameter of any name', () => {
    const name = fc.oneof(
      fc.constantFrom(
        'route',
        'call',
        'errCode',
        'caseKey',
        'language',
        'page',
        'rowNo',
        'token',
        'redirectTo',
        'q',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(name, sentence, (parameter, { text, told }) => {
        const redacted = redactedParams({ [parameter]: text, [told[0] ?? '']: 'x' }, KNOWN);
        keepsNothing(JSON.stringify(redacted), told);
      }),
    );
  });
});

it('is idempotent', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        sentence.map(({ text }) => text),
      ),
      (text) => {
        expect(redactedMessage(redactedMessage(text))).toBe(redactedMessage(text));
        expect(redactedName(redactedName(text))).toBe(redactedName(text));
      },
    ),
  );
});

it.each([
  [
    "Cannot read properties of undefined (reading 'patientName')",
    'Cannot read properties of undefined reading …',
  ],
  ['Unexpected token \'K\', "Kim Minsu" is not valid JSON', 'Unexpected token … is not valid JSON'],
  [
    'Failed to fetch dynamically imported module: https://host/assets/a.js',
    'Failed to fetch dynamically imported module …',
  ],
  ['TypeError: x is not a function', 'TypeError … is not a function'],
  ['Maximum call stack size exceeded', 'Maximum call stack size exceeded'],
  ['Will Value was here', '… was …'],
])('keeps the useful part of "%s"', (message, redacted) => {
  expect(redactedMessage(message)).toBe(redacted);
});

it('keeps names of errors and positions in the code, from any browser', () => {
  const identifier = fc.stringMatching(/^[a-z][A-Za-z]{0,15}$/);
  const file = fc.stringMatching(/^[A-Z][a-zA-Z]{1,20}-[A-Za-z0-9_]{8}\.js$/);
  const place = fc.integer({ min: 1, max: 99_999 });
  fc.assert(
    fc.property(identifier, file, place, place, (fn, name, line, column) => {
      const position = `${name}:${line}:${column}`;
      const chromium = `TypeError: no\n    at ${fn} (https://case.example/assets/${position})\n    at https://case.example/assets/${position}`;
      const firefox = `${fn}@https://case.example/assets/${position}\n`;
      expect(positionsOf(chromium)).toEqual([position, position]);
      expect(positionsOf(firefox)).toEqual([position]);
      expect(redactedPositions(position)).toEqual([position]);
    }),
  );
  for (const name of ['TypeError', 'AbortError', 'QuotaExceededError', 'CallFailure', 'Error'])
    expect(redactedName(name)).toBe(name);
});

it('keeps numbers of records, names of pages and values of closed lists', () => {
  const params = {
    route: 'CaseList',
    call: '/1.0/cases/:caseKey',
    errCode: 'NO_PRIVILEGE',
    status: '403',
    caseKey: '12',
    senderKey: '-1',
    language: 'ko',
    appendix: 'KR',
    page: 'DM',
    rowNo: '3',
  };
  expect(redactedParams(params, KNOWN)).toEqual(params);
});

it('omits all other values', () => {
  const params = {
    route: '/case/12/detail',
    errCode: 'KIM',
    caseKey: 'x',
    page: 'KM',
    token: '1',
    toString: '1',
  };
  expect(redactedParams(params, KNOWN)).toEqual({});
});
