/**
 * The structure of edits that reach a form other than by typing, checked by the validators that the build has compiled.
 * `findUnfitEdits` loads this module.
 */
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js';
import { filesVersion, validators } from 'virtual:edits-validators';
import { editsSchemaId } from '../../../schemas/compile/editsSchema.ts';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { ChangeSet } from '../../../shared/case/changeSet.ts';
import { editsData, misfits, type EditsError } from '../../../shared/case/editsData.ts';

/** What a user may have typed: the form shows it with its finding, and the server refuses it with a reason. */
const OF_CONTENT = new Set(['maxLength', 'enum']);

const FITTING: ChangeSet = { items: [], rows: [] };

/**
 * The edits that the form of the page cannot take: of items it does not have, at a wrong depth, of a wrong type. None for
 * a catalogue that a sponsor has published, whose pages the build does not know; the server checks those.
 */
export async function unfitEdits(
  { filesVersion: used }: Pick<Catalogue, 'filesVersion'>,
  page: string,
  edits: ChangeSet,
): Promise<ChangeSet> {
  const load = used === filesVersion ? validators[page] : undefined;
  if (!load) return FITTING;
  // named by its id, the schema itself need not be loaded
  const schema = { $id: editsSchemaId(page) };
  const validator = createPrecompiledValidator(await load(), schema);
  const data = editsData(edits);
  const { errors = [] } = validator.rawValidation<EditsError>(schema, data);
  return misfits(
    data,
    errors.filter(({ keyword }) => !OF_CONTENT.has(keyword)),
  );
}
