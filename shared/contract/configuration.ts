/** The configuration of a sponsor as one file, which another sponsor or installation takes (decision 0279). */
import { Type, type Static } from 'typebox';
import { PACK_PARTS } from '../configuration/pack.ts';
import { defineCall } from './call.ts';
import { Nullable, OneOf, Reason } from './common.ts';

const InSponsor = Type.Object({ sponsorKey: Type.Integer() });
/** Characters of a file. */
export const MAX_PACK = 6_000_000;
const PackText = Type.String({ minLength: 1, maxLength: MAX_PACK });

const Address = Type.Object({ part: OneOf(...PACK_PARTS), name: Type.String({ maxLength: 300 }) });

export const ConfigurationElement = Type.Object({
  ...Address.properties,
  state: OneOf('new', 'changed', 'same', 'missing'),
  differences: Type.Array(
    Type.Object({ path: Type.String(), was: Nullable(Type.String()), is: Nullable(Type.String()) }),
  ),
  /** differences that are not listed */
  more: Type.Integer(),
  /** elements that it names */
  needs: Type.Array(Address),
  /** why it would be refused, in the language of the user; null: it would be imported */
  refusal: Nullable(Type.String()),
});
export type ConfigurationElement = Static<typeof ConfigurationElement>;

export const exportConfiguration = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/configuration',
  summary: 'Downloads the configuration of the sponsor as one file, without users, cases and secrets',
  access: ['READ.ADMIN', 'EDIT.ADMIN'],
  carries: 'file',
  params: InSponsor,
});

/**
 * Stores nothing. 422 CONFIGURATION_UNREADABLE, CONFIGURATION_VERSION, CONFIGURATION_ALTERED and CONFIGURATION_UNKNOWN for
 * a file that cannot be taken.
 */
export const previewConfiguration = defineCall({
  method: 'POST',
  path: '/1.0/sponsors/:sponsorKey/configuration/preview',
  summary: 'Compares a file of configuration with that of the sponsor or another file, and tries its import',
  access: ['EDIT.ADMIN'],
  params: InSponsor,
  body: Type.Object({
    pack: PackText,
    /** another file that it is compared with; null: what the sponsor has, and the import is tried */
    other: Nullable(PackText),
  }),
  data: Type.Object({
    sponsor: Type.String(),
    productVersion: Type.String(),
    /** of this installation */
    ownVersion: Type.String(),
    madeAt: Type.String({ format: 'date-time' }),
    /** identifies what the sponsor has now */
    basedOn: Type.String(),
    elements: Type.Array(ConfigurationElement),
  }),
});

/**
 * All chosen elements, or none. 422 CONFIGURATION_REFUSED with the refusals (details: part, name, message), 409
 * CONFIGURATION_CHANGED if the sponsor's own was changed after the preview, 422 NO_MODIFIED_DATA, and as the preview.
 */
export const importConfiguration = defineCall({
  method: 'POST',
  path: '/1.0/sponsors/:sponsorKey/configuration/import',
  summary: 'Makes chosen elements of the configuration what a file says, with the reason',
  access: ['EDIT.ADMIN'],
  params: InSponsor,
  body: Type.Object({
    pack: PackText,
    basedOn: Type.String({ maxLength: 64 }),
    chosen: Type.Array(Address, { minItems: 1, maxItems: 2000 }),
    reason: Reason,
  }),
  data: Type.Object({ count: Type.Integer() }),
});
