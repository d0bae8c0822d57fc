/** Sources of the sponsors of a company: read without secrets, stored with a reason, tried without storing data. */
import type {
  BodyOf,
  DataOf,
  makeSourceToken,
  readCompanySources,
  saveCompanySource,
  StudySourceOfCompany,
  tryCompanySource,
} from '../../../shared/contract/index.ts';
import { secretFields, wrongValues } from '../../../shared/connections/settingFields.ts';
import {
  isPulled,
  isSourceKind,
  SOURCE_KIND_NAMES,
  sourceFields,
  type SourceFault,
  type SourceKindName,
} from '../../../shared/study-data/sourceKinds.ts';
import { appendChange, type Author } from '../../audit/appendChange.ts';
import { caseEntry, type NewEntry } from '../../audit/auditEntry.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { changeTime } from '../../cases/record/case.store.ts';
import { findSponsorsOfCompany } from '../../companies/company.store.ts';
import type { ConfigWorld } from '../../config.ts';
import type { SessionUser } from '../../http/session.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import {
  noModifiedData,
  noPushSource,
  settingRefused,
  settingsChanged,
  sourceNameTaken,
  sourceNotFound,
} from '../../problems.ts';
import { inSponsor, readInSponsor, setSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { hashOfToken, newToken, PUSH_PATH } from '../../study-data/pushToken.ts';
import { picturesOf } from '../../study-data/pictures.ts';
import { openSecrets } from '../../connections/openSecrets.ts';
import { beginReading, secretsOf, sourceSealing } from '../../study-data/readings.ts';
import {
  findSource,
  findSources,
  insertSource,
  lockSource,
  putOfferedStudies,
  updateSource,
  type StoredSource,
} from '../../study-data/sources.store.ts';
import { openSource } from '../../study-data/sources/openSource.ts';
import { SourceFailure } from '../../study-data/sources/source.ts';
import type { ThreadsWorld } from '../../threads/threads.ts';
import { enterSponsor, type OfSponsor } from './companySponsor.ts';
import { countLinks } from './mapping.store.ts';
import { sourceChain } from './sourceLists.ts';

export type MappingWorld = AuditWorld &
  CatalogueWorld &
  ClockWorld &
  ConfigWorld &
  DatabaseWorld &
  ThreadsWorld;
export type MappingAuthor = Author & { user: SessionUser };

type Form = Omit<BodyOf<typeof saveCompanySource>, 'setAt' | 'reason'>;
type OfSource = OfSponsor & { sourceKey: number };

const TRY_MS = 60_000;

export const sourcesOf = (
  deps: MappingWorld,
  user: SessionUser,
  companyKey: number,
): Promise<DataOf<typeof readCompanySources>> =>
  readInSponsor(deps.db, user.sponsorKey, async (trx) => {
    const sponsors = await findSponsorsOfCompany(trx, companyKey);
    const sources: StudySourceOfCompany[] = [];
    for (const { sponsor_key: sponsorKey } of sponsors) {
      await setSponsor(trx, sponsorKey);
      const links = await countLinks(trx, sponsorKey);
      for (const source of await findSources(trx, sponsorKey))
        sources.push(shownSource(deps, source, links.get(source.source_key) ?? 0));
    }
    return {
      sponsors: sponsors.map(({ sponsor_key, name }) => ({ sponsorKey: sponsor_key, name })),
      kinds: SOURCE_KIND_NAMES.filter((kind) => isPossible(deps, kind)),
      sources,
    };
  });

/** The demo source is one of a demo. */
const isPossible = ({ config }: ConfigWorld, kind: SourceKindName): boolean => kind !== 'demo' || config.demo;

const shownSource = ({ config }: ConfigWorld, source: StoredSource, links: number): StudySourceOfCompany => ({
  sourceKey: source.source_key,
  sponsorKey: source.sponsor_key,
  name: source.name,
  kind: isSourceKind(source.kind) ? source.kind : 'file',
  settings: source.settings as Record<string, string>,
  everyHours: source.every_hours,
  disabled: source.disabled,
  secretNames: Object.keys(secretsOf(config, source) ?? {}),
  hasToken: source.push_hash !== null,
  links,
  readAt: source.read_at?.toISOString() ?? null,
  fault: source.last_error as SourceFault | null,
  failures: source.failures,
  setAt: source.set_at.toISOString(),
  setBy: source.set_by,
});

/** Throws 404 SOURCE_NOT_FOUND, 422 SETTING_REFUSED and NO_MODIFIED_DATA, 409 SOURCE_NAME_TAKEN and SETTINGS_CHANGED. */
export function saveSource(
  deps: MappingWorld,
  author: MappingAuthor,
  { setAt, reason, ...saved }: BodyOf<typeof saveCompanySource> & OfSource,
): Promise<DataOf<typeof saveCompanySource>> {
  const everyHours = isPulled(saved.kind) ? saved.everyHours : null;
  const form = { ...saved, name: saved.name.trim(), everyHours };
  return inSponsor(deps.db, author.user.sponsorKey, async (trx) => {
    await enterSponsor(trx, saved);
    const { ofSponsor: sponsorKey, sourceKey } = saved;
    const before = sourceKey === 0 ? undefined : await lockSource(trx, { sponsorKey, sourceKey });
    if (sourceKey !== 0 && !before) throw sourceNotFound();
    if ((before?.set_at.toISOString() ?? null) !== setAt) throw settingsChanged();
    const secrets = openSecrets(connectionOf(deps, before), form);
    requireAllowed(deps, form, secrets);
    const entries = entriesOf(before, form);
    if (entries.length === 0) throw noModifiedData();
    const others = await findSources(trx, sponsorKey);
    if (others.some((other) => other.name === form.name && other.source_key !== sourceKey))
      throw sourceNameTaken();
    const now = deps.clock.now();
    const at = before ? changeTime(now, before.set_at) : now;
    const row = {
      name: form.name,
      kind: form.kind,
      settings: JSON.stringify(form.settings),
      secret:
        Object.keys(secrets).length === 0 ? null : sourceSealing(deps.config).sealed(JSON.stringify(secrets)),
      every_hours: form.everyHours,
      disabled: form.disabled,
      // what was wrong may be corrected
      failures: 0,
      set_at: at,
      set_by: author.user.userName,
      ...(form.kind !== 'push' && { push_hash: null }),
    };
    const key = before
      ? before.source_key
      : await insertSource(trx, { ...row, sponsor_key: sponsorKey, created_at: at });
    if (before) await updateSource(trx, { sponsorKey, sourceKey: key }, row);
    // its studies are offered from then on, and what is wrong is seen at once
    if (isPulled(form.kind) && !form.disabled)
      await beginReading(trx, deps.config, {
        sponsorKey,
        sourceKey: key,
        cause: 'user',
        startedBy: author.user.userName,
        at,
        hasChanged: true,
      });
    await setSponsor(trx, author.user.sponsorKey);
    await appendChange(trx, deps, author, { ...sourceChain(key), at, reason }, entries);
    return { sourceKey: key };
  });
}

/** Connects with what the form holds; the studies that it finds can be linked from then on, where the source is stored so. */
export async function trySource(
  deps: MappingWorld,
  user: SessionUser,
  { kind, settings, secrets, ...of }: BodyOf<typeof tryCompanySource> & OfSource,
  closed: AbortSignal,
): Promise<DataOf<typeof tryCompanySource>> {
  const ref = { sponsorKey: of.ofSponsor, sourceKey: of.sourceKey };
  const stored = await inSponsor(deps.db, user.sponsorKey, async (trx) => {
    await enterSponsor(trx, of);
    return findSource(trx, ref);
  });
  const open = openSecrets(connectionOf(deps, stored), { kind, settings, secrets });
  requireAllowed(deps, { kind, settings, secrets }, open);
  const signal = AbortSignal.any([closed, AbortSignal.timeout(TRY_MS)]);
  const since = stored?.created_at ?? deps.clock.now();
  const nothing = { detail: '', line: null, studies: 0, studyId: '', subjects: 0 };
  try {
    const source = openSource(deps, { kind, settings, secrets: open, since });
    const studies = await source.studies(signal);
    if (stored && isAsStored(stored, { kind, settings, secrets }))
      await inSponsor(deps.db, of.ofSponsor, (trx) => putOfferedStudies(trx, ref, studies));
    const [first] = studies;
    if (!first) return { ...nothing, fault: null };
    const { content, definitions } = await source.read(first.studyOid, signal);
    const pictures = await picturesOf(deps, { content, definitions, name: first.studyOid }, signal);
    const subjects = pictures.find(({ studyOid }) => studyOid === first.studyOid)?.subjects.length ?? 0;
    return { ...nothing, fault: null, studies: studies.length, studyId: first.studyOid, subjects };
  } catch (error) {
    if (closed.aborted) throw error;
    if (signal.aborted) return { ...nothing, fault: 'timeout' };
    if (!(error instanceof SourceFailure)) throw error;
    const { fault, detail, line } = error;
    return { ...nothing, fault, detail, line };
  }
}

/** Whether the form leads to what the source is read from. */
const isAsStored = (
  stored: StoredSource,
  { kind, settings, secrets }: Pick<Form, 'kind' | 'settings' | 'secrets'>,
): boolean => {
  const before = stored.settings as Record<string, string>;
  return (
    stored.kind === kind &&
    Object.keys(secrets).length === 0 &&
    Object.keys(sourceFields(kind)).every((name) => (settings[name] ?? '') === (before[name] ?? ''))
  );
};

/** Throws 404 SOURCE_NOT_FOUND, 409 NO_PUSH_SOURCE. */
export function makeToken(
  deps: MappingWorld,
  author: MappingAuthor,
  { reason, ...of }: BodyOf<typeof makeSourceToken> & OfSource,
): Promise<DataOf<typeof makeSourceToken>> {
  const token = newToken();
  return inSponsor(deps.db, author.user.sponsorKey, async (trx) => {
    await enterSponsor(trx, of);
    const ref = { sponsorKey: of.ofSponsor, sourceKey: of.sourceKey };
    const source = await lockSource(trx, ref);
    if (!source) throw sourceNotFound();
    if (source.kind !== 'push') throw noPushSource();
    await updateSource(trx, ref, { push_hash: hashOfToken(token) });
    await setSponsor(trx, author.user.sponsorKey);
    const change = { ...sourceChain(of.sourceKey), at: deps.clock.now(), reason };
    await appendChange(trx, deps, author, change, [caseEntry('change', '•••', 'token')]);
    return { token, path: PUSH_PATH };
  });
}

/** A stored source, whose secrets can be opened. */
const connectionOf = ({ config }: ConfigWorld, source: StoredSource | undefined) =>
  source && {
    kind: source.kind,
    settings: source.settings as Record<string, string>,
    open: () => secretsOf(config, source),
  };

function requireAllowed(
  deps: ConfigWorld,
  { kind, settings, secrets }: Pick<Form, 'kind' | 'settings' | 'secrets'>,
  open: Readonly<Record<string, string>>,
): void {
  const names = secretFields(sourceFields(kind));
  const refused = [
    ...(isPossible(deps, kind) ? [] : ['kind']),
    ...wrongValues(sourceFields(kind), settings),
    ...Object.keys(secrets).filter((name) => !names.includes(name)),
    ...names.filter((name) => !Object.hasOwn(open, name)),
  ];
  if (refused.length > 0) throw settingRefused(refused);
}

/** One entry for each value that differs; of a secret only that it was changed. */
function entriesOf(before: StoredSource | undefined, after: Form): NewEntry[] {
  const plain = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
  const change = (item: string, text: unknown, old: unknown, name = ''): NewEntry[] => {
    if (plain(text) === plain(old)) return [];
    const worded = (value: unknown) => (name === '' ? plain(value) : `${name}: ${plain(value)}`);
    return [caseEntry(before ? 'change' : 'add', worded(text), item, plain(old) === '' ? null : worded(old))];
  };
  const settings = (before?.settings ?? {}) as Record<string, string>;
  return [
    ...change('name', after.name, before?.name),
    ...change('kind', after.kind, before?.kind),
    ...change('everyHours', after.everyHours, before?.every_hours),
    ...change('disabled', after.disabled, before?.disabled ?? false),
    ...Object.keys(sourceFields(after.kind)).flatMap((name) =>
      change('setting', after.settings[name], settings[name], name),
    ),
    ...Object.keys(after.secrets).map((name) => caseEntry('change', `${name}: •••`, 'secret')),
  ];
}
