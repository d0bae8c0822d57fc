/** What findings are made from, read once for each version of the catalogue and made ready while the browser is idle. */
import { queryOptions } from '@tanstack/react-query';
import type { Catalogue, CodeList } from '../../../../schemas/compile/catalogue.types.ts';
import { forAppendix } from '../../../../schemas/compile/forAppendix.ts';
import { readCaseContent, readChecks, type DataOf } from '../../../../shared/contract/index.ts';
import { compileRules } from '../../../../shared/expressions/compileRule.ts';
import type { RuleSet } from '../../../../shared/expressions/rules.types.ts';
import type { CheckWorld } from '../../../../shared/rules/caseFindings.ts';
import { receiversOf } from '../../../../shared/rules/receivers.ts';
import { call } from '../../../api/index.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';

import { whenIdle } from './whenIdle.ts';

/** Rules compiled in one go; some milliseconds. */
const RULES_A_SLICE = 50;

/** `version` is that of the catalogue on the screen. */
export const checksQuery = (version: string) =>
  queryOptions({
    queryKey: ['checks', version],
    queryFn: async ({ signal }) => {
      await idle();
      return madeReady(await call(readChecks, { signal }));
    },
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
    meta: { ownFailure: true, ofCatalogue: true, fixed: true },
  });

export const wholeCaseQuery = (caseKey: number) =>
  queryOptions({
    queryKey: [...caseQueryKey(caseKey), 'content'],
    queryFn: async ({ signal }) => {
      await idle();
      return call(readCaseContent, { params: { caseKey }, signal });
    },
    structuralSharing: false,
    meta: { ownFailure: true },
  });

const idle = (): Promise<void> => new Promise((resolve) => void whenIdle(() => resolve()));

/** The answer of the call, compiled in slices. */
export async function madeReady(read: DataOf<typeof readChecks>): Promise<CheckWorld> {
  // the contract promises both; they are too large to be described again as JSON schemas
  const catalogue = read.catalogue as Catalogue;
  const { rules, profiles } = read.ruleSet as RuleSet;
  const world = {
    catalogue,
    codeLists: codeListsOf(read.codeLists),
    rules: compileRules(catalogue, { rules: [], profiles }),
    receivers: [] as CheckWorld['receivers'][number][],
  };
  for (let at = 0; at < rules.length; at += RULES_A_SLICE) {
    await idle();
    const some = rules.slice(at, at + RULES_A_SLICE);
    world.rules.rules.push(...compileRules(catalogue, { rules: some, profiles: [] }).rules);
  }
  for (const { receiver, appendix } of receiversOf(catalogue)) {
    await idle();
    world.receivers.push({ receiver, catalogue: forAppendix(catalogue, appendix) });
  }
  return world;
}

const NO_WORDS = { en: '', ko: '', ja: '', zh: '' };

const codeListsOf = (lists: DataOf<typeof readChecks>['codeLists']): Record<string, CodeList> =>
  Object.fromEntries(
    Object.entries(lists).map(([codeList, { codes, deleted, ...list }]) => {
      const removed = new Set(deleted);
      const withWords = codes.map((code) => ({ code, label: NO_WORDS, deleted: removed.has(code) }));
      return [codeList, { codeList, cached: true, ...list, codes: withWords }];
    }),
  );
