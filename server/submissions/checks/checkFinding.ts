/** A finding of the check before submission. */
import type { LocalizedText } from '../../../schemas/compile/sources.types.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import type { CheckId } from '../../../shared/submission/checkIds.ts';
import type { Severity } from '../../../shared/rules/finding.types.ts';
import { fillPlaceholders, type Values } from '../../fillPlaceholders.ts';
import words from '../checkWords.json' with { type: 'json' };

export interface CheckFinding {
  /** of the message; null: it is about the whole batch */
  seq: number | null;
  checkId: CheckId;
  severity: Severity;
  ruleId: string;
  /** where to correct it; null: nowhere in the case */
  address: ItemAddress | null;
  message: LocalizedText;
}

type Word = keyof typeof words;

/** Ids of rules whose findings quote the content of the file without naming an item. */
export const QUOTING: ReadonlySet<string> = new Set<Word>(['schema', 'attachment', 'missingFile']);

/** The sentence in all languages; its name is the id of the rule. */
export function finding(
  checkId: CheckId,
  severity: Severity,
  word: Word,
  {
    seq = null,
    address = null,
    values = {},
  }: { seq?: number | null; address?: ItemAddress | null; values?: Values } = {},
): CheckFinding {
  const { en, ko, ja, zh } = words[word];
  const message = {
    en: fillPlaceholders(en, values),
    ko: fillPlaceholders(ko, values),
    ja: fillPlaceholders(ja, values),
    zh: fillPlaceholders(zh, values),
  };
  return { seq, checkId, severity, ruleId: word, address, message };
}
