/** What the fields of a search ask of columns. */
import type { DictionaryDescriptor, DictionaryField } from '../../schemas/compile/dictionaries.ts';
import { dictionaryFieldsRefused } from '../problems.ts';
import type { Facts } from './search.store.ts';

/** What a set tick says. */
const TICKED = 'Y';

/**
 * Conditions for values by field; empty ones have no effect. Throws 400 DICTIONARY_FIELDS_REFUSED for a field that
 * the descriptor does not have, an unknown choice, and options that exclude each other.
 */
export function factsOf(
  { fields = [], only }: DictionaryDescriptor,
  requested: Readonly<Record<string, string>>,
): Facts {
  const nonEmpty = Object.entries(requested).filter(([, value]) => value !== '');
  const names = new Set(nonEmpty.map(([name]) => name));
  const conditions = nonEmpty.map(([name, value]) => {
    const field = fields.find((one) => one.field === name);
    if (!field || !isOffered(field, value) || names.has(field.excludes ?? ''))
      throw dictionaryFieldsRefused(name);
    return conditionOf(field, value);
  });
  return [...(only ? [[only]] : []), ...conditions];
}

function isOffered({ kind, codes = [] }: DictionaryField, value: string): boolean {
  if (kind === 'choice') return codes.some(({ code }) => code === value);
  return kind !== 'tick' || value === TICKED;
}

function conditionOf({ column, anyOf, allOf }: DictionaryField, value: string): Facts[number] {
  if (column !== undefined) return [{ [column]: value }];
  if (allOf) return [allOf];
  return Object.entries(anyOf ?? {}).map(([name, wanted]) => ({ [name]: wanted }));
}
