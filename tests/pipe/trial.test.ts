/** Edits of schema files that a trial finds in small examples, and harmless ones; all kinds: `npm run bench -- trial`. */
import { describe, expect, it } from 'vitest';
import { MAX_EXAMPLE } from '../../shared/trial/createTrial.ts';
import { BREAKING, HARMLESS, edited, tryEdit } from '../trialEdits.ts';

/** Cases that a breaking edit is found in. */
const BREAKING_CASES = 200;
/** Cases that a harmless edit is tried with, at most. */
const HARMLESS_CASES = 10;

/** The cheap ones of each kind of difference. */
const FOUND = [
  'an item that is hidden',
  'an element of the message',
  'a code that is gone',
  'a label of a code',
  'blinding that is taken away',
  'a shorter time limit',
  'a column',
  'a computed value',
  'the country whose label counts',
];
const WITHOUT_ALARM = ['a label of an item', 'a width', 'a message', 'a condition in other words'];

describe('a trial finds', () => {
  it.each(FOUND)('%s', (name) => {
    const { edit, kind } = BREAKING[name] ?? expect.fail(name);
    const kinds = tryEdit(edit, (found) => found.has(kind), { cases: BREAKING_CASES });
    expect(kinds.get(kind)).toBeLessThanOrEqual(MAX_EXAMPLE);
  });
});

describe('a trial has no alarm for', () => {
  it.each(WITHOUT_ALARM)('%s', (name) => {
    const edit = HARMLESS[name] ?? expect.fail(name);
    expect([...tryEdit(edit, (found) => found.size > 0, { cases: HARMLESS_CASES }).keys()]).toEqual([]);
  });
});

it('has edits that break and harmless ones, all of which fit the files', () => {
  expect([Object.keys(BREAKING).length, Object.keys(HARMLESS).length]).toEqual([27, 25]);
  for (const edit of [...Object.values(BREAKING).map((one) => one.edit), ...Object.values(HARMLESS)])
    expect(() => edited(edit)).not.toThrow();
});
