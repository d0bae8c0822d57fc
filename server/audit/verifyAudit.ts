/** Verification of all audit trails as a job: goes on where it was interrupted, and fails if anything differs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { catalogueOfSponsor, findSponsors, type SponsorsWorld } from '../accounts/sponsors.store.ts';
import { enqueue } from '../jobs/enqueue.store.ts';
import { isAttempt } from '../jobs/job.store.ts';
import { FinalFailure, type Job, type JobHandler, type JobKind, type JobRun } from '../jobs/job.types.ts';
import { CLOCKS_APART_S, type ClockWorld } from '../ports/clock.ts';
import type { LogWorld } from '../ports/log.ts';
import type { UuidWorld } from '../ports/uuid.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../storage/database.ts';
import type { MailWorld } from '../mail/outbox.ts';
import { putAlarmMails } from './alarmMail.ts';
import { checkAnchors } from './checkAnchors.ts';
import { describeFinding } from './finding.ts';
import { requireLatestKey } from './latestKey.ts';
import {
  countChains,
  findInterrupted,
  findStart,
  putEnd,
  putProgress,
  putStart,
  type Verification,
} from './verification.store.ts';
import { verifyChains, type ChainsWorld } from './verifyChains.ts';

/** For sponsor 0: the verification of the anchor file. */
const VERIFY_AUDIT: JobKind<object> = { kind: 'verify-audit', maxAttempts: 3 };

const EVERY_MS = 24 * 60 * 60_000;
const MAX_FINDINGS = 20;
/** behind everything that users wait for */
const PRIORITY = -100;

type World = ChainsWorld & LogWorld & SponsorsWorld;

/** Enqueues the verification of each sponsor whose latest one began a day ago, and that of the anchor file. */
export async function enqueueVerification({ db, clock }: DatabaseWorld & ClockWorld): Promise<void> {
  const at = clock.now();
  const sponsors = (await findSponsors(db)).map(({ sponsor_key }) => sponsor_key);
  for (const sponsorKey of [0, ...sponsors])
    await inSponsor(db, sponsorKey, async (trx) => {
      const started = await findStart(trx, sponsorKey);
      if (started && isRecent(started, at)) return;
      await enqueue(trx, {
        kind: VERIFY_AUDIT,
        sponsorKey,
        payload: {},
        at,
        dedupeKey: 'all',
        priority: PRIORITY,
      });
    });
}

/** One that began later than now was begun by a clock that was set back since. */
function isRecent(started: Date, now: Date): boolean {
  const ago = now.getTime() - started.getTime();
  return -CLOCKS_APART_S * 1000 <= ago && ago < EVERY_MS;
}

/** A difference, or that there is no result, is mailed to the system administrators, and ends the job as a failed one until they decide about it. */
export const auditVerifier = (world: World & UuidWorld & MailWorld): JobHandler => ({
  kind: VERIFY_AUDIT,
  run: (job, run) => (job.sponsorKey === 0 ? verifyAnchors(world) : verifySponsor(world, job, run)),
  failed: async (trx, _job, { message, isFinal, retryAt }) => {
    if (!retryAt) await putAlarmMails(trx, world, isFinal ? 'differs' : 'notVerified', message);
  },
});

async function verifyAnchors(world: World): Promise<void> {
  const { db, clock, log } = world;
  const report = await inSponsor(db, 0, async (trx) => {
    await putStart(trx, 0, clock.now());
    return checkAnchors(trx, world);
  });
  await inSponsor(db, 0, (trx) => putEnd(trx, 0, clock.now()));
  if (report.problems.length === 0) return;
  log.error({ problems: report.problems }, 'the anchor file of the audit trail differs');
  throw new FinalFailure(`The anchor file of the audit trail differs: ${report.problems.join('; ')}`);
}

async function verifySponsor(world: World, job: Job, { signal, progress }: JobRun): Promise<void> {
  const { db, clock, log, auditKeys } = world;
  const { sponsorKey } = job;
  // no difference: the next attempt may be that of another process
  await requireLatestKey(db, auditKeys);
  // an attempt whose process was asleep must not store over what the next one has found
  const store = <T>(work: (trx: Trx) => Promise<T>): Promise<T> =>
    inSponsor(db, sponsorKey, async (trx) => {
      if (!(await isAttempt(trx, job))) throw new Error('another process verifies the audit trails by now');
      return work(trx);
    });
  const { started, total } = await store(async (trx) => ({
    started: await beginOrContinue(trx, sponsorKey, clock.now()),
    total: await countChains(trx, sponsorKey),
  }));
  let verified = started;
  let batchStarted = performance.now();
  const catalogue = await catalogueOfSponsor(world, sponsorKey);
  for await (const batch of verifyChains({ ...world, catalogue, signal }, sponsorKey, started.last)) {
    signal.throwIfAborted();
    for (const finding of batch.findings)
      log.error({ sponsorKey, ...finding }, 'an audit trail differs from what was written');
    verified = {
      last: batch.last,
      chains: verified.chains + batch.chains,
      differences: verified.differences + batch.findings.length,
      findings: [...verified.findings, ...batch.findings].slice(0, MAX_FINDINGS),
    };
    const reached = verified;
    await store((trx) => putProgress(trx, sponsorKey, reached));
    progress(verified.chains, Math.max(total, verified.chains));
    // at most half of the time of a processor and of a connection
    await sleep(performance.now() - batchStarted, undefined, { signal });
    batchStarted = performance.now();
  }
  await store((trx) => putEnd(trx, sponsorKey, clock.now()));
  if (verified.differences > 0) throw new FinalFailure(messageOf(verified));
}

async function beginOrContinue(trx: Trx, sponsorKey: number, at: Date): Promise<Verification> {
  const interrupted = await findInterrupted(trx, sponsorKey);
  if (interrupted) return interrupted;
  await putStart(trx, sponsorKey, at);
  return { last: { scope: '', scopeKey: 0 }, chains: 0, differences: 0, findings: [] };
}

function messageOf({ chains, differences, findings }: Verification): string {
  const more = differences - findings.length;
  return [
    `${differences} of ${chains} audit trails differ from what was written`,
    ...findings.map(describeFinding),
    ...(more > 0 ? [`and ${more} more`] : []),
  ].join('; ');
}
