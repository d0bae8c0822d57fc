/** Collects the best candidate of each code, and ranks them. */
import type { CodingIndex } from './codingIndex.ts';

/** Reason of a suggestion; words are as typed, in lower case. */
export type CodingReason =
  /** a synonym of the sponsor; `until`: its last day, as `YYYYMMDD` */
  | { kind: 'synonym'; approvedBy: string; until: string }
  | { kind: 'exact' }
  /** count among all accepted codings of this text */
  | { kind: 'coded'; times: number; of: number }
  /** a similar text was coded this way: not disclosed, since it may belong to a case the user cannot see */
  | { kind: 'codedAlike' }
  /** selected by another coder */
  | { kind: 'chosen' }
  | { kind: 'words'; words: string[] }
  /** expressed by lay terms of the text */
  | { kind: 'plain'; words: string[] }
  | { kind: 'spelling'; pairs: { said: string; name: string }[] };

export interface CodingSuggestion {
  code: string;
  term: string;
  current: boolean;
  /** 0 to 1: the estimated probability that a user accepts the first one */
  score: number;
  reason: CodingReason;
  /** may be accepted without review: a synonym, exact or previously coded, and no close competitor */
  safe: boolean;
}

export interface Candidate {
  score: number;
  reason: CodingReason;
  /** states the contrary of the text: after all others, and never first */
  opposite?: boolean;
}

/** minimum score of a suggestion; earlier codings of the text are suggested with any */
const MIN_SCORE = 0.04;
/** of one that shares no word with the text: letters alone are alike in many names */
const MIN_SCORE_OF_LETTERS = 0.2;
/** minimum lead of an exact match over the second suggestion to be safe */
const SAFE_MARGIN = 0.2;
/** minimum count and share of earlier codings to be safe */
const SAFE_TIMES = 3;
const SAFE_SHARE = 0.9;
/** what is left of the score of an opposite */
const OPPOSITE_SHARE = 0.5;
/** a similar name never scores as high as an exact match */
export const MAX_SIMILAR_SCORE = 0.995;

export class Candidates {
  readonly #index: CodingIndex;
  readonly #byPlace = new Map<number, Candidate>();

  constructor(index: CodingIndex) {
    this.#index = index;
  }

  /** Keeps the better one; one that is no opposite is better than one that is. */
  add(codeIndex: number, candidate: Candidate): void {
    const before = this.#byPlace.get(codeIndex);
    const isBetter =
      !before ||
      (before.opposite === candidate.opposite ? before.score < candidate.score : before.opposite === true);
    if (isBetter) this.#byPlace.set(codeIndex, candidate);
  }

  get = (codeIndex: number): Candidate | undefined => this.#byPlace.get(codeIndex);

  all = (): [number, Candidate][] => [...this.#byPlace];

  exactMatches = (): number[] =>
    this.all()
      .filter(([, { reason }]) => reason.kind === 'exact')
      .map(([codeIndex]) => codeIndex);

  /** Raises a score by a share of its distance to 1. */
  lift(codeIndex: number, part: number): void {
    const before = this.#byPlace.get(codeIndex);
    if (before && before.reason.kind !== 'exact')
      this.#byPlace.set(codeIndex, {
        ...before,
        score: Math.min(MAX_SIMILAR_SCORE, before.score + part * (1 - before.score)),
      });
  }

  set(codeIndex: number, candidate: Candidate): void {
    this.#byPlace.set(codeIndex, candidate);
  }

  ranked(limit: number): CodingSuggestion[] {
    const ranked = this.all()
      .filter(([, { score, reason }]) => score >= minScoreOf(reason))
      .map(([codeIndex, candidate]) => ({ place: codeIndex, ...this.#entry(codeIndex), ...candidate }))
      .sort(
        (one, other) =>
          Number(other.current) - Number(one.current) ||
          Number(isSynonym(other)) - Number(isSynonym(one)) ||
          other.score - one.score ||
          one.place - other.place,
      );
    const first = ranked.findIndex(({ opposite }) => !opposite);
    const inOrder = first < 0 ? [] : ranked.slice(first);
    const second = inOrder[1];
    return inOrder.slice(0, limit).map(({ place: _place, opposite: _opposite, ...suggestion }, at) => ({
      ...suggestion,
      score: Math.round(suggestion.score * 1000) / 1000,
      safe: at === 0 && suggestion.current && isSafe(suggestion, second),
    }));
  }

  /** Lowers the opposites, each below the best of the others. */
  settleOpposites(): void {
    const best = Math.max(0, ...this.all().map(([, { score, opposite }]) => (opposite ? 0 : score)));
    for (const [codeIndex, candidate] of this.#byPlace)
      if (candidate.opposite)
        this.#byPlace.set(codeIndex, {
          ...candidate,
          score: Math.min(candidate.score, best) * OPPOSITE_SHARE,
        });
  }

  #entry = (codeIndex: number) => this.#index.codes[codeIndex] ?? { code: '', term: '', current: false };
}

function minScoreOf(reason: CodingReason): number {
  if (reason.kind === 'coded') return 0;
  return reason.kind === 'words' && reason.words.length === 0 ? MIN_SCORE_OF_LETTERS : MIN_SCORE;
}

const isSynonym = ({ reason }: Candidate): boolean => reason.kind === 'synonym';

const isSafe = ({ score, reason }: Candidate, second: Candidate | undefined): boolean => {
  // of several codes that the sponsor approved none is certain
  if (reason.kind === 'synonym') return !second || !isSynonym(second);
  if (reason.kind === 'coded') return reason.times >= SAFE_TIMES && reason.times >= SAFE_SHARE * reason.of;
  return reason.kind === 'exact' && score - (second?.score ?? 0) >= SAFE_MARGIN;
};
