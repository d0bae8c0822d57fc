/** The schema files a sponsor works on. */
import { sourceKind } from '../../../schemas/compile/sourceFiles.ts';
import type { SourceText } from '../../../schemas/compile/sources.types.ts';
import { withChanges, type SchemaChange } from '../../../schemas/compile/sourceChanges.ts';
import type { CataloguesWorld } from '../../catalogue/catalogues.ts';
import type { SessionUser } from '../../http/session.ts';
import { noSchemaFile } from '../../problems.ts';

/** Can the file be drafted and published? Tables of messages and dictionaries come with the product. */
export const isEditable = ({ file }: Pick<SourceText, 'file'>): boolean => sourceKind(file) !== null;

/** The product's files with what the sponsor published: what further changes are made to. */
export const filesInUse = async (
  { catalogues }: CataloguesWorld,
  { sponsorKey, schemaVersion }: SessionUser,
): Promise<SourceText[]> => (await catalogues.inUse(sponsorKey, schemaVersion)).sources;

/** The files in use with the changes made to them. Throws 400 NO_SCHEMA_FILE for a file that cannot be edited. */
export async function filesAfter(
  deps: CataloguesWorld,
  user: SessionUser,
  changes: readonly SchemaChange[],
): Promise<SourceText[]> {
  changes.forEach(refuseOthers);
  return withChanges(await filesInUse(deps, user), changes);
}

/** Throws 400 NO_SCHEMA_FILE for a file that cannot be edited. */
export function refuseOthers({ file }: Pick<SchemaChange, 'file'>): void {
  if (!isEditable({ file })) throw noSchemaFile(file);
}
