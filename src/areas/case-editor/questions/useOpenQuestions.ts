/** The questions of the open case that are not closed: marked at their fields and counted at the tabs. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CaseQuestion } from '../../../../shared/contract/index.ts';
import { questionsQuery } from './questions.queries.ts';

const NONE: readonly CaseQuestion[] = [];

export function useOpenQuestions(caseKey: number): readonly CaseQuestion[] {
  const { data } = useQuery(questionsQuery(caseKey));
  return useMemo(() => data?.listInfo.filter(({ state }) => state !== 'closed') ?? NONE, [data]);
}
