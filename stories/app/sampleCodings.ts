/** Invented recommendations: each reason once, over the sample of reactions. */
import {
  AI_CODING_ERRORS,
  recommendCodes,
  updateRecommended,
  type RecommendedCode,
} from '../../shared/contract/index.ts';
import { fake, Refusal, type FakeCall } from './fakeCalls.ts';

const REASONS: readonly Pick<RecommendedCode, 'score' | 'safe' | 'reason'>[] = [
  { score: 1, safe: true, reason: { kind: 'exact' } },
  { score: 0.92, safe: false, reason: { kind: 'coded', times: 4, of: 5 } },
  { score: 0.81, safe: false, reason: { kind: 'chosen' } },
  { score: 0.7, safe: false, reason: { kind: 'codedAlike' } },
  { score: 0.55, safe: false, reason: { kind: 'words', words: ['head', 'severe'] } },
  { score: 0.31, safe: false, reason: { kind: 'spelling', pairs: [{ said: 'hedache', name: 'headache' }] } },
];

const CODES: readonly RecommendedCode[] = REASONS.map((reason, place) => {
  const code = String(10019211 + place);
  const term = place === 0 ? 'Headache' : `Sample headache ${place}`;
  const columns = { lltCode: code, lltName: term, ptName: term, socName: 'Nervous system disorders' };
  return { ...reason, code, term, columns, parents: [], current: place !== 5, rank: place + 1 };
});

const KEY = '00000000-0000-4000-8000-000000000001';

type Status = 'MATCHED' | 'NOT_MATCHED' | 'PENDING';

/** Answers this at once; `later` is what the second question is answered, the one with polling. */
export const recommends = (status: Status, later: Status = status): FakeCall[] => [
  fake(recommendCodes, ({ params: { dictionary }, body }) => {
    const now = body.shouldUsePooling ? later : status;
    return {
      status: now,
      recommendationKey: KEY,
      dictionary,
      version: '28.0',
      sample: true,
      recommendedCodes: now === 'MATCHED' ? [...CODES] : [],
      searchText: body.searchText ?? '',
      engine: { name: 'sample', version: '1' },
    };
  }),
  fake(updateRecommended, ({ body: { choices } }) => ({
    rows: choices.length,
    first: choices.length,
    other: 0,
    changed: 0,
  })),
];

/** Refuses with one of the error codes of AI coding, or as a server that is out of order. */
export const refuses = (why: keyof typeof AI_CODING_ERRORS | 'other', message: string): FakeCall[] => [
  fake(recommendCodes, () => {
    throw new Refusal(409, why === 'other' ? 'INTERNAL' : AI_CODING_ERRORS[why], message);
  }),
  fake(updateRecommended, () => {
    throw new Refusal(500, 'INTERNAL', message);
  }),
];
