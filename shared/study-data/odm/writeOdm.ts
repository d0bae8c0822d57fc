/** Writes a picture as an ODM 1.3.2 snapshot: what the demo source answers, and what the reader's laws are checked with. */
import type { MetadataGroup, SourceRow, StudyData, StudyMetadata } from '../studyData.ts';

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // an attribute would give them back as blanks
    .replaceAll('\n', '&#10;')
    .replaceAll('\r', '&#13;')
    .replaceAll('\t', '&#9;');

type Attributes = Record<string, string | null>;

const tag = (name: string, attributes: Attributes, content: readonly string[] = []): string => {
  const written = Object.entries(attributes)
    .flatMap(([key, value]) => (value === null || value === '' ? [] : [` ${key}="${escaped(value)}"`]))
    .join('');
  return content.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${content.join('')}</${name}>`;
};

const yesNo = (flag: boolean): string => (flag ? 'Yes' : 'No');

/** `at`: when the snapshot was made. */
export function writeOdm(data: StudyData, at: Date): string {
  const { studyOid, protocol, metadata } = data;
  const sites = new Map(
    data.subjects.filter(({ siteOid }) => siteOid !== '').map((one) => [one.siteOid, one.siteName]),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${tag(
    'ODM',
    {
      xmlns: 'http://www.cdisc.org/ns/odm/v1.3',
      'xmlns:mdsol': 'http://www.mdsol.com/ns/odm/metadata',
      ODMVersion: '1.3.2',
      FileType: 'Snapshot',
      FileOID: `${studyOid} ${at.toISOString()}`,
      CreationDateTime: at.toISOString(),
    },
    [
      tag('Study', { OID: studyOid }, [
        tag('GlobalVariables', {}, [element('StudyName', studyOid), element('ProtocolName', protocol)]),
        ...(metadata ? [metadataXml(metadata)] : []),
      ]),
      tag(
        'AdminData',
        { StudyOID: studyOid },
        [...sites].map(([OID, Name]) => tag('Location', { OID, Name, LocationType: 'Site' })),
      ),
      clinicalXml(data),
    ],
  )}\n`;
}

const element = (name: string, text: string): string => `<${name}>${escaped(text)}</${name}>`;

const metadataXml = ({ versionOid, name, events, forms, groups }: StudyMetadata): string =>
  tag('MetaDataVersion', { OID: versionOid, Name: name }, [
    ...events.map(({ oid, label, repeating, formOids }) =>
      tag(
        'StudyEventDef',
        { OID: oid, Name: label, Repeating: yesNo(repeating), Type: 'Scheduled' },
        formOids.map((FormOID) => tag('FormRef', { FormOID, Mandatory: 'No' })),
      ),
    ),
    ...forms.map(({ oid, label, repeating, groupOids }) =>
      tag(
        'FormDef',
        { OID: oid, Name: label, Repeating: yesNo(repeating) },
        groupOids.map((ItemGroupOID) => tag('ItemGroupRef', { ItemGroupOID, Mandatory: 'No' })),
      ),
    ),
    ...groups.map(({ oid, label, repeating, domain, items }) =>
      tag(
        'ItemGroupDef',
        { OID: oid, Name: label, Repeating: yesNo(repeating), Domain: domain },
        items.map((item) => tag('ItemRef', { ItemOID: item.oid, Mandatory: 'No' })),
      ),
    ),
    ...groups.flatMap(itemsXml),
  ]);

const itemsXml = ({ items }: MetadataGroup): string[] =>
  items.flatMap(({ oid, label, name, dataType, length, codes }) => {
    const list = `CL.${oid}`;
    return [
      tag(
        'ItemDef',
        {
          OID: oid,
          Name: name,
          SDSVarName: name,
          DataType: dataType,
          Length: length === null ? null : String(length),
        },
        [
          `<Question>${element('TranslatedText', label)}</Question>`,
          ...(codes ? [tag('CodeListRef', { CodeListOID: list })] : []),
        ],
      ),
      ...(codes
        ? [
            tag(
              'CodeList',
              { OID: list, Name: label, DataType: 'text' },
              codes.map(({ code, label: words }) =>
                tag('CodeListItem', { CodedValue: code }, [
                  `<Decode>${element('TranslatedText', words)}</Decode>`,
                ]),
              ),
            ),
          ]
        : []),
    ];
  });

function clinicalXml({ studyOid, metadata, subjects, rows }: StudyData): string {
  const rowsOf = Map.groupBy(rows, ({ subjectKey }) => subjectKey);
  return tag(
    'ClinicalData',
    { StudyOID: studyOid, MetaDataVersionOID: metadata?.versionOid ?? null },
    subjects.map(({ subjectKey, label, siteOid }) =>
      tag('SubjectData', { SubjectKey: subjectKey, 'mdsol:SubjectName': label }, [
        ...(siteOid === '' ? [] : [tag('SiteRef', { LocationOID: siteOid })]),
        ...(rowsOf.get(subjectKey) ?? []).map(rowXml),
      ]),
    ),
  );
}

/** Each in levels of its own: readers put them together by their keys. */
const rowXml = (row: SourceRow): string =>
  tag('StudyEventData', { StudyEventOID: row.eventOid, StudyEventRepeatKey: row.eventRepeat }, [
    tag('FormData', { FormOID: row.formOid, FormRepeatKey: row.formRepeat }, [
      tag(
        'ItemGroupData',
        { ItemGroupOID: row.groupOid, ItemGroupRepeatKey: row.groupRepeat, 'mdsol:RecordId': row.recordId },
        [
          ...(row.changedAt === null
            ? []
            : [`<AuditRecord>${element('DateTimeStamp', row.changedAt)}</AuditRecord>`]),
          ...Object.entries(row.values).map(([ItemOID, value]) =>
            tag('ItemData', value === null ? { ItemOID, IsNull: 'Yes' } : { ItemOID, Value: value }),
          ),
        ],
      ),
    ]),
  ]);
