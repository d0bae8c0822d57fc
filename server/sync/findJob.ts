/** The job that finds the events of a study after its source was read or its rules were changed, and mails what it found. */
import { catalogueOfSponsor } from '../accounts/sponsors.store.ts';
import { scopeOf } from '../accounts/scope.store.ts';
import { findUsersWith } from '../cases/lifecycle/editors.store.ts';
import type { CataloguesWorld } from '../catalogue/catalogues.ts';
import { fillPlaceholders } from '../fillPlaceholders.ts';
import { enqueue } from '../jobs/enqueue.store.ts';
import { FinalFailure, type JobHandler, type JobKind } from '../jobs/job.types.ts';
import { putMail, type MailWorld } from '../mail/outbox.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { UuidWorld } from '../ports/uuid.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../storage/database.ts';
import type { SourceStudy } from '../study-data/studyData.store.ts';
import { findEvents, type FoundEvents } from './findEvents.ts';
import { findLinkedStudies, type LinkedStudy } from './sync.store.ts';
import words from './foundMail.json' with { type: 'json' };

interface Finding extends Omit<SourceStudy, 'sponsorKey'> {
  /** also in rows that did not change, since the rules did */
  all: boolean;
}

const FIND_SYNC_EVENTS: JobKind<Finding> = { kind: 'find-sync-events' };

const GIVE_UP_MS = 3 * 24 * 60 * 60_000;

/** Call it in the transaction that stores rows of the study, or its rules. */
export const enqueueFinding = (
  trx: Trx,
  { sponsorKey, sourceKey, studyOid }: SourceStudy,
  { at, all = false }: { at: Date; all?: boolean },
) =>
  enqueue(trx, {
    kind: FIND_SYNC_EVENTS,
    sponsorKey,
    payload: { sourceKey, studyOid, all },
    at,
    dedupeKey: `${sourceKey} ${studyOid} ${all}`,
  });

type World = DatabaseWorld & ClockWorld & UuidWorld & CataloguesWorld & MailWorld;

/** It writes into no case. A study that is not linked, or that has no rules, has no events. */
export const eventFinder = (world: World): JobHandler<Finding> => ({
  kind: FIND_SYNC_EVENTS,
  run: async ({ sponsorKey, payload: { all, ...source } }, { signal }) => {
    const [study] = await inSponsor(world.db, sponsorKey, (trx) =>
      findLinkedStudies(trx, sponsorKey, source),
    );
    if (!study) return;
    const catalogue = await catalogueOfSponsor(world, sponsorKey);
    const found = await findEvents({ ...world, catalogue }, study, { all, signal });
    if (!found) return;
    const [first] = found.tooLong;
    // what was found is stored; the rest needs other rules
    if (first)
      throw new FinalFailure(
        `the mapping rules of ${study.studyOid} take too long for ${found.tooLong.length} subjects, in the rules up to ${first.itemId}`,
      );
    if (found.fresh + found.changed + found.removed === 0) return;
    return (trx) => mailFound(trx, world, study, found);
  },
});

/** To those who may synchronise the study. Nothing of a subject is in the mail, which leaves the system. */
async function mailFound(trx: Trx, world: World, study: LinkedStudy, found: FoundEvents): Promise<void> {
  const { mail, clock } = world;
  if (!mail) return;
  const values = {
    study: study.protocol || study.studyOid,
    fresh: String(found.fresh),
    changed: String(found.changed),
    removed: String(found.removed),
  };
  const texts = Object.values(words).map(({ text }) => fillPlaceholders(text, values));
  for (const user of await findUsersWith(trx, study.sponsorKey, ['EDIT.SYNC'])) {
    const { studyKeys } = scopeOf(user);
    if (user.email === null || (studyKeys.length > 0 && !studyKeys.includes(study.studyKey))) continue;
    await putMail(trx, world, mail, {
      to: user.email,
      subject: fillPlaceholders(words.en.subject, values),
      text: [...texts, mail.linkTo('/')].join('\n\n'),
      giveUpAt: new Date(clock.now().getTime() + GIVE_UP_MS),
    });
  }
}
