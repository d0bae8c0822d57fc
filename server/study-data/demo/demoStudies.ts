/** Two invented studies. Their data changes every hour of the product's clock, as that of a running study does. */
import type { SourceRow, StudyData } from '../../../shared/study-data/studyData.ts';
import { demoMetadata, FORMS, itemOid, type FormName, type Visit } from './demoForms.ts';

const HOUR_MS = 3_600_000;
/** hours after which the forms are amended */
const AMENDMENT_HOURS = 24;

type Values = Readonly<Record<string, string | null>>;

interface DemoEvent {
  subject: string;
  visit: Visit;
  /** of the source; it stays when rows are numbered again */
  record: string;
  /** hours after the start from which it is there, and from which it is gone */
  from?: number;
  until?: number;
  values: Values;
  /** later states, by hours after the start */
  later?: Readonly<Record<number, Values>>;
}

interface DemoStudy {
  studyOid: string;
  protocol: string;
  drug: { name: string; dose: string; unit: string; route: string };
  subjects: readonly {
    label: string;
    born: string;
    age: string;
    sex: 'M' | 'F';
    weight: string;
    site: string;
    history?: string;
    /** medication and what it is taken for */
    medication?: readonly [string, string];
  }[];
  events: readonly DemoEvent[];
}

const SITES: Record<string, { name: string; country: string }> = {
  '01': { name: 'Hanbit University Hospital', country: 'KR' },
  '02': { name: 'Lakeside Clinic', country: 'US' },
  '03': { name: 'Nordstadt Klinikum', country: 'DE' },
};

/** The usual values of an event that is not serious. */
const mild = (term: string, start: string, more: Values = {}): Values => ({
  AETERM: term,
  AESTDTC: start,
  AEENDTC: null,
  AESER: 'N',
  AESDTH: 'N',
  AESLIFE: 'N',
  AESHOSP: 'N',
  AEOUT: 'RECOVERING/RESOLVING',
  AEACN: 'DOSE NOT CHANGED',
  AEREL: 'NOT RELATED',
  BOOKLET: 'OPEN',
  ...more,
});

const serious = (term: string, start: string, more: Values = {}): Values =>
  mild(term, start, {
    AESER: 'Y',
    AESHOSP: 'Y',
    AEOUT: 'NOT RECOVERED/NOT RESOLVED',
    AEACN: 'DRUG INTERRUPTED',
    AEREL: 'RELATED',
    BOOKLET: 'COMPLETE',
    ...more,
  });

const VELANORIX: DemoStudy = {
  studyOid: 'VEL301',
  protocol: 'HB-VEL-301',
  drug: { name: 'Velanorix 20 mg tablet', dose: '20', unit: 'mg', route: 'ORAL' },
  subjects: [
    {
      label: '301-001',
      born: '1961',
      age: '65',
      sex: 'F',
      weight: '62.5',
      site: '01',
      history: 'Hypertension',
    },
    {
      label: '301-002',
      born: '1974',
      age: '52',
      sex: 'M',
      weight: '81.0',
      site: '01',
      medication: ['Paracetamol', 'Headache'],
    },
    { label: '301-005', born: '1958', age: '68', sex: 'F', weight: '70.2', site: '02', history: 'Asthma' },
    {
      label: '301-009',
      born: '1949',
      age: '77',
      sex: 'M',
      weight: '77.4',
      site: '02',
      history: 'Type 2 diabetes',
      medication: ['Metformin', 'Type 2 diabetes'],
    },
    { label: '301-014', born: '1980', age: '46', sex: 'F', weight: '58.9', site: '03' },
    { label: '301-017', born: '1966', age: '60', sex: 'M', weight: '90.1', site: '03', history: 'Gout' },
  ],
  events: [
    { subject: '301-001', visit: 'V1', record: 'V-101', values: mild('Dizziness', '2026-08-03') },
    {
      subject: '301-001',
      visit: 'V3',
      record: 'V-102',
      values: serious('Syncope', '2026-10-11', { AESLIFE: 'N' }),
      later: {
        1: { AEOUT: 'RECOVERING/RESOLVING' },
        5: { AEOUT: 'RECOVERED/RESOLVED', AEENDTC: '2026-10-19' },
      },
    },
    { subject: '301-002', visit: 'V2', record: 'V-103', values: mild('Nausea', '2026-09-02') },
    {
      subject: '301-002',
      visit: 'V2',
      record: 'V-104',
      values: mild('Headache', '2026-09', { AEOUT: 'RECOVERED/RESOLVED', AEENDTC: '2026-09' }),
    },
    { subject: '301-005', visit: 'V1', record: 'V-105', values: mild('Cough', '2026-08-20'), until: 7 },
    {
      subject: '301-005',
      visit: 'V4',
      record: 'V-106',
      values: serious('Angioedema', '2026-11-02', { AESLIFE: 'Y', AEACN: 'DRUG WITHDRAWN' }),
    },
    {
      subject: '301-009',
      visit: 'V2',
      record: 'V-107',
      values: serious('Pneumonia', '2026-09-28', { AEREL: 'NOT RELATED' }),
      // the site no longer regards it as serious
      later: { 3: { AESER: 'N', AESHOSP: 'N' } },
    },
    { subject: '301-009', visit: 'V3', record: 'V-108', values: mild('Hypoglycaemia', '2026-10-05') },
    { subject: '301-014', visit: 'V1', record: 'V-109', values: mild('Headache', '2026-08-14') },
    {
      subject: '301-014',
      visit: 'UNS',
      record: 'V-110',
      values: mild('Rash, trunk', '2026-10-30', { AEREL: 'RELATED' }),
      later: { 2: { AETERM: 'Rash maculo-papular', AEOUT: 'RECOVERED/RESOLVED', AEENDTC: '2026-11-12' } },
    },
    { subject: '301-017', visit: 'V2', record: 'V-111', values: mild('Arthralgia', '2026-09-15') },
    {
      subject: '301-017',
      visit: 'V4',
      record: 'V-112',
      values: serious('Acute kidney injury', '2026-11-08'),
      later: { 6: { AEOUT: 'RECOVERING/RESOLVING' } },
    },
    {
      subject: '301-002',
      visit: 'V4',
      record: 'V-113',
      from: 2,
      values: serious('Hyperkalaemia', '2026-11-20'),
    },
    { subject: '301-014', visit: 'V3', record: 'V-114', from: 4, values: mild('Fatigue', '2026-11-21') },
  ],
};

const CORDAPLEN: DemoStudy = {
  studyOid: 'COR202',
  protocol: 'HB-COR-202',
  drug: { name: 'Cordaplen 5 mg/ml solution for injection', dose: '40', unit: 'mg', route: 'SUBCUTANEOUS' },
  subjects: [
    {
      label: '202-004',
      born: '1955',
      age: '71',
      sex: 'F',
      weight: '66.0',
      site: '02',
      history: 'Osteoporosis',
    },
    { label: '202-017', born: '1988', age: '38', sex: 'F', weight: '54.3', site: '03' },
    {
      label: '202-021',
      born: '1970',
      age: '56',
      sex: 'M',
      weight: '84.8',
      site: '02',
      medication: ['Methotrexate', 'Rheumatoid arthritis'],
    },
  ],
  events: [
    { subject: '202-004', visit: 'V2', record: 'C-201', values: serious('Cellulitis', '2026-09-19') },
    {
      subject: '202-017',
      visit: 'V1',
      record: 'C-202',
      values: mild('Injection site reaction', '2026-08-25'),
    },
    {
      subject: '202-021',
      visit: 'V2',
      record: 'C-203',
      values: mild('Alanine aminotransferase increased', '2026-09-23'),
    },
    {
      subject: '202-021',
      visit: 'V3',
      record: 'C-204',
      from: 3,
      values: serious('Herpes zoster', '2026-11-18', { AESHOSP: 'N', AESLIFE: 'N' }),
    },
  ],
};

const STUDIES = [VELANORIX, CORDAPLEN];

export const demoStudyList = STUDIES.map(({ studyOid, protocol }) => ({ studyOid, protocol }));

/** The data of a study so many milliseconds after the start. Undefined: there is no such study. */
export function demoStudy(studyOid: string, since: Date, now: Date): StudyData | undefined {
  const study = STUDIES.find((one) => one.studyOid === studyOid);
  if (!study) return undefined;
  const hours = Math.max(0, (now.getTime() - since.getTime()) / HOUR_MS);
  return {
    studyOid,
    protocol: study.protocol,
    metadata: demoMetadata(hours >= AMENDMENT_HOURS),
    kind: 'snapshot',
    groupOids: null,
    subjectKeys: null,
    asOf: null,
    subjects: study.subjects.map(({ label, site }) => ({
      subjectKey: label,
      label,
      siteOid: site,
      siteName: SITES[site]?.name ?? '',
      country: '',
    })),
    rows: study.subjects.flatMap((subject) => rowsOf(study, subject, { since, hours })),
    removed: [],
  };
}

function rowsOf(
  { drug, events }: DemoStudy,
  { label, born, age, sex, weight, site, history, medication }: DemoStudy['subjects'][number],
  at: { since: Date; hours: number },
): SourceRow[] {
  const row = rowIn(label, at.since);
  return [
    row('DM', 'SCR', '', null, {
      SUBJID: label,
      BRTHDTC: born,
      AGE: age,
      AGEU: 'YEARS',
      SEX: sex,
      COUNTRY: SITES[site]?.country ?? null,
      SITEID: site,
    }),
    row('VS', 'SCR', '1', null, { VSTESTCD: 'WEIGHT', VSORRES: weight, VSORRESU: 'kg' }),
    ...(history ? [row('MH', 'SCR', '1', null, { MHTERM: history, MHSTDTC: '2015', MHONGO: 'Y' })] : []),
    row('EX', 'V1', '1', null, {
      EXTRT: drug.name,
      EXDOSE: drug.dose,
      EXDOSU: drug.unit,
      EXROUTE: drug.route,
      EXSTDTC: '2026-07-20',
      EXENDTC: null,
    }),
    ...(medication
      ? [row('CM', 'SCR', '1', null, { CMTRT: medication[0], CMINDC: medication[1], CMSTDTC: '2024-03' })]
      : []),
    ...events
      .filter(
        ({ subject, from = 0, until = Infinity }) =>
          subject === label && at.hours >= from && at.hours < until,
      )
      .map((event, index) => eventRow(event, String(index + 1), at)),
  ];
}

function eventRow(
  { subject, visit, record, values, from = 0, later = {} }: DemoEvent,
  repeat: string,
  { since, hours }: { since: Date; hours: number },
): SourceRow {
  const reached = Object.entries(later).filter(([hour]) => hours >= Number(hour));
  const newest = Math.max(from, ...reached.map(([hour]) => Number(hour)));
  const row = rowIn(subject, since);
  return row(
    'AE',
    visit,
    repeat,
    record,
    Object.assign({}, values, ...reached.map(([, change]) => change)) as Values,
    newest,
  );
}

const rowIn =
  (subjectKey: string, since: Date) =>
  (
    form: FormName,
    visit: Visit,
    groupRepeat: string,
    recordId: string | null,
    values: Values,
    hours = 0,
  ): SourceRow => ({
    subjectKey,
    eventOid: visit,
    eventRepeat: '',
    formOid: FORMS[form].form,
    formRepeat: '',
    groupOid: FORMS[form].group,
    groupRepeat,
    recordId,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [itemOid(form, name), value])),
    changedAt: new Date(since.getTime() + hours * HOUR_MS).toISOString(),
  });

/** The same rows with other numbers: the newest first, as sources number them after a deletion. */
export function renumbered(data: StudyData): StudyData {
  const records = Map.groupBy(
    data.rows.filter(({ recordId }) => recordId !== null),
    ({ subjectKey }) => subjectKey,
  );
  const numberOf = (row: SourceRow): string => {
    const all = records.get(row.subjectKey) ?? [];
    return String(all.length - all.indexOf(row));
  };
  return {
    ...data,
    rows: data.rows.map((row) => (row.recordId === null ? row : { ...row, groupRepeat: numberOf(row) })),
  };
}
