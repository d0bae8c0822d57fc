/** Mapping rules of a study as a server with sample rules answers them. */
import type { ListSourceFile } from '../../schemas/compile/lists.ts';
import rulesList from '../../schemas/lists/MU-ES-MR.list.json' with { type: 'json' };
import * as contract from '../../shared/contract/index.ts';
import type { MappingRule } from '../../shared/sync/mappingRule.ts';
import { fake, type FakeCall } from './fakeCalls.ts';
import { listCalls, paged } from './sampleListInfo.ts';

type RuleFacts = contract.DataOf<typeof contract.readMappingRule>;

export const sampleRule = (more: Partial<MappingRule> = {}): MappingRule => ({
  itemId: 'OUTCOME',
  targetSeqNo: 1,
  metadataVersion: 'v3',
  source: { eventOid: '*', formOid: 'AE', groupOid: 'AE_LOG', itemOid: 'AE.AEOUT', row: 'same' },
  transform: { kind: 'map', values: { FATAL: '5', UNKNOWN: 'null:UNK' } },
  condition: [{ itemOid: 'AE.AETERM', operator: 'NOT_NULL', values: [] }],
  joinWith: null,
  nullFlavorWhenEmpty: 'UNK',
  overwrite: 'ifUntouched',
  significant: true,
  comment: '',
  version: 4,
  ...more,
});

const EVENT = {
  formOid: 'AE',
  groupOid: 'AE_LOG',
  termItemOid: 'AE.AETERM',
  seriousItemOid: 'AE.AESER',
  seriousValues: ['Y'],
  bookletItemOid: null,
};
const GROUP = {
  groupId: 'REACTIONS',
  source: { formOid: 'AE', groupOid: 'AE_LOG', condition: [] },
  rows: 'selected' as const,
  window: null,
  version: 1,
  faults: [],
};
const MEDICATION = {
  ...GROUP,
  groupId: 'DRUGS',
  source: { formOid: 'CM', groupOid: 'CM_LOG', condition: [] },
  rows: 'all' as const,
  window: { startItemOid: 'CM.CMSTDTC', endItemOid: 'CM.CMENDTC', onsetItemOid: 'AE.AESTDTC', days: 30 },
  faults: [{ fault: 'noItem' as const, detail: 'CM_LOG' }],
};

const item = (itemKey: string, label: string) => ({
  id: itemKey,
  label: `${label} (${itemKey})`,
  type: 'ITEM',
  children: [],
  property: { itemKey, pageLabel: 'Adverse events', verKey: 'v3', type: 'text' },
});
const ITEMS = [
  item('AE.AETERM', 'Reported term'),
  item('AE.AESER', 'Serious'),
  item('AE.AEOUT', 'Outcome'),
  item('AE.AESTDTC', 'Start date'),
];
const CODES = [
  { code: 'FATAL', label: 'Fatal' },
  { code: 'UNKNOWN', label: 'Unknown' },
  { code: 'SLEEPING', label: 'Sleeping' },
];
export const sampleTree: contract.CdmsTreeNode[] = [
  {
    id: 'AE',
    label: 'Adverse events (AE)',
    type: 'FORM',
    property: { itemKey: 'AE', pageLabel: 'Adverse events', verKey: 'v3', type: 'FORM' },
    children: [
      {
        id: 'AE_LOG',
        label: 'Log line (AE_LOG)',
        type: 'GROUP',
        property: { itemKey: 'AE_LOG', pageLabel: 'Adverse events', verKey: 'v3', type: 'GROUP' },
        children: ITEMS,
      },
    ],
  },
];

const listRow = (
  rowKey: string,
  cells: Record<string, string>,
  state: string,
  words: string,
): contract.ListRow => ({
  rowKey,
  name: cells['label'] ?? '',
  delFlag: 'N',
  link: `study-list/3/detail/mapping-rule/${cells['itemId'] ?? ''}/1/detail`,
  cells: { ...cells, state: words },
  codes: { state: [state] },
});
const ROWS = [
  listRow(
    'TERM|1',
    { itemId: 'TERM', label: 'Reported term', source: 'AE / AE_LOG / AE.AETERM' },
    'ok',
    'Mapped',
  ),
  listRow(
    'OUTCOME|1',
    {
      itemId: 'OUTCOME',
      label: 'Outcome',
      source: 'AE / AE_LOG / AE.AEOUT',
      faults: 'Codes without an entry',
    },
    'broken',
    'Broken',
  ),
  listRow(
    'SEX|1',
    { itemId: 'SEX', label: 'Sex', source: 'DM / DM / DM.SEX[first]' },
    'proposed',
    'Proposed',
  ),
  listRow('HEIGHT|1', { itemId: 'HEIGHT', label: 'Height' }, 'none', 'Not mapped'),
];

interface SampleMapping {
  rule?: Partial<RuleFacts>;
  preview?: Partial<contract.DataOf<typeof contract.previewMapping>>;
}

/** What the pages of mapping rules read. */
export const mappingCalls = ({ rule = {}, preview = {} }: SampleMapping = {}): FakeCall[] => [
  ...listCalls([rulesList] as unknown as ListSourceFile[]),
  fake(contract.listMappingRules, () => paged('MU-ES-MR', ROWS)),
  fake(contract.readMappingRuleSet, () => ({
    studyName: 'ACME-301',
    versionNo: 12,
    changedAt: '2026-11-24T08:00:00.000Z',
    changedBy: 'Mina Park',
    metadataVersion: 'v3',
    event: EVENT,
    groups: [GROUP, MEDICATION],
    caseGroups: [
      { id: 'REACTIONS', label: 'Reactions' },
      { id: 'DRUGS', label: 'Drugs' },
    ],
    mapped: 2,
    total: 4,
    broken: 1,
    proposals: [
      { itemId: 'SEX', label: 'Sex', targetSeqNo: 1, text: 'DM / DM / DM.SEX[first] · map F=2; M=1' },
      { itemId: 'AGE', label: 'Age', targetSeqNo: 1, text: 'DM / DM / DM.AGE[first] · number' },
    ],
  })),
  fake(contract.listCdmsItems, () => ({
    tree: sampleTree,
    sources: Object.fromEntries(
      ITEMS.map(({ id }) => [
        id,
        {
          formOid: 'AE',
          groupOid: 'AE_LOG',
          itemOid: id,
          dataType: 'text',
          codes: id === 'AE.AEOUT' ? CODES : [],
        },
      ]),
    ),
  })),
  fake(contract.readMappingRule, () => ({
    studyName: 'ACME-301',
    item: {
      label: 'Outcome',
      pageLabel: 'Reactions',
      groupLabels: ['Reactions and events'],
      control: 'codeList',
      maxLength: 1,
      nullFlavors: ['UNK'],
      codes: [
        { code: '1', label: 'Recovered' },
        { code: '5', label: 'Fatal' },
      ],
    },
    rule: sampleRule(),
    proposal: null,
    faults: [{ fault: 'newCodes' as const, detail: 'SLEEPING' }],
    metadataVersion: 'v3',
    numbers: [1],
    groups: [],
    units: ['kg', 'g'],
    records: [{ id: 'study', label: 'Study', items: [{ id: 'NUMBER', label: 'Number' }] }],
    ...rule,
  })),
  fake(contract.previewMapping, () => ({
    subjects: [{ subjectNo: 7, label: '301-014', events: 2 }],
    subjectNo: 7,
    before: [],
    after: [
      {
        address: 'OUTCOME|1|0|0',
        value: '5',
        nullFlavor: null,
        parts: [
          {
            targetSeqNo: 1,
            sourceText: 'FATAL',
            source: 'ACM301 / 301-014 / SUBJECT / AE / AE_LOG[1] / AE.AEOUT',
          },
        ],
      },
    ],
    problems: [
      {
        kind: 'unmapped' as const,
        address: 'OUTCOME|2|0|0',
        sourceText: 'SLEEPING',
        source: 'ACM301 / 301-014 / SUBJECT / AE / AE_LOG[2] / AE.AEOUT',
      },
    ],
    blinded: false,
    ...preview,
  })),
  fake(contract.readMappingSources, () => ({
    studyName: 'ACME-301',
    label: 'Outcome',
    studies: 3,
    sources: [
      { rule: sampleRule(), faults: [{ fault: 'newCodes' as const, detail: 'SLEEPING' }], usedIn: 2 },
    ],
    proposals: [sampleRule({ targetSeqNo: 2, transform: { kind: 'text' } })],
  })),
  fake(contract.listMappingStudies, () => ({ studies: [{ studyKey: 4, name: 'ACME-302', rules: 31 }] })),
  fake(contract.compareMappingRules, () => ({
    versionNo: 12,
    differences: [
      {
        change: 'changed' as const,
        what: 'rule' as const,
        name: 'OUTCOME',
        label: 'Outcome',
        targetSeqNo: 1,
        before: 'AE / AE_LOG / AE.AEOUT · map FATAL=5',
        after: 'AE / AE_LOG / AE.AEOUT · code',
        faults: [{ fault: 'noItem' as const, detail: 'AE.AEOUT' }],
      },
    ],
  })),
  fake(contract.saveMappingRule, () => ({ version: 5 })),
];
