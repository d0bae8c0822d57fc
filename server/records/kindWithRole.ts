import type { Catalogue, RecordKind } from '../../schemas/compile/catalogue.types.ts';

/** The kind of records that has an item with the role; undefined: none has. */
export const kindWithRole = ({ records }: Catalogue, role: string): RecordKind | undefined =>
  Object.values(records).find(({ catalogue }) => Object.hasOwn(catalogue.roles, role));
