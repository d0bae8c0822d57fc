/** Receivers of a case: proposed by rules, chosen by users with a reason. */
import { filterItems } from '../../../shared/case/caseContent.ts';
import { dayAt } from '../../../shared/dates/zonedDay.ts';
import type { BodyOf, DataOf, listCaseReceivers, saveCaseReceivers } from '../../../shared/contract/index.ts';
import { caseReader } from '../../../shared/expressions/caseReader.ts';
import { withoutReadings } from '../../../shared/expressions/explain.ts';
import { caseScope } from '../../../shared/expressions/scope.ts';
import { daysLeft } from '../../../shared/obligations/obligations.ts';
import { linesOf } from '../../../shared/settings/describedSettings.ts';
import { receiverReasons, type ReceiverFacts } from '../../../shared/receivers/proposeReceivers.ts';
import { appendChange } from '../../audit/appendChange.ts';
import { caseChain, caseEntry } from '../../audit/auditEntry.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { changeTime, type CaseRecord } from '../../cases/record/case.store.ts';
import {
  findVisibleCase,
  lockVisibleCase,
  maySee,
  readOnlyReason,
  requireEditable,
} from '../../cases/record/caseAccess.ts';
import { readCaseContent } from '../../cases/record/readCase.store.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import { isTo } from '../../obligations/dueReports.ts';
import {
  dueReportsOf,
  findSentOfVersions,
  findVersionsBefore,
  type SentReport,
} from '../../obligations/dueReports.store.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { caseChanged, receiverRequired, receiverUnknown } from '../../problems.ts';
import { inSponsor, readInSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { settingOf } from '../../sponsor-settings/sponsorSettings.ts';
import { findChosen, putChosen, type ChosenReceiver } from '../../receivers/chosenReceivers.store.ts';
import { findProducts, findReceivers, formatsOf, type KnownReceiver } from '../../receivers/receiverFacts.ts';

type ReceiversWorld = CatalogueWorld & ClockWorld & DatabaseWorld;
type Listed = DataOf<typeof listCaseReceivers>;

/**
 * Authorities and partners: the proposed ones with the rules, due dates and what became of them. Where the sponsor names
 * receivers for the region, others are listed only if they concern the case: no setting may hide a report that is due.
 */
export function receiversOfCase(
  deps: ReceiversWorld,
  user: SessionUser,
  caseKey: number,
  appendix: string,
): Promise<Listed> {
  const { catalogue } = deps;
  const now = deps.clock.now();
  const today = dayAt(now.getTime(), user.timeZone);
  return readInSponsor(deps.db, user.sponsorKey, async (trx) => {
    const found = await findVisibleCase(trx, user, caseKey);
    const receivers = await findReceivers(trx, catalogue, senderOf(found));
    const before = (await findVersionsBefore(trx, user.sponsorKey, [caseKey])).get(caseKey) ?? [];
    const keys = before.map(({ case_key }) => case_key);
    const sent = await findSentOfVersions(trx, { ...user, catalogue }, [...keys, caseKey]);
    const informed = informedOf(receivers, sent, { keys, timeZone: user.timeZone });
    const { facts, reports } = await factsOf(trx, deps, user, { found, informed });
    const chosen = await findChosen(trx, found);
    const isOffered = await offeredIn(trx, user.sponsorKey, appendix);
    const listed = receivers.map((receiver) => {
      const { name, type, region } = receiver;
      const choice = chosen.find((one) => one.receiver === name);
      const { due, met } = reports.find((report) => report.receiver === name) ?? { due: null, met: null };
      const reasons = receiverReasons(facts, catalogue.whole.receivers, receiver);
      return {
        receiver: name,
        type,
        region,
        reasons: reasons.map(({ why, ...reason }) => ({
          ...reason,
          why: withoutReadings(why, (itemId) => !maySee(deps, user, itemId)),
        })),
        due,
        met,
        daysLeft: due === null ? null : daysLeft(due, met ?? today),
        state: stateOf({
          isSent: (sent.get(caseKey) ?? []).some(isTo(receiver)),
          isChosen: choice !== undefined,
          reasons: reasons.length,
        }),
        format: choice?.format ?? receiver.format,
        language: receiver.language,
        chosen: choice
          ? { at: choice.chosen_at.toISOString(), by: choice.chosen_by, reason: choice.reason }
          : null,
      };
    });
    return {
      listInfo: listed.filter(
        ({ receiver, state, due }) => state !== 'none' || due !== null || isOffered(receiver),
      ),
      formats: formatsOf(catalogue),
      retrievedAt: lastChoiceAt(chosen).toISOString(),
      editable: readOnlyReason(found, user) === null,
    };
  });
}

/** The last day on which one of the versions went to a receiver, by name. */
function informedOf(
  receivers: readonly KnownReceiver[],
  sent: ReadonlyMap<number, readonly SentReport[]>,
  { keys, timeZone }: { keys: readonly number[]; timeZone: string },
): ReceiverFacts['informed'] {
  const earlier = keys.flatMap((key) => sent.get(key) ?? []);
  return new Map(
    receivers.flatMap((receiver) => {
      const times = earlier.filter(isTo(receiver)).map(({ at }) => at.getTime());
      return times.length === 0 ? [] : [[receiver.name, dayAt(Math.max(...times), timeZone)] as const];
    }),
  );
}

/** Every choice replaces the one before. */
const lastChoiceAt = (chosen: readonly ChosenReceiver[]): Date =>
  new Date(Math.max(0, ...chosen.map(({ chosen_at }) => chosen_at.getTime())));

/** Whether the settings offer a receiver in the region. */
async function offeredIn(
  trx: Trx,
  sponsorKey: number,
  appendix: string,
): Promise<(receiver: string) => boolean> {
  const { value } = await settingOf(trx, sponsorKey, 'receivers');
  const byRegion = new Map<string, string>(Object.entries(value));
  const names = linesOf(byRegion.get(appendix) ?? '');
  return (receiver) => names.length === 0 || names.includes(receiver);
}

const senderOf = ({ sponsor_key, sender_key }: CaseRecord) => ({
  sponsorKey: sponsor_key,
  senderKey: sender_key,
});

interface ReceiverState {
  isSent: boolean;
  isChosen: boolean;
  /** number of rules that propose it */
  reasons: number;
}

const stateOf = ({ isSent, isChosen, reasons }: ReceiverState): Listed['listInfo'][number]['state'] => {
  if (isSent) return 'sent';
  if (isChosen) return 'chosen';
  return reasons > 0 ? 'proposed' : 'none';
};

/** Of what the user sees: whether a rule proposes a receiver tells what it reads. */
async function factsOf(
  trx: Trx,
  world: CatalogueWorld,
  user: SessionUser,
  { found, informed }: { found: CaseRecord } & Pick<ReceiverFacts, 'informed'>,
) {
  const { catalogue } = world;
  const { sponsor_key: sponsorKey, case_key: caseKey } = found;
  const stored = await readCaseContent(trx, sponsorKey, caseKey);
  const content = filterItems(stored, (itemId) => maySee(world, user, itemId));
  const scope = caseScope(catalogue.whole, caseReader(catalogue.whole, content));
  const reports = await dueReportsOf(trx, found);
  const facts: ReceiverFacts = {
    scope,
    due: new Map(reports.map(({ receiver, due }) => [receiver, due])),
    informed,
    products: await findProducts(trx, catalogue, sponsorKey, scope),
  };
  return { facts, reports };
}

interface Choice extends BodyOf<typeof saveCaseReceivers> {
  caseKey: number;
}

interface Author {
  user: SessionUser;
  requestId: string;
}

/**
 * Replaces the chosen receivers. Throws 422 RECEIVER_REQUIRED for none, 422 RECEIVER_UNKNOWN, 409 CASE_READ_ONLY and
 * 409 CASE_CHANGED if others were chosen meanwhile.
 */
export function chooseReceivers(
  deps: ReceiversWorld & AuditWorld,
  { user, requestId }: Author,
  { caseKey, reason, retrievedAt, receivers }: Choice,
): Promise<DataOf<typeof saveCaseReceivers>> {
  if (receivers.length === 0) throw receiverRequired();
  return inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const found = await lockVisibleCase(trx, user, caseKey);
    requireEditable(found, user);
    await requireKnown(trx, deps, found, receivers);
    const before = await findChosen(trx, found);
    const last = lastChoiceAt(before);
    if (last > new Date(retrievedAt)) {
      const isOwn = before.every((one) => one.chosen_by === user.userId && one.reason === reason);
      if (!isOwn || textOf(before) !== textOf(receivers)) throw caseChanged([]);
      // an attempt whose answer was lost has stored it
      return { retrievedAt: last.toISOString() };
    }
    const at = changeTime(deps.clock.now(), last);
    await putChosen(
      trx,
      found,
      receivers.map((one) => ({ ...one, reason, chosen_at: at, chosen_by: user.userId })),
    );
    const chain = caseChain(user.sponsorKey, found.root_case_key);
    await appendChange(trx, deps, { user, requestId }, { ...chain, caseKey, at, reason }, [
      caseEntry('receivers', textOf(receivers), 'receivers', textOf(before) || null),
    ]);
    return { retrievedAt: at.toISOString() };
  });
}

const textOf = (receivers: readonly Pick<ChosenReceiver, 'receiver' | 'format'>[]): string =>
  receivers
    .map(({ receiver, format }) => `${receiver} (${format})`)
    .toSorted()
    .join(', ');

/** Each once, and with a format that exists. */
async function requireKnown(
  trx: Trx,
  { catalogue }: CatalogueWorld,
  found: CaseRecord,
  receivers: Choice['receivers'],
): Promise<void> {
  const known = (await findReceivers(trx, catalogue, senderOf(found))).map(({ name }) => name);
  const formats = formatsOf(catalogue);
  for (const [at, { receiver, format }] of receivers.entries()) {
    const isTwice = receivers.findIndex((one) => one.receiver === receiver) !== at;
    if (!known.includes(receiver) || !formats.includes(format) || isTwice) throw receiverUnknown(receiver);
  }
}
