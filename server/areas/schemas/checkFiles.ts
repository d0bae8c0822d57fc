/** What speaks against files coming into use: the linter, what the product relies on, and what cases and records hold already. */
import type { SourceFinding, SourceText } from '../../../schemas/compile/sources.types.ts';
import type { CataloguesWorld } from '../../catalogue/catalogues.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { misfits, placedFinding } from '../../catalogue/misfits.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import type { ThreadsWorld } from '../../threads/threads.ts';
import { checkTask } from './schemaTasks.ts';

/** What this module needs of the server. */
type CheckFilesWorld = CatalogueWorld & CataloguesWorld & DatabaseWorld & ThreadsWorld;

/** Who checks, in which language, until their request closes. */
interface Checker {
  user: SessionUser;
  language: Language;
  signal: AbortSignal;
}

/** All findings; without errors among them the files may be published for the sponsor. Runs in a worker thread. */
export async function checkFiles(
  { catalogues, catalogue, db, threads }: CheckFilesWorld,
  { user, language, signal }: Checker,
  files: SourceText[],
): Promise<SourceFinding[]> {
  const { sponsorKey, userKey } = user;
  const { findings, lostRoles, reopened, exposed, rearranged } = await threads.run(
    checkTask,
    { files, product: catalogues.product.sources, current: catalogue.sources },
    { userKey, signal },
  );
  return [
    ...findings,
    ...lostRoles.map(({ role, name }) => placedFinding(files, name, 'role.lost', { role }, language)),
    ...reopened.map(({ kind, by, value }) =>
      placedFinding(files, kind, `record.${by}`, { kind, [by]: value }, language),
    ),
    ...exposed.map((itemId) => placedFinding(files, itemId, 'obligation.blinded', { itemId }, language)),
    ...(await inSponsor(db, sponsorKey, (trx) => misfits(trx, sponsorKey, rearranged, files, language))),
  ];
}
