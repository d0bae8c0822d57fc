/** Subjects and rules of a study for the tests of mapping. */
import { codeListsOf, compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { recordKeyOf, type SourceRow } from '../study-data/studyData.ts';
import { mapSubject, type MappingInput } from './mapSubject.ts';
import type { MappingCatalogue } from './mappingCatalogue.ts';
import type { GroupRule, MappingRule, RuleSet } from './mappingRule.ts';
import type { SubjectRow } from './sourceRows.ts';

const whole = compileCatalogue(realSources);
export const catalogue: MappingCatalogue = { ...whole, codeLists: codeListsOf(realSources) };
export const item = (role: string): string => whole.roles[role] ?? '';
export const group = (role: string): string => whole.groupRoles[role] ?? '';

export const row = (
  form: string,
  repeat: number,
  values: SourceRow['values'],
  more: Partial<SubjectRow> = {},
) => {
  const made = {
    subjectKey: '1001',
    eventOid: 'SUBJECT',
    eventRepeat: '',
    formOid: form,
    formRepeat: '',
    groupOid: `${form}_LOG`,
    groupRepeat: String(repeat),
    recordId: null,
    values,
    changedAt: null,
    ...more,
  };
  return { ...made, recordKey: recordKeyOf(made) };
};

export const rule = (
  itemId: string,
  form: string,
  itemOid: string | null,
  more: Partial<MappingRule> = {},
) => ({
  itemId,
  targetSeqNo: 1,
  metadataVersion: 'v1',
  source: { eventOid: '*', formOid: form, groupOid: form && `${form}_LOG`, itemOid, row: 'same' as const },
  transform: { kind: 'text' as const },
  condition: [],
  joinWith: null,
  nullFlavorWhenEmpty: null,
  overwrite: 'ifUntouched' as const,
  significant: true,
  comment: '',
  version: 1,
  ...more,
});

export const rowsFrom = (groupId: string, form: string, more: Partial<GroupRule> = {}): GroupRule => ({
  groupId,
  source: { formOid: form, groupOid: `${form}_LOG`, condition: [] },
  rows: 'all',
  window: null,
  version: 1,
  ...more,
});

export const ruleSet = (groups: GroupRule[], rules: MappingRule[]): RuleSet => ({
  event: {
    formOid: 'AE',
    groupOid: 'AE_LOG',
    termItemOid: 'AE.AETERM',
    seriousItemOid: 'AE.AESER',
    seriousValues: ['Y'],
    bookletItemOid: null,
  },
  groups,
  rules,
});

export const map = (given: Pick<MappingInput, 'ruleSet' | 'rows'> & Partial<MappingInput>) =>
  mapSubject({
    catalogue,
    study: { studyOid: 'VEL', fields: { protocol: 'VEL301' } },
    subject: {
      subjectKey: '1001',
      label: 'S-1001',
      siteOid: 'S07',
      siteName: 'Seoul',
      country: 'KR',
    },
    selected: given.rows.filter(({ formOid }) => formOid === 'AE').map(({ recordKey }) => recordKey),
    lookups: {},
    ...given,
  });
