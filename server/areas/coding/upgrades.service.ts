/** Upgrades of dictionaries: begun, read with what they change, switched at a day. */
import type { EventFromLogic } from 'xstate';
import type {
  dictionaryUpgradeMachine,
  DictionaryUpgradeContext,
} from '../../../machines/dictionary-upgrade/dictionaryUpgrade.machine.ts';
import type {
  BodyOf,
  beginUpgrade,
  DataOf,
  listUpgrades,
  readUpgrade,
  scheduleUpgrade,
  UpgradeMention,
} from '../../../shared/contract/index.ts';
import { dayAt, startOfDay } from '../../../shared/dates/zonedDay.ts';
import type { Author } from '../../audit/appendChange.ts';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { synonymKind } from '../../coding/synonyms.store.ts';
import { releaseInUse } from '../../dictionaries/releaseInUse.ts';
import { findLoaded, findUsable, keepRelease } from '../../dictionaries/releases.store.ts';
import { DICTIONARY_UPGRADE } from '../../dictionary-upgrade/dictionaryUpgrade.process.ts';
import {
  findUpgrade,
  findUpgrades,
  insertUpgrade,
  type Upgrade,
} from '../../dictionary-upgrade/upgrade.store.ts';
import { codingSources } from '../../dictionary-upgrade/upgradeItems.ts';
import { useVersion } from '../../dictionary-upgrade/useVersion.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import { readingOf } from '../../lists/answerList.ts';
import type { ListCaller, ListReading } from '../../lists/listSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { UuidWorld } from '../../ports/uuid.ts';
import {
  dictionaryNotFound,
  releaseNotActive,
  releaseNotFound,
  upgradeDay,
  upgradeNotFound,
  upgradeOpen,
  upgradeState,
} from '../../problems.ts';
import { applyEvent, startProcess } from '../../processes/applyEvent.ts';
import { findProcess } from '../../processes/process.store.ts';
import type { ProcessChart } from '../../processes/process.types.ts';
import { takenBy } from '../../processes/transition.ts';
import { kindWithGroup } from '../../records/kindWithGroup.ts';
import { settingOf } from '../../sponsor-settings/sponsorSettings.ts';
import { inSponsor, readInSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { openUpgrade, type OpenedUpgrade } from './upgradeList.ts';
import { findMentions, findSynonymMentions } from './upgradeMentions.store.ts';
import { countCases, countDecisions, findChangedCodes, findTaskProgress } from './upgradeTexts.store.ts';

export type UpgradesWorld = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld & UuidWorld;

const labelOf = ({ catalogue }: CatalogueWorld, dictionary: string, language: Language): string =>
  catalogue.dictionaries[dictionary]?.label[language] ?? dictionary;

const factsOf = (deps: CatalogueWorld, upgrade: Upgrade, language: Language) => ({
  upgradeKey: upgrade.upgrade_key,
  dictionary: upgrade.dictionary,
  label: labelOf(deps, upgrade.dictionary, language),
  from: upgrade.from_version,
  to: upgrade.to_version,
  state: upgrade.state,
  reason: upgrade.reason,
  begunAt: upgrade.begun_at.toISOString(),
  begunName: upgrade.begun_name,
});

export const upgradesOf = (
  deps: UpgradesWorld,
  { user, language }: ListCaller,
): Promise<DataOf<typeof listUpgrades>> =>
  readInSponsor(deps.db, user.sponsorKey, async (trx) => {
    const upgrades = await findUpgrades(trx, user.sponsorKey);
    const dictionaries = [];
    for (const { dictionary } of codingSources(deps)) {
      const loaded = await findLoaded(trx, dictionary);
      if (loaded.length === 0) continue;
      dictionaries.push({
        dictionary,
        label: labelOf(deps, dictionary, language),
        inUse: (await releaseInUse(trx, user, dictionary))?.version ?? null,
        versions: loaded.map(({ version }) => version),
      });
    }
    return { upgrades: upgrades.map((one) => factsOf(deps, one, language)), dictionaries };
  });

/**
 * Until the switch the sponsor stays with the version that it uses now, whichever becomes the active one. Throws 404
 * DICTIONARY_NOT_FOUND, RELEASE_NOT_FOUND, 409 UPGRADE_OPEN.
 */
export const begin = (
  deps: UpgradesWorld,
  author: Author & { user: SessionUser },
  { dictionary, to, reason }: BodyOf<typeof beginUpgrade>,
): Promise<DataOf<typeof beginUpgrade>> =>
  inSponsor(deps.db, author.user.sponsorKey, async (trx) => {
    const { sponsorKey, userKey, userName } = author.user;
    if (!codingSources(deps).some((source) => source.dictionary === dictionary))
      throw dictionaryNotFound(dictionary);
    const inUse = await releaseInUse(trx, author.user, dictionary);
    const loaded = await findLoaded(trx, dictionary);
    const target = loaded.find(({ version }) => version === to);
    if (!inUse || inUse.version === to || !target || !(await keepRelease(trx, target.release_no)))
      throw releaseNotFound(dictionary, to);
    const at = deps.clock.now();
    const upgrade = {
      sponsor_key: sponsorKey,
      process_key: deps.newUuid(),
      dictionary,
      from_version: inUse.version,
      to_version: to,
      reason,
      begun_at: at,
      begun_by: userKey,
      begun_name: userName,
    };
    const upgradeKey = await insertUpgrade(trx, upgrade);
    if (upgradeKey === null) throw upgradeOpen(dictionary);
    await useVersion(trx, deps, author, upgrade, inUse.version);
    await startProcess(trx, DICTIONARY_UPGRADE, {
      sponsorKey,
      processKey: upgrade.process_key,
      input: {},
      at,
      userKey,
    });
    return { upgradeKey };
  });

/** Throws 404 UPGRADE_NOT_FOUND. */
export const read = (
  deps: UpgradesWorld,
  caller: ListCaller,
  upgradeKey: number,
): Promise<DataOf<typeof readUpgrade>> =>
  readInSponsor(deps.db, caller.user.sponsorKey, async (trx) => {
    const reading = readingOf(deps, caller);
    const opened = await openUpgrade(trx, reading, upgradeKey);
    const { upgrade } = opened;
    const process = await findProcess(trx, upgrade.sponsor_key, upgrade.process_key);
    const context = process?.context as DictionaryUpgradeContext | undefined;
    const { timeZone } = (await settingOf(trx, upgrade.sponsor_key, 'general')).value;
    const switchAt = context?.switchAt ?? null;
    return {
      ...factsOf(deps, upgrade, caller.language),
      progress: process ? await findTaskProgress(trx, process) : null,
      error: context?.error ?? null,
      texts: context?.changes?.texts ?? null,
      decided: await countDecisions(trx, reading, opened),
      ...(await countCases(trx, reading, opened)),
      switchAt,
      switchDay: switchAt === null ? null : dayAt(Date.parse(switchAt), timeZone),
      // before its end it counts what is changed so far
      result: upgrade.state === 'switched' ? upgrade.result : null,
      takes: process?.status === 'active' ? takenBy(DICTIONARY_UPGRADE as ProcessChart, process) : [],
      mentions: await mentionsOf(trx, deps, reading, opened),
    };
  });

/** Views, queries, products, synonyms and rules with a code that changes. */
async function mentionsOf(
  trx: Trx,
  { catalogue: { whole, ruleSet } }: CatalogueWorld,
  reading: ListReading,
  opened: OpenedUpgrade,
): Promise<UpgradeMention[]> {
  const codes = await findChangedCodes(trx, reading, opened);
  const recordKind = kindWithGroup(whole, 'safetyInformation')?.kind;
  const found = await findMentions(trx, reading.user, { codes, recordKind });
  const changed = new Set(codes);
  const rules = ruleSet.rules.flatMap(({ id, when = '', check }) => {
    const own = [...new Set(`${when} ${check}`.match(/[\p{L}\p{N}.]+/gu) ?? [])].filter((word) =>
      changed.has(word),
    );
    return own.length === 0 ? [] : [{ kind: 'rule' as const, name: id, codes: own }];
  });
  return [...found, ...(await synonymsIn(trx, whole, reading, opened, codes)), ...rules];
}

function synonymsIn(
  trx: Trx,
  whole: Catalogue,
  { user: { sponsorKey } }: ListReading,
  { dictionaries, releases: { after } }: OpenedUpgrade,
  codes: readonly string[],
): Promise<UpgradeMention[]> {
  const synonyms = synonymKind(whole);
  if (!synonyms) return Promise.resolve([]);
  const of = dictionaries.map(({ descriptor: { dictionary }, begins }) => ({ dictionary, begins }));
  return findSynonymMentions(
    trx,
    { sponsorKey, synonyms },
    { codes, dictionaries: of, releaseNo: after.release_no },
  );
}

type UpgradeEvent = EventFromLogic<typeof dictionaryUpgradeMachine>;
type UserEvent = Exclude<UpgradeEvent, { type: 'deadline.passed' }>;

interface Command {
  user: SessionUser;
  requestId: string;
}

/** Throws 404 UPGRADE_NOT_FOUND, 409 UPGRADE_STATE where the state takes no such event. */
export const command = (
  deps: UpgradesWorld,
  { user, requestId }: Command,
  upgradeKey: number,
  eventOf: (trx: Trx, upgrade: Upgrade) => UserEvent | Promise<UserEvent>,
): Promise<void> =>
  inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const upgrade = await findUpgrade(trx, user.sponsorKey, { upgradeKey });
    if (!upgrade) throw upgradeNotFound();
    const event = await eventOf(trx, upgrade);
    const { outcome } = await applyEvent(trx, DICTIONARY_UPGRADE, {
      sponsorKey: user.sponsorKey,
      processKey: upgrade.process_key,
      eventId: `${requestId} ${event.type}`,
      event,
      at: deps.clock.now(),
      userKey: user.userKey,
    });
    if (outcome === 'refused') throw upgradeState();
  });

/** Throws also 409 RELEASE_NOT_ACTIVE, 422 UPGRADE_DAY. */
export const schedule = (
  deps: UpgradesWorld,
  by: Command,
  upgradeKey: number,
  { day, versionAll }: BodyOf<typeof scheduleUpgrade>,
): Promise<void> =>
  command(deps, by, upgradeKey, async (trx, { sponsor_key, dictionary, to_version }) => {
    if (!(await findUsable(trx, dictionary, to_version))) throw releaseNotActive(dictionary, to_version);
    const { timeZone } = (await settingOf(trx, sponsor_key, 'general')).value;
    const now = deps.clock.now();
    const today = dayAt(now.getTime(), timeZone);
    if (day !== null && day < today) throw upgradeDay();
    const switchAt = day === null || day === today ? now : new Date(startOfDay(day, timeZone));
    return {
      type: 'upgrade.scheduled',
      switchAt: switchAt.toISOString(),
      switchBy: by.user.userKey,
      versionAll,
    };
  });
