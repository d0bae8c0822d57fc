/**
 * The audit trail of the settings of a sponsor: all of it, or a part by a name of the specification (1 section 7).
 * `SETTINGS_TRAILS` says what each name narrows it to.
 */
import { Type, type TSchema } from 'typebox';
import { SETTING_REGIONS } from '../settings/describedSettings.ts';
import { defineCall } from './call.ts';
import { OneOf } from './common.ts';
import { defineList, defineListExport } from './lists.ts';

const AUDIT = { menuId: 'MU-AD-ST', access: ['READ.ADMIN', 'EDIT.ADMIN'] } as const;
const sponsorKey = Type.Integer();
const InSponsor = Type.Object({ sponsorKey });

const ofSettings = {
  ...AUDIT,
  path: '/1.0/sponsors/:sponsorKey/settings/audit-trail',
  summary: 'What was changed in the settings of the sponsor',
} as const;
/**
 * Of these only: a part, a setting or a step (`reports`, `receivers.KR`, `workflow`, `workflowStep.SAVED`), a region
 * (`region.KR`), or what belongs to no region and no step (`sponsor`).
 */
const OfSetting = {
  setting: Type.Optional(Type.String({ maxLength: 100, pattern: '^[A-Za-z]+(\\.\\w+)?$' })),
};
const list = defineList(ofSettings);
const file = defineListExport(ofSettings);
export const listSettingsAudit = defineCall({
  ...list,
  params: InSponsor,
  query: Type.Object({ ...list.query.properties, ...OfSetting }),
});
export const exportSettingsAudit = defineCall({
  ...file,
  params: InSponsor,
  query: Type.Object({ ...file.query.properties, ...OfSetting }),
});

/** The list and the file of a part of the trail, at `path` below the sponsor. */
const trail = <const Path extends string, Params extends TSchema>(
  path: Path,
  summary: string,
  params: Params,
) => {
  const named = { ...AUDIT, path: `/1.0/sponsors/:sponsorKey/${path}` as const, summary };
  return {
    list: defineCall({ ...defineList(named), params }),
    file: defineCall({ ...defineListExport(named), params }),
  };
};

const ofSponsor = trail(
  'audit-trail',
  'What was changed in the settings of the sponsor that belong to no region and no step',
  InSponsor,
);
const ofRegion = trail(
  'appendix-audit-trail/:id',
  'What was changed in the settings of a region',
  Type.Object({ sponsorKey, id: OneOf(...SETTING_REGIONS) }),
);
const ofStep = trail(
  'workflow/:id/audit-trail',
  'What was changed in a step of the workflow, also after its removal',
  Type.Object({ sponsorKey, id: Type.String({ maxLength: 60, pattern: '^\\w+$' }) }),
);
export const [listSponsorAudit, exportSponsorAudit] = [ofSponsor.list, ofSponsor.file];
export const [listRegionAudit, exportRegionAudit] = [ofRegion.list, ofRegion.file];
export const [listStepAudit, exportStepAudit] = [ofStep.list, ofStep.file];

/** What each named trail is called as `setting`; `id` is that of its address. */
export const SETTINGS_TRAILS = [
  { ...ofSponsor, setting: (_id: string) => 'sponsor' },
  { ...ofRegion, setting: (id: string) => `region.${id}` },
  { ...ofStep, setting: (id: string) => `workflowStep.${id}` },
] as const;
