/** Collects the definitions of an ODM document: events, forms, groups, items and code lists, of 1.3.2 and of 2.0. */
import type { MetadataGroup, MetadataItem, StudyMetadata } from '../studyData.ts';
import { MAX_DEFINITIONS, MAX_GROUP_LEVELS, UnreadableData } from '../unreadableData.ts';
import { mandatory, type OdmElement, type OdmHandler } from './odmElements.ts';

export interface OdmStudy {
  studyOid: string;
  name: string;
  protocol: string;
  /** by the OID of the version, in the order of the file */
  versions: Map<string, StudyMetadata>;
}

/** A definition that names others. */
interface Definition {
  oid: string;
  label: string;
  repeating: boolean;
  refs: string[];
}

interface GroupDefinition extends Definition {
  domain: string;
  itemRefs: string[];
}

interface ItemDefinition extends Omit<MetadataItem, 'codes'> {
  codeList: string | null;
}

interface Version {
  oid: string;
  name: string;
  events: Definition[];
  /** of 1.3.2; 2.0 has groups only */
  forms: Definition[];
  groups: Map<string, GroupDefinition>;
  items: Map<string, ItemDefinition>;
  codeLists: Map<string, { code: string; label: string }[]>;
}

const isYes = (text: string | undefined): boolean => text !== undefined && text !== 'No' && text !== '';

export function odmMetadata(): OdmHandler & { studies: () => OdmStudy[] } {
  const studies: OdmStudy[] = [];
  /** by the OIDs of their study and their own */
  const earlier = new Map<string, Version>();
  let study: OdmStudy | null = null;
  let version: Version | null = null;
  let definition: Definition | null = null;
  let group: GroupDefinition | null = null;
  let item: ItemDefinition | null = null;
  let codes: { code: string; label: string }[] | null = null;

  const openDefinition = (element: OdmElement): Definition => ({
    oid: mandatory(element, 'OID'),
    label: element.attributes['Name'] ?? mandatory(element, 'OID'),
    repeating: isYes(element.attributes['Repeating']),
    refs: [],
  });

  /** What an element of a version begins. */
  const begin = (element: OdmElement, of: Version): void => {
    const { name, attributes } = element;
    if (name === 'Include')
      include(of, earlier.get(`${attributes['StudyOID'] ?? ''} ${mandatory(element, 'MetaDataVersionOID')}`));
    else if (name === 'StudyEventDef') of.events.push((definition = openDefinition(element)));
    else if (name === 'FormDef') of.forms.push((definition = openDefinition(element)));
    else if (name === 'ItemGroupDef') {
      group = { ...openDefinition(element), domain: attributes['Domain'] ?? '', itemRefs: [] };
      of.groups.set(group.oid, group);
      definition = group;
    } else if (name === 'FormRef') definition?.refs.push(mandatory(element, 'FormOID'));
    else if (name === 'ItemGroupRef') definition?.refs.push(mandatory(element, 'ItemGroupOID'));
    else if (name === 'ItemRef' && definition === group) group?.itemRefs.push(mandatory(element, 'ItemOID'));
    else if (name === 'ItemDef') of.items.set(mandatory(element, 'OID'), (item = itemDefinition(element)));
    else if (name === 'CodeListRef' && item) item.codeList = mandatory(element, 'CodeListOID');
    else if (name === 'Alias') takeAlias(attributes, item, group);
    else if (name === 'CodeList') of.codeLists.set(mandatory(element, 'OID'), (codes = []));
    else if (name === 'CodeListItem' || name === 'EnumeratedItem') {
      const code = attributes['CodedValue'] ?? '';
      codes?.push({ code, label: code });
    }
  };

  /** What an element of a version ends, or words it. */
  const finish = ({ name, text, attributes, parent }: OdmElement): void => {
    if (name === 'StudyEventDef' || name === 'FormDef') definition = null;
    else if (name === 'ItemGroupDef') definition = group = null;
    else if (name === 'ItemDef') item = null;
    else if (name === 'CodeList') codes = null;
    else if (name === 'TranslatedText' && (attributes['lang'] ?? 'en').startsWith('en')) {
      const words = text.trim().replaceAll(/\s+/g, ' ');
      const last = codes?.at(-1);
      if (words === '') return;
      if (parent?.name === 'Decode' && last) last.label = words;
      else if (parent?.name === 'Question' && item) item.label = words;
    }
  };

  return {
    open: (element) => {
      const { name, attributes } = element;
      if (name === 'Study') {
        study = {
          studyOid: mandatory(element, 'OID'),
          name: attributes['StudyName'] ?? '',
          protocol: attributes['ProtocolName'] ?? '',
          versions: new Map(),
        };
        studies.push(study);
      } else if (name === 'MetaDataVersion' && study) {
        const oid = mandatory(element, 'OID');
        version = {
          oid,
          name: attributes['Name'] ?? oid,
          events: [],
          forms: [],
          groups: new Map(),
          items: new Map(),
          codeLists: new Map(),
        };
      } else if (version) begin(element, version);
    },
    close: (element) => {
      const { name, text } = element;
      if (name === 'StudyName' && study) study.name = text.trim();
      else if (name === 'ProtocolName' && study) study.protocol = text.trim();
      else if (name === 'MetaDataVersion' && version) {
        study?.versions.set(version.oid, metadataOf(version, element.line));
        earlier.set(`${study?.studyOid ?? ''} ${version.oid}`, version);
        version = null;
      } else if (name === 'Study') study = null;
      else if (version) finish(element);
    },
    studies: () => studies,
  };
}

/** A version may hold what it changes of an earlier one, whose other definitions are its own. */
function include(version: Version, of: Version | undefined): void {
  if (!of) return;
  version.events.unshift(...of.events);
  version.forms.unshift(...of.forms);
  version.groups = new Map([...of.groups, ...version.groups]);
  version.items = new Map([...of.items, ...version.items]);
  version.codeLists = new Map([...of.codeLists, ...version.codeLists]);
}

/** The last definition of each OID, where the first one was. */
const lastOfEach = <One extends { oid: string }>(definitions: readonly One[]): One[] => [
  ...new Map(definitions.map((one) => [one.oid, one])).values(),
];

/** `Alias` names an item or a group in CDASH or SDTM. */
function takeAlias(
  { Context: context = '', Name: name = '' }: OdmElement['attributes'],
  item: ItemDefinition | null,
  group: GroupDefinition | null,
): void {
  if (!/cdash|sdtm/i.test(context) || name === '') return;
  if (item) item.name = lastPart(name);
  else if (group && group.domain === '') group.domain = name.split('.')[0] ?? '';
}

const lastPart = (oid: string): string => oid.split('.').at(-1) ?? oid;

function itemDefinition(element: OdmElement): ItemDefinition {
  const { attributes } = element;
  const oid = mandatory(element, 'OID');
  const length = Number(attributes['Length']);
  return {
    oid,
    label: attributes['Name'] ?? oid,
    name: attributes['SDSVarName'] ?? attributes['SASFieldName'] ?? lastPart(oid),
    dataType: attributes['DataType'] ?? 'text',
    length: Number.isInteger(length) && length > 0 ? length : null,
    codeList: null,
  };
}

/** Counts what a version holds: lists of codes and groups repeat where they are used. Throws `UnreadableData`. */
function definitionCount(line: number): (count: number) => void {
  let left = MAX_DEFINITIONS;
  return (count) => {
    left -= count;
    if (left < 0) throw new UnreadableData('tooLarge', `more than ${MAX_DEFINITIONS} definitions`, line);
  };
}

function metadataOf(
  { oid, name, groups, items, codeLists, ...version }: Version,
  line: number,
): StudyMetadata {
  const [events, forms] = [lastOfEach(version.events), lastOfEach(version.forms)];
  const count = definitionCount(line);
  // in 2.0 the groups that events name are forms; in 1.3 a form may have the OID of its group
  const defined = new Set(forms.map((form) => form.oid));
  const named = new Set(events.flatMap(({ refs }) => refs).filter((ref) => !defined.has(ref)));
  const formGroups = [...groups.values()].filter((group) => named.has(group.oid));
  const allForms = [
    ...forms,
    ...formGroups.map((form) => ({ ...form, refs: groupsIn(form, groups, { line, count }) })),
  ];
  for (const { refs } of events) count(refs.length);
  const used = new Set(allForms.flatMap(({ refs }) => refs));
  const itemOf = (ref: string): MetadataItem[] => {
    const found = items.get(ref);
    if (!found) return [];
    const { codeList, ...item } = found;
    const codes = codeList === null ? null : (codeLists.get(codeList) ?? null);
    count(1 + (codes?.length ?? 0));
    return [{ ...item, codes }];
  };
  return {
    versionOid: oid,
    name,
    events: events.map(({ refs, ...event }) => ({ ...event, formOids: refs })),
    forms: allForms.map((form) => ({
      oid: form.oid,
      label: form.label,
      repeating: form.repeating,
      groupOids: form.refs,
    })),
    groups: [...groups.values()]
      .filter((group) => used.has(group.oid) || group.itemRefs.length > 0)
      .map((group): MetadataGroup => ({
        oid: group.oid,
        label: group.label,
        domain: group.domain,
        repeating: group.repeating,
        items: group.itemRefs.flatMap(itemOf),
      })),
  };
}

/** The groups of a form of 2.0 that hold items: itself, and those that it names at any depth. */
function groupsIn(
  form: GroupDefinition,
  groups: ReadonlyMap<string, GroupDefinition>,
  { line, count }: { line: number; count: (count: number) => void },
): string[] {
  const seen = new Set<string>();
  const visit = (group: GroupDefinition, level: number): string[] => {
    if (seen.has(group.oid)) return [];
    count(1);
    if (level > MAX_GROUP_LEVELS)
      throw new UnreadableData('tooDeep', `more than ${MAX_GROUP_LEVELS} groups inside each other`, line);
    seen.add(group.oid);
    return [
      ...(group.itemRefs.length > 0 ? [group.oid] : []),
      ...group.refs.flatMap((ref) => {
        const inner = groups.get(ref);
        return inner ? visit(inner, level + 1) : [];
      }),
    ];
  };
  return visit(form, 1);
}
