/** The forms of the demo studies: the usual ones, with the names of CDASH. */
import type { MetadataItem, StudyMetadata } from '../../../shared/study-data/studyData.ts';

type ItemSpec = [name: string, label: string, type: string, codes?: readonly string[]];

interface FormSpec {
  form: string;
  group: string;
  label: string;
  repeating: boolean;
  items: readonly ItemSpec[];
}

const YES_NO = ['Y=Yes', 'N=No'];
const OUTCOMES = [
  'RECOVERED/RESOLVED=Recovered',
  'RECOVERING/RESOLVING=Recovering',
  'NOT RECOVERED/NOT RESOLVED=Not recovered',
  'RECOVERED/RESOLVED WITH SEQUELAE=Recovered with sequelae',
  'FATAL=Fatal',
  'UNKNOWN=Unknown',
];
const ACTIONS = [
  'DRUG WITHDRAWN=Drug withdrawn',
  'DRUG INTERRUPTED=Drug interrupted',
  'DOSE REDUCED=Dose reduced',
  'DOSE NOT CHANGED=Dose not changed',
  'NOT APPLICABLE=Not applicable',
  'UNKNOWN=Unknown',
];
const ROUTES = ['ORAL=Oral', 'SUBCUTANEOUS=Subcutaneous'];

export const FORMS = {
  DM: {
    form: 'DM',
    group: 'DM',
    label: 'Demography',
    repeating: false,
    items: [
      ['SUBJID', 'Subject number', 'text'],
      ['BRTHDTC', 'Year of birth', 'partialDate'],
      ['AGE', 'Age', 'integer'],
      ['AGEU', 'Unit of age', 'text', ['YEARS=Years']],
      ['SEX', 'Sex', 'text', ['M=Male', 'F=Female', 'U=Unknown']],
      ['COUNTRY', 'Country of the site', 'text'],
      ['SITEID', 'Site', 'text'],
    ],
  },
  VS: {
    form: 'VS',
    group: 'VS',
    label: 'Vital signs',
    repeating: true,
    items: [
      ['VSTESTCD', 'Test', 'text', ['WEIGHT=Weight', 'HEIGHT=Height']],
      ['VSORRES', 'Result', 'float'],
      ['VSORRESU', 'Unit', 'text'],
    ],
  },
  MH: {
    form: 'MH',
    group: 'MH_LOG',
    label: 'Medical history',
    repeating: true,
    items: [
      ['MHTERM', 'Condition', 'text'],
      ['MHSTDTC', 'Start', 'partialDate'],
      ['MHONGO', 'Ongoing', 'text', YES_NO],
    ],
  },
  EX: {
    form: 'EX',
    group: 'EX_LOG',
    label: 'Study drug',
    repeating: true,
    items: [
      ['EXTRT', 'Study drug', 'text'],
      ['EXDOSE', 'Dose', 'float'],
      ['EXDOSU', 'Unit of dose', 'text'],
      ['EXROUTE', 'Route', 'text', ROUTES],
      ['EXSTDTC', 'Start', 'partialDate'],
      ['EXENDTC', 'End', 'partialDate'],
    ],
  },
  CM: {
    form: 'CM',
    group: 'CM_LOG',
    label: 'Concomitant medication',
    repeating: true,
    items: [
      ['CMTRT', 'Medication', 'text'],
      ['CMINDC', 'Indication', 'text'],
      ['CMDOSE', 'Dose', 'float'],
      ['CMDOSU', 'Unit of dose', 'text'],
      ['CMSTDTC', 'Start', 'partialDate'],
    ],
  },
  AE: {
    form: 'AE',
    group: 'AE_LOG',
    label: 'Adverse event',
    repeating: true,
    items: [
      ['AETERM', 'Event', 'text'],
      ['AESTDTC', 'Start', 'partialDate'],
      ['AEENDTC', 'End', 'partialDate'],
      ['AESER', 'Serious', 'text', YES_NO],
      ['AESDTH', 'Death', 'text', YES_NO],
      ['AESLIFE', 'Life-threatening', 'text', YES_NO],
      ['AESHOSP', 'Hospitalisation', 'text', YES_NO],
      ['AEOUT', 'Outcome', 'text', OUTCOMES],
      ['AEACN', 'Action taken with study drug', 'text', ACTIONS],
      ['AEREL', 'Related to study drug', 'text', ['RELATED=Related', 'NOT RELATED=Not related']],
      ['BOOKLET', 'Booklet status', 'text', ['COMPLETE=Complete', 'OPEN=Open']],
    ],
  },
} as const satisfies Record<string, FormSpec>;
export type FormName = keyof typeof FORMS;

/** the forms of the second version, which an amendment brings */
const AMENDED: readonly ItemSpec[] = [['AETOXGR', 'Grade', 'text', ['1=Mild', '2=Moderate', '3=Severe']]];

const VISITS = [
  ['SCR', 'Screening'],
  ['V1', 'Visit 1'],
  ['V2', 'Visit 2'],
  ['V3', 'Visit 3'],
  ['V4', 'Visit 4'],
  ['UNS', 'Unscheduled visit'],
] as const;
export type Visit = (typeof VISITS)[number][0];

export const itemOid = (form: FormName, name: string): string => `${form}.${name}`;

function itemOf(form: FormName, [name, label, dataType, codes]: ItemSpec): MetadataItem {
  return {
    oid: itemOid(form, name),
    label,
    name,
    dataType,
    length: dataType === 'text' ? 200 : null,
    codes:
      codes?.map((one) => {
        const [code = '', words = ''] = one.split('=');
        return { code, label: words };
      }) ?? null,
  };
}

export function demoMetadata(amended: boolean): StudyMetadata {
  const specs: [FormName, FormSpec][] = Object.entries(FORMS) as [FormName, FormSpec][];
  return {
    versionOid: amended ? 'v2' : 'v1',
    name: amended ? 'Amendment 1' : 'First version',
    events: VISITS.map(([oid, label]) => ({
      oid,
      label,
      repeating: false,
      formOids: oid === 'SCR' ? ['DM', 'VS', 'MH', 'CM'] : ['EX', 'AE', 'CM'],
    })),
    forms: specs.map(([, { form, label, group, repeating }]) => ({
      oid: form,
      label,
      repeating,
      groupOids: [group],
    })),
    groups: specs.map(([name, { group, label, repeating, items }]) => ({
      oid: group,
      label,
      domain: name,
      repeating,
      items: [...items, ...(amended && name === 'AE' ? AMENDED : [])].map((spec) => itemOf(name, spec)),
    })),
  };
}
