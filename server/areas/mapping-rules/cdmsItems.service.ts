/** The items of a study as a tree to pick from: the facts of study, site and subject, then forms, groups, items. */
import type { CdmsTreeNode, DataOf, listCdmsItems } from '../../../shared/contract/index.ts';
import type { StudyMetadata } from '../../../shared/study-data/studyData.ts';
import { FACTS_FORM, STUDY_FACTS, SUBJECT_FACTS } from '../../../shared/sync/mappingRule.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import { readInSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { readStudyRules } from '../../sync-rules/studyRules.ts';
import words from './words.json' with { type: 'json' };

type Answer = DataOf<typeof listCdmsItems>;
type Sources = Answer['sources'];

/** Throws 404 RECORD_NOT_FOUND. */
export const cdmsItems = (
  { db }: DatabaseWorld,
  { user, language }: { user: SessionUser; language: Language },
  studyKey: number,
): Promise<Answer> =>
  readInSponsor(db, user.sponsorKey, async (trx) => {
    const {
      versions: [newest],
    } = await readStudyRules(trx, user, studyKey);
    const sources: Sources = {};
    const facts = factsNode(language, newest?.versionOid ?? '', sources);
    return { tree: newest ? [facts, ...formNodes(newest, sources)] : [facts], sources };
  });

const node = (
  type: string,
  parts: readonly string[],
  label: string,
  more: Pick<CdmsTreeNode, 'property'> & Partial<CdmsTreeNode>,
): CdmsTreeNode => ({ id: JSON.stringify([type, ...parts]), label, type, children: [], ...more });

function factsNode(language: Language, verKey: string, sources: Sources): CdmsTreeNode {
  const pageLabel = words.facts[language];
  const children = [...STUDY_FACTS, ...SUBJECT_FACTS].map((name) => {
    const made = node('ITEM', [FACTS_FORM, '', name], words[name][language], {
      property: { itemKey: name, pageLabel, verKey, type: 'text' },
    });
    sources[made.id] = { formOid: FACTS_FORM, groupOid: '', itemOid: name, dataType: 'text', codes: [] };
    return made;
  });
  return node('FACTS', [], pageLabel, {
    children,
    property: { itemKey: '', pageLabel, verKey, type: 'FACTS' },
  });
}

const labelled = (label: string, oid: string): string => (label && label !== oid ? `${label} (${oid})` : oid);

function formNodes({ forms, groups, versionOid: verKey }: StudyMetadata, sources: Sources): CdmsTreeNode[] {
  const byOid = new Map(groups.map((group) => [group.oid, group]));
  return forms.map((form) => {
    const pageLabel = form.label || form.oid;
    const property = (itemKey: string, type: string) => ({ itemKey, pageLabel, verKey, type });
    const children = form.groupOids.flatMap((groupOid) => {
      const group = byOid.get(groupOid);
      if (!group) return [];
      const items = group.items.map((item) => {
        const made = node('ITEM', [form.oid, groupOid, item.oid], labelled(item.label, item.oid), {
          property: property(item.oid, item.dataType),
        });
        sources[made.id] = {
          formOid: form.oid,
          groupOid,
          itemOid: item.oid,
          dataType: item.dataType,
          codes: item.codes ?? [],
        };
        return made;
      });
      return [
        node('GROUP', [form.oid, groupOid], labelled(group.label, groupOid), {
          children: items,
          property: property(groupOid, 'GROUP'),
        }),
      ];
    });
    return node('FORM', [form.oid], labelled(form.label, form.oid), {
      children,
      property: property(form.oid, 'FORM'),
    });
  });
}
