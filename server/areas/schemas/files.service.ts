/** The files as an analyst finds them: in use, drafted, or lying unpublished beside the running product. */
import type { SourceFinding, SourceText } from '../../../schemas/compile/sources.types.ts';
import { hasAnyPrivilege } from '../../../shared/access/privileges.ts';
import type { DataOf, readSchemaFiles } from '../../../shared/contract/index.ts';
import type { CataloguesWorld, InUse } from '../../catalogue/catalogues.ts';
import { readTexts } from '../../catalogue/snapshots.store.ts';
import { hashesOf } from '../../catalogue/sourceHash.ts';
import { isError } from '../../catalogue/compiler.ts';
import { readSourceTexts } from '../../catalogue/readSourceTexts.ts';
import type { ConfigWorld } from '../../config.ts';
import type { SessionUser } from '../../http/session.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { outdatedDrafts } from './outdatedDrafts.ts';
import { isEditable } from './schemaFiles.ts';
import { findDrafts, type DraftRecord } from './schemas.store.ts';

/** What this module needs of the server. */
type FilesWorld = CataloguesWorld & ConfigWorld & DatabaseWorld;

type SchemaFile = DataOf<typeof readSchemaFiles>['files'][number];

/** All files, by name; drafts only for users who may publish. Reads the folder of the product again, so that files added at run time appear. */
export async function listFiles(
  { db, config, catalogues }: FilesWorld,
  user: SessionUser,
): Promise<DataOf<typeof readSchemaFiles>> {
  const { sponsorKey, schemaVersion } = user;
  const inUse = await catalogues.inUse(sponsorKey, schemaVersion);
  const { drafts, bases } = mayPublish(user)
    ? await inSponsor(db, sponsorKey, async (trx) => ({
        drafts: await findDrafts(trx, sponsorKey),
        bases: await outdatedBases(trx, sponsorKey, inUse),
      }))
    : { drafts: [], bases: new Map<string, string | null>() };
  const onDisk = readSourceTexts(config.schemasDir);
  const origins: FileOrigins = {
    product: textsOf(catalogues.product.sources),
    active: textsOf(inUse.sources),
    hashes: hashesOf(inUse.sources),
    disk: textsOf(onDisk),
    bases,
    drafts: new Map(drafts.map((draft) => [draft.file, draft])),
  };
  const names = new Set(Object.values(origins).flatMap((texts) => [...texts.keys()]));
  return {
    versionNo: schemaVersion,
    files: [...names]
      .filter((file) => isEditable({ file }))
      .toSorted()
      .map((file) => fileOf(origins, file)),
    others: inUse.sources.filter((source) => !isEditable(source)).map(({ file, text }) => ({ file, text })),
    problems: distinct([...inUse.problems, ...catalogues.check(onDisk).filter(isError)]),
  };
}

const mayPublish = ({ privileges }: SessionUser): boolean => hasAnyPrivilege(privileges, ['EDIT.ADMIN']);

type FileOrigins = Record<'product' | 'active' | 'hashes' | 'disk', ReadonlyMap<string, string>> & {
  drafts: ReadonlyMap<string, DraftRecord>;
  /** texts that outdated drafts change */
  bases: ReadonlyMap<string, string | null>;
};

async function outdatedBases(trx: Trx, sponsorKey: number, inUse: InUse): Promise<FileOrigins['bases']> {
  const hashes = [...(await outdatedDrafts(trx, sponsorKey, inUse))];
  const texts = await readTexts(
    trx,
    sponsorKey,
    hashes.flatMap(([, hash]) => hash ?? []),
  );
  return new Map(hashes.map(([file, hash]) => [file, texts.get(hash ?? '') ?? null]));
}

const textsOf = (sources: readonly SourceText[]) => new Map(sources.map(({ file, text }) => [file, text]));

function fileOf(origins: FileOrigins, file: string): SchemaFile {
  const [product, active, disk] = [origins.product, origins.active, origins.disk].map(
    (texts) => texts.get(file) ?? null,
  ) as [string | null, string | null, string | null];
  const draft = origins.drafts.get(file);
  const isOnDisk = !same(disk, product) && !same(disk, active);
  return {
    file,
    active,
    text: draft ? draft.text : isOnDisk ? disk : active,
    origin: draft ? 'draft' : isOnDisk ? 'disk' : same(active, product) ? 'product' : 'published',
    delivered: product !== null,
    draftBy: draft?.user_name ?? null,
    draftAt: draft?.at.toISOString() ?? null,
    hash: origins.hashes.get(file) ?? null,
    outdated: origins.bases.has(file) ? { base: origins.bases.get(file) ?? null } : null,
  };
}

/** Line ends differ between checkouts of one commit. */
const same = (one: string | null, other: string | null): boolean =>
  one === other || (one !== null && other !== null && withLineFeeds(one) === withLineFeeds(other));

const withLineFeeds = (text: string): string => text.replaceAll('\r\n', '\n');

const distinct = (findings: readonly SourceFinding[]): SourceFinding[] => [
  ...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values(),
];
