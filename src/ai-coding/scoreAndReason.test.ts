import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RecommendedCode } from '../../shared/contract/index.ts';
import en from '../i18n/locales/en/aiCoding.json';
import ko from '../i18n/locales/ko/aiCoding.json';
import { reasonText, scoreText } from './scoreAndReason.ts';

const words = i18next.createInstance();
beforeAll(() =>
  words.init({
    lng: 'en',
    resources: { en: { aiCoding: en }, ko: { aiCoding: ko } },
    interpolation: { escapeValue: false },
  }),
);
const fits = (score: number, safe = false) => scoreText({ score, safe }, words.getFixedT('en', 'aiCoding'));
const why = (reason: RecommendedCode['reason'], language = 'en') =>
  reasonText(reason, language, words.getFixedT(language, 'aiCoding'));

describe('a score', () => {
  it.each([
    [1, 'High confidence'],
    [0.8, 'High confidence'],
    [0.79, 'Medium confidence'],
    [0.5, 'Medium confidence'],
    [0.49, 'Low confidence'],
    [0, 'Low confidence'],
  ])('%f is shown in words', (score, text) => expect(fits(score)).toBe(text));

  it('is very high only if the code is safe', () => {
    expect(fits(0.6, true)).toBe('Very high confidence');
  });
});

describe('a reason', () => {
  it('counts codings', () => {
    expect(why({ kind: 'coded', times: 1, of: 3 })).toBe('Coded this way 1 of 3 times');
    expect(why({ kind: 'coded', times: 2, of: 3 })).toBe('Coded this way 2 of 3 times');
    expect(why({ kind: 'coded', times: 2, of: 3 }, 'ko')).toContain('3건 중 2건');
  });

  it('names words and spellings as they are', () => {
    expect(why({ kind: 'words', words: ['a<b', 'c'] })).toMatch(/a<b.+c/);
    expect(why({ kind: 'spelling', pairs: [{ said: 'hed', name: 'head' }] })).toContain('hed ≈ head');
  });

  it('says who approved a synonym, and until when', () => {
    const reason = { kind: 'synonym', approvedBy: 'Mina Park', until: '20271231' } as const;
    expect(why(reason)).toBe('Synonym of the sponsor, approved by Mina Park, valid until 2027-12-31');
  });

  it.each(['exact', 'codedAlike', 'chosen'] as const)('%s needs nothing more', (kind) => {
    expect(why({ kind })).not.toMatch(/why\.|undefined|\{\{/);
  });
});
