/** What the search fields of a dictionary offer: names of the values of a column, and what the case begins with. */
import type { DictionaryDescriptor } from '../../schemas/compile/dictionaries.ts';
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { CatalogueSource, CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { findVisibleCase, maySee } from '../cases/record/caseAccess.ts';
import { readCaseContent } from '../cases/record/readCase.store.ts';
import type { Language } from '../http/language.ts';
import type { SessionUser } from '../http/session.ts';
import { inSponsor, type DatabaseWorld } from '../storage/database.ts';

/** A value of a column. */
interface FieldOption {
  value: string;
  /** null: no code list names it */
  label: LocalizedText | null;
  /** the code that items of cases have for it */
  code: string;
}

type FieldOptions = Readonly<Record<string, readonly FieldOption[]>>;

/** The values of each field with the names of its code list, which may write its codes otherwise. */
export function fieldOptions(
  { codeLists }: Pick<CatalogueSource, 'codeLists'>,
  { fields = [] }: DictionaryDescriptor,
  values: Readonly<Record<string, readonly string[]>>,
): FieldOptions {
  return Object.fromEntries(
    Object.entries(values).map(([name, ofField]) => {
      const list = codeLists[fields.find(({ field }) => field === name)?.codeList ?? ''];
      const byCode = new Map(
        list?.codes.flatMap((one) => [one.code, ...(one.also ?? [])].map((code) => [code, one] as const)),
      );
      const option = (value: string): FieldOption => {
        const named = byCode.get(value);
        return { value, label: named?.label ?? null, code: named?.code ?? value };
      };
      return [name, ofField.map(option)];
    }),
  );
}

/** As a user reads them, by name. */
export const nameOptions = (
  options: FieldOptions,
  language: Language,
): Record<string, { value: string; label: string }[]> =>
  Object.fromEntries(
    Object.entries(options).map(([field, ofField]) => [
      field,
      ofField
        .map(({ value, label }) => ({ value, label: label?.[language] ?? value }))
        .toSorted((a, b) => a.label.localeCompare(b.label, language)),
    ]),
  );

interface InCase {
  caseKey: number;
  descriptor: DictionaryDescriptor;
  options: FieldOptions;
}

/** The first stored value of each item that a field begins with, if the dictionary has it. Throws 404 CASE_NOT_FOUND. */
export async function beginningsOf(
  { db, catalogue }: DatabaseWorld & CatalogueWorld,
  user: SessionUser,
  { caseKey, descriptor, options }: InCase,
): Promise<Record<string, string>> {
  const wanted = (descriptor.fields ?? []).flatMap(({ field, begins }) => {
    const itemId = catalogue.whole.roles[begins ?? ''];
    return itemId !== undefined && maySee({ catalogue }, user, itemId) ? [{ field, itemId }] : [];
  });
  if (wanted.length === 0) return {};
  const { values } = await inSponsor(db, user.sponsorKey, async (trx) => {
    await findVisibleCase(trx, user, caseKey);
    return readCaseContent(trx, user.sponsorKey, caseKey);
  });
  return Object.fromEntries(
    wanted.flatMap(({ field, itemId }) => {
      const first = values
        .filter((one) => one.itemId === itemId && one.value !== null)
        .toSorted((a, b) => a.rowNo - b.rowNo)[0];
      const option = options[field]?.find(({ code }) => code === first?.value);
      return option ? [[field, option.value]] : [];
    }),
  );
}
