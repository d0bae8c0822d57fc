import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SCOPE_KINDS, scopeAllows, scopeCovers, type Scope, type Subject } from './scope.ts';

const [HERE, ELSEWHERE] = [1, 2];
const [PILL, CREAM, SYRUP] = [10, 11, 12];
const [TRIAL, OTHER_TRIAL] = [20, 21];

const scope = (limits: Partial<Scope> = {}): Scope => ({
  senderKeys: [],
  productKeys: [],
  studyKeys: [],
  ...limits,
});

/** user | limited to | sees a case that concerns | or not */
const POLICY: [who: string, limits: Partial<Scope>, what: string, subject: Subject, allowed: boolean][] = [
  ['nobody limited', {}, 'a sender', { senderKeys: [HERE] }, true],
  ['nobody limited', {}, 'a product and a study', { productKeys: [PILL], studyKeys: [TRIAL] }, true],

  ['of a sender', { senderKeys: [HERE] }, 'his sender', { senderKeys: [HERE] }, true],
  ['of a sender', { senderKeys: [HERE] }, 'another sender', { senderKeys: [ELSEWHERE] }, false],
  [
    'of a sender',
    { senderKeys: [HERE] },
    'another sender, a product',
    { senderKeys: [ELSEWHERE], productKeys: [PILL] },
    false,
  ],
  ['of two senders', { senderKeys: [HERE, ELSEWHERE] }, 'the second', { senderKeys: [ELSEWHERE] }, true],

  ['of a product', { productKeys: [PILL] }, 'his product', { senderKeys: [HERE], productKeys: [PILL] }, true],
  [
    'of a product',
    { productKeys: [PILL] },
    'another one',
    { senderKeys: [HERE], productKeys: [CREAM] },
    false,
  ],
  ['of a product', { productKeys: [PILL] }, 'his and another', { productKeys: [CREAM, PILL] }, true],
  ['of a product', { productKeys: [PILL] }, 'no known product', { senderKeys: [HERE] }, true],
  ['of a product', { productKeys: [PILL] }, 'no known product, a study', { studyKeys: [TRIAL] }, true],
  ['of two products', { productKeys: [PILL, CREAM] }, 'a third', { productKeys: [SYRUP] }, false],

  ['of a study', { studyKeys: [TRIAL] }, 'his study', { studyKeys: [TRIAL] }, true],
  ['of a study', { studyKeys: [TRIAL] }, 'another study', { studyKeys: [OTHER_TRIAL] }, false],
  ['of a study', { studyKeys: [TRIAL] }, 'no study', { senderKeys: [HERE], productKeys: [PILL] }, true],

  [
    'of a sender and a product',
    { senderKeys: [HERE], productKeys: [PILL] },
    'his product at another sender',
    { senderKeys: [ELSEWHERE], productKeys: [PILL] },
    false,
  ],
  [
    'of a sender and a product',
    { senderKeys: [HERE], productKeys: [PILL] },
    'another product at his sender',
    { senderKeys: [HERE], productKeys: [CREAM] },
    false,
  ],
  [
    'of a product and a study',
    { productKeys: [PILL], studyKeys: [TRIAL] },
    'his product in another study',
    { productKeys: [PILL], studyKeys: [OTHER_TRIAL] },
    false,
  ],
  [
    'of all three',
    { senderKeys: [HERE], productKeys: [PILL], studyKeys: [TRIAL] },
    'just these',
    { senderKeys: [HERE], productKeys: [PILL], studyKeys: [TRIAL] },
    true,
  ],
];

it.each(POLICY)('a user %s (%o) and a case of %s (%o): %s', (_who, limits, _what, subject, allowed) => {
  expect(scopeAllows(scope(limits), subject)).toBe(allowed);
});

const keys = fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 4 });
const someKeys = fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 });
const aScope = fc.record({ senderKeys: keys, productKeys: keys, studyKeys: keys });
const aSubject: fc.Arbitrary<Subject> = fc.record(
  { senderKeys: keys, productKeys: keys, studyKeys: keys },
  { requiredKeys: [] },
);
const aKind = fc.constantFrom(...SCOPE_KINDS);
const aKey = fc.integer({ min: 1, max: 5 });

const holds = <Ts extends [unknown, ...unknown[]]>(property: fc.IProperty<Ts>) =>
  fc.assert(property, { numRuns: 1000 });

describe('for every scope and case', () => {
  it('an empty scope allows everything', () => {
    holds(fc.property(aSubject, (subject) => scopeAllows(scope(), subject)));
  });

  it('a case without known masters is visible to every user', () => {
    holds(fc.property(aScope, (limits) => scopeAllows(limits, {})));
  });

  it('a further key in a limited kind never hides a case', () => {
    holds(
      fc.property(aScope, aSubject, aKind, aKey, (limits, subject, kind, key) => {
        fc.pre(limits[kind].length > 0 && scopeAllows(limits, subject));
        expect(scopeAllows({ ...limits, [kind]: [...limits[kind], key] }, subject)).toBe(true);
      }),
    );
  });

  it('the first key of a kind never reveals a case', () => {
    holds(
      fc.property(aScope, aSubject, aKind, aKey, (limits, subject, kind, key) => {
        const free = { ...limits, [kind]: [] };
        fc.pre(!scopeAllows(free, subject));
        expect(scopeAllows({ ...free, [kind]: [key] }, subject)).toBe(false);
      }),
    );
  });

  it('a further master of a kind that the case has never hides it', () => {
    holds(
      fc.property(aScope, aSubject, aKind, someKeys, aKey, (limits, subject, kind, named, key) => {
        const known = { ...subject, [kind]: named };
        fc.pre(scopeAllows(limits, known));
        expect(scopeAllows(limits, { ...known, [kind]: [...named, key] })).toBe(true);
      }),
    );
  });

  it('the kinds are independent: all of them must allow', () => {
    holds(
      fc.property(aScope, aSubject, (limits, subject) => {
        const each = SCOPE_KINDS.map((kind) => scopeAllows(scope({ [kind]: limits[kind] }), subject));
        expect(scopeAllows(limits, subject)).toBe(each.every(Boolean));
      }),
    );
  });

  it('one that covers another hides nothing that the other shows', () => {
    holds(
      fc.property(aScope, aScope, aSubject, (reader, maker, subject) => {
        fc.pre(scopeCovers(reader, maker) && scopeAllows(maker, subject));
        expect(scopeAllows(reader, subject)).toBe(true);
      }),
    );
    holds(fc.property(aScope, (limits) => scopeCovers(limits, limits)));
  });

  it('the order of keys is irrelevant', () => {
    holds(
      fc.property(aScope, aSubject, (limits, subject) => {
        const turned = (all: Subject): Subject =>
          Object.fromEntries(Object.entries(all).map(([kind, some]) => [kind, some.toReversed()]));
        expect(scopeAllows(turned(limits) as Scope, turned(subject))).toBe(scopeAllows(limits, subject));
      }),
    );
  });
});
