/** The questions another coder is asked: one after the other, by whichever process takes them. */
import { findSponsors, inEverySponsor } from '../case-record/sponsors.ts';
import type { Deps } from '../deps.ts';
import type { AiChoice } from '../ports/aiCoder.ts';
import { inSponsor } from '../storage/database.ts';
import type { StoredSuggestion } from '../storage/codingTables.ts';
import { answerJob, claimJob, deleteJobsBefore, type Answer, type CodingJob } from './jobs.store.ts';

/** The product's own engine; its version goes up with what it answers. */
export const EMBEDDED = { engine: 'embedded', engineVersion: '1' } as const;
export const MOST_RECOMMENDED = 10;
/** of the product's own candidates another coder chooses */
export const MOST_CANDIDATES = 50;

const LEASE_MARGIN_MS = 10_000;
const MOST_ATTEMPTS = 2;
const DAY_MS = 24 * 60 * 60_000;
const KEPT_DAYS = 30;

type World = Pick<Deps, 'db' | 'clock' | 'aiCoder' | 'config' | 'log'>;

/** Answers all that wait. */
export async function askCoder(world: World, signal?: AbortSignal): Promise<void> {
  if (!world.aiCoder) return;
  for (const { sponsor_key } of await findSponsors(world.db))
    while (!signal?.aborted && (await answerNext(world, sponsor_key)));
}

/** Forgets recommendations; what was taken of them stays. */
export async function forgetRecommendations(world: World): Promise<void> {
  const before = new Date(world.clock.now().getTime() - KEPT_DAYS * DAY_MS);
  await inEverySponsor(world.db, (trx, sponsorKey) => deleteJobsBefore(trx, sponsorKey, before));
}

/** The coder is asked outside of any transaction: it may take its time. */
async function answerNext(world: World, sponsorKey: number): Promise<boolean> {
  const now = world.clock.now();
  const lease = (world.config.aiCoder?.timeoutMs ?? 0) + LEASE_MARGIN_MS;
  const job = await inSponsor(world.db, sponsorKey, (trx) =>
    claimJob(trx, sponsorKey, now, new Date(now.getTime() + lease)),
  );
  if (!job) return false;
  const answer = job.attempts > MOST_ATTEMPTS ? ownAnswer(job, 'given up') : await asked(world, job);
  await inSponsor(world.db, sponsorKey, (trx) => answerJob(trx, sponsorKey, job.job_key, answer));
  return true;
}

/** The other coder's answer, or the product's own where it has none to give. */
async function asked({ aiCoder, log }: World, job: CodingJob): Promise<Answer> {
  const { dictionary, candidates } = job;
  try {
    if (!aiCoder) throw new Error('no AI coder is set up any more');
    const choice = await aiCoder.choose({
      dictionary,
      text: job.text_sent ?? '',
      candidates: candidates.map(({ code, term }) => ({ code, term })),
    });
    const answer = chosen(choice, candidates);
    return { answer, engine: 'remote', engineVersion: choice.model, failure: null };
  } catch (err) {
    log.warn({ err }, 'the AI coder failed; the product answers itself');
    return ownAnswer(job, (err as Error).message);
  }
}

const ownAnswer = ({ candidates }: CodingJob, failure: string): Answer => ({
  answer: candidates.slice(0, MOST_RECOMMENDED),
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
    .slice(0, MOST_RECOMMENDED);
}
