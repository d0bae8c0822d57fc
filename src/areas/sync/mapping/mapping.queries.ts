/** What the pages of mapping rules read; below ['mapping', sponsorKey, studyKey]. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  listCdmsItems,
  listMappingStudies,
  previewMapping,
  readMappingRule,
  readMappingRuleSet,
  readMappingSources,
  type DataOf,
} from '../../../../shared/contract/index.ts';
import type { MappingRule } from '../../../../shared/sync/mappingRule.ts';
import { call } from '../../../api/index.ts';
import type { Language } from '../../../i18n/index.ts';

export type StudyScope = Readonly<Record<'sponsorKey' | 'studyKey', number>>;

export type RuleSetFacts = DataOf<typeof readMappingRuleSet>;
export type RuleFacts = DataOf<typeof readMappingRule>;
export type CdmsItems = DataOf<typeof listCdmsItems>;
export type Preview = DataOf<typeof previewMapping>;

/** Everything read of the rules of a study. */
export const mappingKey = ({ sponsorKey, studyKey }: StudyScope) =>
  ['mapping', sponsorKey, studyKey] as const;

export const ruleSetQuery = (scope: StudyScope, language: Language) =>
  queryOptions({
    queryKey: [...mappingKey(scope), 'set', language],
    queryFn: ({ signal }) => call(readMappingRuleSet, { params: scope, signal }),
    meta: { ofPage: true },
  });

export const ruleQuery = (scope: StudyScope, itemId: string, targetSeqNo: number, language: Language) =>
  queryOptions({
    queryKey: [...mappingKey(scope), 'rule', itemId, targetSeqNo, language],
    queryFn: ({ signal }) => call(readMappingRule, { params: { ...scope, itemId, targetSeqNo }, signal }),
    // a form is fed once
    refetchOnWindowFocus: false,
    meta: { ofPage: true },
  });

export const sourcesQuery = (scope: StudyScope, itemId: string, language: Language) =>
  queryOptions({
    queryKey: [...mappingKey(scope), 'sources', itemId, language],
    queryFn: ({ signal }) => call(readMappingSources, { params: { ...scope, itemId }, signal }),
    meta: { ofPage: true },
  });

export const cdmsItemsQuery = (scope: StudyScope, language: Language) =>
  queryOptions({
    queryKey: [...mappingKey(scope), 'items', language],
    queryFn: ({ signal }) => call(listCdmsItems, { params: scope, signal }),
  });

export const studiesQuery = (scope: StudyScope) =>
  queryOptions({
    queryKey: [...mappingKey(scope), 'studies'],
    queryFn: ({ signal }) => call(listMappingStudies, { params: scope, signal }),
  });

export const previewQuery = (scope: StudyScope, rule: MappingRule, subjectNo: number | null) =>
  queryOptions({
    queryKey: [...mappingKey(scope), 'preview', rule, subjectNo],
    queryFn: ({ signal }) => call(previewMapping, { params: scope, body: { rule, subjectNo }, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    meta: { ownFailure: true },
  });
