/** Reads the rules of all authorities from their files and combines them. */
import { sourceKind } from '../../schemas/compile/sourceFiles.ts';
import type { AppendixSource, SourceText, LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { Receiver } from '../rules/finding.types.ts';
import type { Rule, RuleSet, RuleSource, RulesSource } from './rules.types.ts';

/** The parts of rule files and appendices that concern rules. */
type Ruling = Pick<RulesSource, 'authority' | 'profiles' | 'messages' | 'same'> & { rules?: RuleSource[] };

/**
 * All rules of `rules/*.rules.json` and of the appendices; other files are ignored. Throws, naming file and rule, on
 * a duplicate id or a reference to an unknown message or rule.
 */
export function readRules(sources: SourceText[]): RuleSet {
  const files = sources
    .filter(({ file }) => ['rules', 'appendix'].includes(sourceKind(file) ?? ''))
    .map(parsed);
  const own = files.flatMap(({ file, source }) =>
    (source.rules ?? []).map((rule) => filledIn(file, source, rule)),
  );
  const byId = new Map(own.map((rule) => [rule.id, rule]));
  const again = files.flatMap(({ file, source }) =>
    Object.entries(source.same ?? {}).map(([id, base]) =>
      sameRule(file, source.authority, id, byId.get(base), base),
    ),
  );
  const rules = [...own, ...again];
  refuseTwice(rules);
  return {
    rules,
    profiles: files.flatMap(({ source: { authority, profiles = [] } }) =>
      profiles.map((profile) => ({ ...profile, authority })),
    ),
  };
}

interface RulesFile {
  file: string;
  source: Ruling;
}

function parsed({ file, text }: SourceText): RulesFile {
  try {
    return { file, source: JSON.parse(text) as RulesSource | AppendixSource };
  } catch (cause) {
    throw new Error(`${file} is not valid JSON`, { cause });
  }
}

function filledIn(file: string, { authority, messages }: Ruling, rule: RuleSource): Rule {
  return {
    ...rule,
    authority,
    profiles: rule.profiles ?? [],
    laterReportsOnly: rule.laterReportsOnly ?? false,
    scope: rule.scope ?? null,
    when: rule.when ?? null,
    message: messageOf(file, rule, messages),
    replaces: rule.replaces ?? [],
  };
}

function messageOf(
  file: string,
  { id, message }: RuleSource,
  messages: Ruling['messages'] = {},
): LocalizedText {
  const text = typeof message === 'string' ? messages[message] : message;
  if (!text) throw new Error(`${file}, rule ${id}: the file has no message ${String(message)}`);
  return text;
}

function sameRule(
  file: string,
  authority: Receiver,
  id: string,
  base: Rule | undefined,
  baseId: string,
): Rule {
  if (!base) throw new Error(`${file}: ${id} is to be the same as ${baseId}, but no rule has that id`);
  return { ...base, id, authority, source: `${authority} ${id}; ${base.source}`, replaces: [base.id] };
}

function refuseTwice(rules: Rule[]): void {
  const seen = new Set<string>();
  for (const { id } of rules) {
    if (seen.has(id)) throw new Error(`rule ${id} stands twice`);
    seen.add(id);
  }
}
