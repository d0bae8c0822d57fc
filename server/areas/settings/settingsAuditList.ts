/** What was changed in the settings of a sponsor, as a list: all of it, or of a part, a region or a step (decision 0359). */
import { sql, type RawBuilder } from 'kysely';
import type { LocalizedText } from '../../../schemas/compile/sources.types.ts';
import { choicesOf } from '../../../shared/settings/choices.ts';
import { isDescribedPart, SETTING_REGIONS } from '../../../shared/settings/describedSettings.ts';
import { FLAG_PARTS } from '../../../shared/workflow/planEdit.ts';
import { auditList } from '../../audit/auditList.ts';
import { FLAG_CODES } from '../../audit/auditWords.ts';
import { SETTINGS, settingsChain } from '../../sponsor-settings/settingsChain.ts';
import { nameIn } from '../../workflow/plan.store.ts';
import { findStepNames } from './settings.store.ts';
import words from './words.json' with { type: 'json' };

/** by setting and part */
const known: Record<string, LocalizedText | undefined> = words;

/** Before the part of the workflow as a whole, and before that of one of its steps. */
export const WHOLE_WORKFLOW = 'workflow.';
const STEP = 'workflowStep.';

/** The name that a part of a step has in the audit trail. */
export const stepPart = (workflowKey: string, part: string): string => `${STEP}${workflowKey}.${part}`;

export const settingsAuditList = auditList({
  menuId: SETTINGS,
  chainOf: (_trx, { user }) => Promise.resolve(settingsChain(user.sponsorKey)),
  wordsOf: async (trx, { user, language }, named) => {
    const steps = await findStepNames(trx, user.sponsorKey);
    return named.map(({ item_id }) => wordOf(item_id, language, steps));
  },
  codesOf: (_reading, itemId) => {
    const [part = '', name = ''] = itemId.split('.');
    if (isDescribedPart(part)) return choicesOf(part, name);
    return FLAG_PARTS.some((flag) => flag === itemId.split('.').at(-1)) ? FLAG_CODES : null;
  },
  narrow: (_trx, { setting }) => Promise.resolve(typeof setting === 'string' ? isOf(setting) : null),
});

const ofRegions = (regions: readonly string[]) =>
  sql<boolean>`e.item_id like any(${regions.map((region) => `%.${region}`)}::text[])`;

/** The entries of what `setting` names (contract/settingsAudit). */
function isOf(setting: string): RawBuilder<boolean> {
  const [kind = '', region = ''] = setting.split('.');
  if (kind === 'region') return ofRegions([region]);
  if (kind === 'sponsor') return sql<boolean>`not (${ofRegions(SETTING_REGIONS)} or e.item_id ^@ ${STEP})`;
  return sql<boolean>`(e.item_id = ${setting} or e.item_id ^@ any(${prefixesOf(setting)}::text[]))`;
}

/** How the entries of a part, a setting or a step begin; the workflow has its steps. */
const prefixesOf = (setting: string): string[] => [
  `${setting}.`,
  ...(`${setting}.` === WHOLE_WORKFLOW ? [STEP] : []),
];

/** A step has the name that it has now, or had when it was removed. */
function wordOf(
  itemId: string,
  language: keyof LocalizedText,
  steps: ReadonlyMap<string, Record<string, string>>,
): string {
  const [, key = '', part = ''] = itemId.startsWith(STEP) ? (/^\w+\.([^.]+)\.(.+)$/.exec(itemId) ?? []) : [];
  const name = steps.get(key);
  const word = known[name ? `${STEP}${part}` : itemId]?.[language];
  return word === undefined ? itemId : name ? `${nameIn(name, language)}: ${word}` : word;
}
