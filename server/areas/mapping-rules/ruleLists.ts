/** The rules of a study as a list of all items that can be filled, and what was changed in them. */
import { sql } from 'kysely';
import type { LocalizedText } from '../../../schemas/compile/sources.types.ts';
import { hasAnyPrivilege } from '../../../shared/access/privileges.ts';
import type { RuleFault } from '../../../shared/sync/checkRules.ts';
import type { MappingRule } from '../../../shared/sync/mappingRule.ts';
import { conditionText, sourceText, transformText } from '../../../shared/sync/ruleText.ts';
import { TRANSFORM_NAMES } from '../../../shared/sync/transformNames.ts';
import { auditList } from '../../audit/auditList.ts';
import type { Language } from '../../http/language.ts';
import { searchIn } from '../../lists/keywordSearch.ts';
import type { ListReading, ListSource } from '../../lists/listSource.ts';
import type { Trx } from '../../storage/database.ts';
import { checkerFor, isTarget, proposalsFor, readStudyRules } from '../../sync-rules/studyRules.ts';
import { MAPPING_AUDIT, mappingChain } from './saveRules.ts';
import words from './words.json' with { type: 'json' };

const WORDS: Readonly<Record<string, LocalizedText | undefined>> = words;

/** A fault in the language of its reader. */
const faultText = ({ fault, detail }: RuleFault, language: Language): string =>
  (WORDS[fault]?.[language] ?? fault).replace('{detail}', detail);

interface Row {
  key: string;
  no: number;
  page: string;
  item_id: string;
  label: string;
  seq: number;
  source: string;
  transform: string;
  condition: string;
  state: 'none' | 'proposed' | 'ok' | 'broken';
  faults: string;
  significant: 'Y' | 'N' | null;
  comment: string;
}

async function rowsOf(trx: Trx, reading: ListReading, studyKey: number): Promise<Row[]> {
  const { catalogue, user, language } = reading;
  const study = await readStudyRules(trx, user, studyKey);
  const stored = study.stored?.ruleSet.rules ?? [];
  const proposed = proposalsFor(catalogue, study)?.rules ?? [];
  const faultsOf = checkerFor(catalogue, study, study.stored?.ruleSet ?? { groups: [] });
  const [rulesOf, proposalsOf] = [stored, proposed].map((rules) =>
    Map.groupBy(rules, ({ itemId }) => itemId),
  );
  const items = Object.values(catalogue.whole.items)
    .filter((item) => isTarget(item, catalogue.whole))
    .toSorted((a, b) => a.sort - b.sort);
  const known = new Set(items.map(({ itemId }) => itemId));
  const lost = [...new Set(stored.map(({ itemId }) => itemId))].filter((itemId) => !known.has(itemId));
  const targets = [
    ...items.map(({ itemId, page, label }) => ({ itemId, page, label: label[language] })),
    ...lost.map((itemId) => ({
      itemId,
      page: '',
      label: catalogue.whole.items[itemId]?.label[language] ?? itemId,
    })),
  ];
  return targets.flatMap(({ itemId, page, label }, at) => {
    const target = { no: at + 1, page, item_id: itemId, label };
    const rows = [
      ...(rulesOf?.get(itemId) ?? []).map((rule) => {
        const faults = faultsOf(rule);
        return rowOf(target, rule, faults.length > 0 ? 'broken' : 'ok', faults, language);
      }),
      ...(proposalsOf?.get(itemId) ?? []).map((rule) => rowOf(target, rule, 'proposed', [], language)),
    ].toSorted((a, b) => a.seq - b.seq);
    return rows.length > 0 ? rows : [emptyRow(target)];
  });
}

type Target = Pick<Row, 'no' | 'page' | 'item_id' | 'label'>;

const rowOf = (
  target: Target,
  rule: MappingRule,
  state: Row['state'],
  faults: readonly RuleFault[],
  language: Language,
): Row => ({
  ...target,
  key: `${rule.itemId}|${rule.targetSeqNo}`,
  seq: rule.targetSeqNo,
  source: sourceText(rule.source),
  transform: transformText(rule.transform, TRANSFORM_NAMES[rule.transform.kind][language]),
  condition: conditionText(rule.condition),
  state,
  faults: faults.map((one) => faultText(one, language)).join('; '),
  significant: rule.significant ? 'Y' : 'N',
  comment: rule.comment,
});

const emptyRow = (target: Target): Row => ({
  ...target,
  key: `${target.item_id}|1`,
  seq: 1,
  source: '',
  transform: '',
  condition: '',
  state: 'none',
  faults: '',
  significant: null,
  comment: '',
});

/** Computed from the rules of one study; its rows are not stored. */
const listOf = (rows: readonly Row[], studyKey: number, mayOpen: boolean): ListSource => ({
  menuId: 'MU-ES-MR',
  from: sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r(key text, no int, page text, item_id text, label text,
    seq int, source text, transform text, condition text, state text, faults text, significant text, comment text)`,
  scope: () => sql<boolean>`true`,
  key: sql<string>`r.key`,
  name: 'label',
  columns: {
    no: { value: sql`r.no`, notNull: true },
    page: { value: sql`r.page`, notNull: true },
    itemId: { value: sql`r.item_id`, notNull: true },
    label: { value: sql`r.label`, notNull: true },
    seq: { value: sql`r.seq`, notNull: true },
    source: { value: sql`nullif(r.source, '')` },
    transform: { value: sql`nullif(r.transform, '')` },
    condition: { value: sql`nullif(r.condition, '')` },
    state: { value: sql`r.state`, notNull: true },
    faults: { value: sql`nullif(r.faults, '')` },
    significant: { value: sql`r.significant` },
    comment: { value: sql`nullif(r.comment, '')` },
  },
  search: searchIn(sql`concat_ws(' ', r.item_id, r.label, r.source, r.comment)`),
  ...(mayOpen && {
    open: {
      values: { itemId: sql`r.item_id`, seq: sql`r.seq::text` },
      path: ({ itemId, seq }) =>
        `study-list/${studyKey}/detail/mapping-rule/${encodeURIComponent(itemId ?? '')}/${seq ?? 1}/detail`,
    },
  }),
});

export const ruleList: ListSource = {
  ...listOf([], 0, true),
  scopeTo: async (trx, reading) => {
    const { of: studyKey = 0 } = reading;
    // users who only synchronise see the list, and no rule by itself
    const mayOpen = hasAnyPrivilege(reading.user.privileges, ['READ.MAPPING', 'EDIT.MAPPING']);
    return listOf(await rowsOf(trx, reading, studyKey), studyKey, mayOpen);
  },
};

export const mappingAuditList = auditList({
  menuId: MAPPING_AUDIT,
  chainOf: async (trx, { user, of = 0 }) => {
    // key 0 has no trail: the columns are asked for without a study
    if (of !== 0) await readStudyRules(trx, user, of);
    return mappingChain(user.sponsorKey, of);
  },
  wordsOf: (_trx, { language, catalogue: { whole } }, named) =>
    Promise.resolve(
      named.map(({ item_id }) => {
        if (item_id.startsWith('group.')) {
          const name = item_id.slice('group.'.length);
          return words.group[language].replace('{name}', whole.groups[name]?.label[language] ?? name);
        }
        return (
          WORDS[item_id]?.[language] ?? `${item_id} ${whole.items[item_id]?.label[language] ?? ''}`.trim()
        );
      }),
    ),
});
