import { describe, expect, it } from 'vitest';
import { afterKorean, withParticles } from './koreanParticle.ts';

describe('a Korean particle', () => {
  it.each([
    ['발열', '은(는) 심함', '은 심함'],
    ['두드러기', '이(가) 발생', '가 발생'],
    ['약 3', '을(를) 투여', '을 투여'],
    ['서울', '으로(로) 이송', '로 이송'],
    ['rash', '은(는)', '은(는)'],
  ])('after %s', (before, words, expected) => {
    expect(afterKorean(before, words)).toBe(expected);
  });

  it.each([
    ['사례 CASE-2026-00017을(를) EMA에 보고', '사례 CASE-2026-00017을 EMA에 보고'],
    ['CASE-2026-00029을(를) 추가했습니다', 'CASE-2026-00029를 추가했습니다'],
    ['MFDS이(가) 보고를 수락, PMDA와(과) XML은(는)', 'MFDS가 보고를 수락, PMDA와 XML은'],
    [
      'XML(으)로 내보내기, 버전 2(으)로 되돌리기, 버전 3(으)로',
      'XML로 내보내기, 버전 2로 되돌리기, 버전 3으로',
    ],
    ["“벨라노릭스”을(를) 찾을 수 없습니다. '값'이(가)", "“벨라노릭스”를 찾을 수 없습니다. '값'이"],
    [
      'Velanorix을(를) 저장, (MFDS)을(를) 포함, ASPIRIN을(를)',
      'Velanorix을(를) 저장, (MFDS)을(를) 포함, ASPIRIN을(를)',
    ],
    ['은(는)', '은(는)'],
  ])('in a text: %s', (filled, expected) => {
    expect(withParticles(filled)).toBe(expected);
  });
});
