import type { Catalogue, RecordKind } from '../../schemas/compile/catalogue.types.ts';

/** The kind of records that has a group with the role; undefined: none has. */
export const kindWithGroup = ({ records }: Catalogue, role: string): RecordKind | undefined =>
  Object.values(records).find(({ catalogue }) => Object.hasOwn(catalogue.groupRoles, role));
