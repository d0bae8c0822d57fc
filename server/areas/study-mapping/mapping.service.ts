/** Links between studies of case info and studies of sources. */
import type {
  BodyOf,
  DataOf,
  listCdmsStudies,
  listR3Studies,
  QueryOf,
  readStudyMapping,
  removeStudyMapping,
  saveStudyMapping,
} from '../../../shared/contract/index.ts';
import { appendChange } from '../../audit/appendChange.ts';
import { caseEntry } from '../../audit/auditEntry.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { changeTime } from '../../cases/record/case.store.ts';
import { pageInfo, pagingOf } from '../../http/paging.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import {
  noModifiedData,
  recordNotFound,
  settingsChanged,
  sourceNotFound,
  studyLinked,
  studyNotInSource,
} from '../../problems.ts';
import { findRecord, lockRecord } from '../../records/record.store.ts';
import { kindOf } from '../../records/recordAccess.ts';
import { optionInWords, optionOf } from '../../records/recordOption.ts';
import { findOptions } from '../../records/recordOptions.store.ts';
import { inSponsor, readInSponsor, setSponsor, type Trx } from '../../storage/database.ts';
import { enqueueFinding } from '../../sync/findJob.ts';
import { findSource } from '../../study-data/sources.store.ts';
import { findMetadata } from '../../study-data/studyData.store.ts';
import { beginReading } from '../../study-data/readings.ts';
import { isPulled, isSourceKind } from '../../../shared/study-data/sourceKinds.ts';
import { enterSponsor, type OfSponsor } from './companySponsor.ts';
import {
  deleteLink,
  findLinkedStudy,
  findLinkRead,
  findOffered,
  findOfferedStudies,
  lockLink,
  putLink,
  type StoredLink,
} from './mapping.store.ts';
import { linkChain } from './sourceLists.ts';
import type { MappingAuthor, MappingWorld } from './sources.service.ts';

const STUDY = 'study';

type OfStudy = OfSponsor & { studyKey: number };

/** Studies that the sources of the sponsor have. */
export const cdmsStudies = (
  deps: MappingWorld,
  user: SessionUser,
  { keyword = '', ...request }: QueryOf<typeof listCdmsStudies> & OfSponsor,
): Promise<DataOf<typeof listCdmsStudies>> =>
  readInSponsor(deps.db, user.sponsorKey, async (trx) => {
    await enterSponsor(trx, request);
    const page = pagingOf(request);
    const { rows, total } = await findOfferedStudies(trx, request.ofSponsor, { keyword, page });
    return { listInfo: rows, pageInfo: pageInfo('AD-MU-CO-ST', page, total) };
  });

/** Studies of the case info of the sponsor. */
export const r3Studies = (
  deps: MappingWorld,
  { user, language }: { user: SessionUser; language: Language },
  { keyword = '', ...request }: QueryOf<typeof listR3Studies> & OfSponsor,
): Promise<DataOf<typeof listR3Studies>> =>
  readInSponsor(deps.db, user.sponsorKey, async (trx) => {
    await enterSponsor(trx, request);
    const kind = kindOf(deps, STUDY);
    const page = pagingOf(request);
    const { rows, total } = await findOptions(trx, {
      sponsorKey: request.ofSponsor,
      kind: kind.kind,
      keyword,
      all: false,
      within: [],
      page,
    });
    return {
      listInfo: rows.map(optionInWords(deps, kind, language)),
      pageInfo: pageInfo(kind.menuId, page, total),
    };
  });

/** Throws 404 RECORD_NOT_FOUND. */
export const mappingOf = (
  deps: MappingWorld,
  user: SessionUser,
  { studyKey, ...of }: OfStudy,
): Promise<DataOf<typeof readStudyMapping>> =>
  readInSponsor(deps.db, user.sponsorKey, async (trx) => {
    const sponsor = await enterSponsor(trx, of);
    const ref = { sponsorKey: of.ofSponsor, studyKey };
    const study = await studyRecord(trx, deps, ref);
    const link = await findLinkRead(trx, ref);
    const versions = link
      ? await findMetadata(trx, { ...ref, sourceKey: link.source_key, studyOid: link.study_oid })
      : [];
    return {
      study: optionOf(kindOf(deps, STUDY), study),
      sponsor,
      link: link
        ? {
            sourceKey: link.source_key,
            source: link.source,
            studyId: link.study_oid,
            protocol: link.protocol,
            linkedAt: link.linked_at.toISOString(),
            readAt: link.read_at?.toISOString() ?? null,
            asOf: link.as_of?.toISOString() ?? null,
            subjects: link.subjects ?? 0,
            versions: versions.map(({ name, versionOid }) =>
              name === versionOid ? name : `${name} (${versionOid})`,
            ),
          }
        : null,
    };
  });

async function studyRecord(
  trx: Trx,
  deps: CatalogueWorld,
  { sponsorKey, studyKey }: { sponsorKey: number; studyKey: number },
  read = findRecord,
) {
  const { kind } = kindOf(deps, STUDY);
  const found = await read(trx, { sponsorKey, kind, recordKey: studyKey });
  if (!found || found.del_flag === 'Y') throw recordNotFound(kind, studyKey);
  return { ...found, columns: found.columns as Record<string, string[]> };
}

const isAsRead = (before: StoredLink | undefined, linkedAt: string | null): boolean =>
  (before?.linked_at.toISOString() ?? null) === linkedAt;

/** The first reading of the study follows at once, where the server reads the source. */
export function saveMapping(
  deps: MappingWorld,
  author: MappingAuthor,
  { studyKey, sourceKey, studyId, linkedAt, reason, ...of }: BodyOf<typeof saveStudyMapping> & OfStudy,
): Promise<void> {
  return inSponsor(deps.db, author.user.sponsorKey, async (trx) => {
    await enterSponsor(trx, of);
    const sponsorKey = of.ofSponsor;
    // of a study without a link there is no other row to wait at
    await studyRecord(trx, deps, { sponsorKey, studyKey }, lockRecord);
    const before = await lockLink(trx, { sponsorKey, studyKey });
    if (!isAsRead(before, linkedAt)) throw settingsChanged();
    if (before?.source_key === sourceKey && before.study_oid === studyId) throw noModifiedData();
    const source = await findSource(trx, { sponsorKey, sourceKey });
    if (!source) throw sourceNotFound();
    const inSource = { sponsorKey, sourceKey, studyOid: studyId };
    const offered = await findOffered(trx, inSource);
    if (!offered) throw studyNotInSource(studyId);
    if ((await findLinkedStudy(trx, inSource)) !== null) throw studyLinked(studyId);
    const now = deps.clock.now();
    const at = before ? changeTime(now, before.linked_at) : now;
    await putLink(trx, {
      sponsor_key: sponsorKey,
      study_key: studyKey,
      source_key: sourceKey,
      study_oid: studyId,
      protocol: offered.protocol,
      linked_at: at,
    });
    await enqueueFinding(trx, inSource, { at, all: true });
    if (isSourceKind(source.kind) && isPulled(source.kind) && !source.disabled)
      await beginReading(trx, deps.config, {
        sponsorKey,
        sourceKey,
        cause: 'user',
        startedBy: author.user.userName,
        at,
        hasChanged: true,
      });
    await noteChange(trx, deps, author, { sponsorKey, studyKey, at, reason }, [
      caseEntry(before ? 'change' : 'add', `${source.name}: ${studyId}`, 'link', before?.study_oid ?? null),
    ]);
  });
}

/** What was read stays: cases may name it. */
export function removeMapping(
  deps: MappingWorld,
  author: MappingAuthor,
  { studyKey, linkedAt, reason, ...of }: BodyOf<typeof removeStudyMapping> & OfStudy,
): Promise<void> {
  return inSponsor(deps.db, author.user.sponsorKey, async (trx) => {
    await enterSponsor(trx, of);
    const ref = { sponsorKey: of.ofSponsor, studyKey };
    const before = await lockLink(trx, ref);
    if (!before || !isAsRead(before, linkedAt)) throw settingsChanged();
    await deleteLink(trx, ref);
    await noteChange(trx, deps, author, { ...ref, at: deps.clock.now(), reason }, [
      caseEntry('clear', '', 'link', before.study_oid),
    ]);
  });
}

/** In the audit trail of the system administration; the transaction sees its sponsor from then on. */
async function noteChange(
  trx: Trx,
  deps: MappingWorld,
  author: MappingAuthor,
  { sponsorKey, studyKey, at, reason }: { sponsorKey: number; studyKey: number; at: Date; reason: string },
  entries: Parameters<typeof appendChange>[4],
): Promise<void> {
  await setSponsor(trx, author.user.sponsorKey);
  await appendChange(trx, deps, author, { ...linkChain(sponsorKey, studyKey), at, reason }, entries);
}
