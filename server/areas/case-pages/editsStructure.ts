/** The structure of a save, checked with ajv by the same schemas that the browser has compiled. */
import { Ajv, type ValidateFunction } from 'ajv';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { toEditsSchema } from '../../../schemas/compile/editsSchema.ts';
import type { ChangeSet } from '../../../shared/case/changeSet.ts';
import { editsData, misfits } from '../../../shared/case/editsData.ts';
import { refusal, type Refusal } from './refusal.ts';

/** by catalogue, so that a version that is no longer used takes its validators with it */
const validators = new WeakMap<Catalogue, Map<string, ValidateFunction>>();

/** Why edits do not have the structure of the page; compiled on first use of a page. */
export function structureRefusals(catalogue: Catalogue, page: string, changes: ChangeSet): Refusal[] {
  const data = editsData(changes);
  const validate = validatorOf(catalogue, page);
  if (validate(data)) return [];
  const { items, rows } = misfits(data, validate.errors ?? []);
  return [
    ...rows.map((row) => refusal({ ...row, itemId: row.group }, 'row.structure')),
    ...items.map((item) => refusal(item, 'item.structure')),
  ];
}

function validatorOf(catalogue: Catalogue, page: string): ValidateFunction {
  const known = validators.get(catalogue) ?? new Map<string, ValidateFunction>();
  validators.set(catalogue, known);
  const compiled =
    known.get(page) ?? new Ajv({ allErrors: true, strict: false }).compile(toEditsSchema(catalogue, page));
  known.set(page, compiled);
  return compiled;
}
