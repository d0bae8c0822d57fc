/** The structure of a save, checked with ajv by the same schemas that the browser has compiled. */
import { setImmediate } from 'node:timers/promises';
import { Ajv, type ValidateFunction } from 'ajv';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { toEditsSchema } from '../../schemas/compile/editsSchema.ts';
import type { ChangeSet } from '../../shared/case/changeSet.ts';
import { editsData, misfits } from '../../shared/case/editsData.ts';
import { refusal, type Refusal } from './refusal.ts';

/** by catalogue, so that a version that is no longer used takes its validators with it */
const validators = new WeakMap<Catalogue, Map<string, ValidateFunction>>();

/**
 * Compiling blocks the event loop, so it does no more than needed: the schemas are correct by construction, shared
 * definitions are called rather than repeated, and the messages of ajv are not used.
 */
const OPTIONS = {
  allErrors: true,
  strict: false,
  inlineRefs: false,
  meta: false,
  validateSchema: false,
  messages: false,
  code: { optimize: false },
} as const;

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

/**
 * Compiles all pages of a catalogue ahead of the first save, and lets other work run after each. Small pages first: they
 * warm up ajv, which is several times slower at first.
 */
export async function compileStructures(catalogue: Catalogue): Promise<void> {
  const itemsOf = Map.groupBy(Object.values(catalogue.items), ({ page }) => page);
  const sizeOf = (page: string) => itemsOf.get(page)?.length ?? 0;
  for (const page of catalogue.pageOrder.toSorted((a, b) => sizeOf(a) - sizeOf(b))) {
    validatorOf(catalogue, page);
    await setImmediate();
  }
}

function validatorOf(catalogue: Catalogue, page: string): ValidateFunction {
  const known = validators.get(catalogue) ?? new Map<string, ValidateFunction>();
  validators.set(catalogue, known);
  const compiled = known.get(page) ?? new Ajv(OPTIONS).compile(toEditsSchema(catalogue, page));
  known.set(page, compiled);
  return compiled;
}
