/** The rules of rule files and appendices in source form. */
import type {
  AppendixSource,
  RulesSource,
  RuleSource,
  SourceText,
} from '../../schemas/compile/sources.types.ts';

export interface RulesOfFile {
  file: string;
  authority: string;
  rules: RuleSource[];
  /** ids of the authority for rules of other files */
  same: Record<string, string>;
}

const HOLDS_RULES = /^(rules|appendices)\//;

/** By file. The texts must be JSON; other files are ignored. */
export const sourceRules = (sources: SourceText[]): RulesOfFile[] =>
  sources
    .filter(({ file }) => HOLDS_RULES.test(file))
    .map(({ file, text }) => {
      const { authority, rules = [], same = {} } = JSON.parse(text) as RulesSource | AppendixSource;
      return { file, authority, rules, same };
    });
