/** Recommendations that another coder chooses: jobs, one after the other in each process. */
import { storable } from '../../shared/text/storable.ts';
import { inEverySponsor } from '../accounts/sponsors.store.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { LogWorld } from '../ports/log.ts';
import type { JobHandler, JobKind } from '../jobs/job.types.ts';
import type { AiChoice, AiCoder } from '../ports/aiCoder.ts';
import { inSponsor, type DatabaseWorld } from '../storage/database.ts';
import type { StoredSuggestion } from '../storage/codingTables.ts';
import {
  deleteRecommendationsBefore,
  findRecommendations,
  putAnswer,
  type Answer,
  type Recommendation,
} from './recommendation.store.ts';

/** The product's own engine; its version goes up with what it answers. */
export const EMBEDDED = { engine: 'embedded', engineVersion: '1' } as const;
export const MAX_RECOMMENDED = 10;
/** of the product's own candidates another coder chooses */
export const MAX_CANDIDATES = 50;

/** the last one does without the coder: the processes that asked it died */
const MAX_ATTEMPTS = 3;
const DAY_MS = 24 * 60 * 60_000;
const RETENTION_DAYS = 30;

type World = DatabaseWorld & LogWorld;

/** A recommendation that another coder is to choose. */
export const REQUEST_CHOICE: JobKind<{ recommendationKey: string }> = {
  kind: 'ask-ai-coder',
  maxAttempts: MAX_ATTEMPTS,
};

/** Asks the coder outside of any transaction: it may take its time. The product answers itself where the coder does not. */
export const choiceRequester = (
  world: World,
  aiCoder: AiCoder,
): JobHandler<{ recommendationKey: string }> => ({
  kind: REQUEST_CHOICE,
  run: async ({ sponsorKey, payload: { recommendationKey }, attempt }, { signal }) => {
    const [found] = await inSponsor(world.db, sponsorKey, (trx) =>
      findRecommendations(trx, sponsorKey, [recommendationKey]),
    );
    if (!found || found.answer) return;
    const answer =
      attempt === MAX_ATTEMPTS
        ? ownAnswer(found, 'given up')
        : await requestAnswer(world, aiCoder, found, signal);
    return async (trx) => {
      await putAnswer(trx, sponsorKey, recommendationKey, answer);
    };
  },
});

/** Deletes recommendations; the choices that users made of them stay. */
export async function forgetRecommendations({ db, clock }: DatabaseWorld & ClockWorld): Promise<void> {
  const before = new Date(clock.now().getTime() - RETENTION_DAYS * DAY_MS);
  await inEverySponsor(db, (trx, sponsorKey) => deleteRecommendationsBefore(trx, sponsorKey, before));
}

/** The other coder's answer, or the product's own where it has none to give. Throws when it is stopped. */
async function requestAnswer(
  { log }: World,
  aiCoder: AiCoder,
  { dictionary, candidates, ...recommendation }: Recommendation,
  stop: AbortSignal,
): Promise<Answer> {
  const question = {
    dictionary,
    text: recommendation.text_sent ?? '',
    candidates: candidates.map(({ code, term }) => ({ code, term })),
  };
  try {
    const choice = await aiCoder.choose(question, stop);
    const answer = chosen(choice, candidates);
    return { answer, engine: 'remote', engineVersion: choice.model, failure: null };
  } catch (err) {
    if (stop.aborted) throw err;
    log.warn({ err }, 'the AI coder failed; the product answers itself');
    return ownAnswer({ candidates }, storable((err as Error).message));
  }
}

const ownAnswer = ({ candidates }: Pick<Recommendation, 'candidates'>, failure: string): Answer => ({
  answer: candidates.slice(0, MAX_RECOMMENDED),
  ...EMBEDDED,
  failure,
});

/** Those that were offered, each once, with the coder's scores; never safe without a person. */
function chosen({ codes }: AiChoice, candidates: readonly StoredSuggestion[]): StoredSuggestion[] {
  const offered = new Map(candidates.map((one) => [one.code, one]));
  const picked = codes.flatMap(({ code, score }) => {
    const one = offered.get(code);
    offered.delete(code);
    return one ? [{ ...one, score, safe: false, reason: { kind: 'chosen' as const } }] : [];
  });
  return picked
    .toSorted((a, b) => Number(b.current) - Number(a.current) || b.score - a.score)
    .slice(0, MAX_RECOMMENDED);
}
