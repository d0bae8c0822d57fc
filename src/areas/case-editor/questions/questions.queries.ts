import { queryOptions } from '@tanstack/react-query';
import { readCaseQuestions, readQuestionPeople } from '../../../../shared/contract/index.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';
import { call } from '../../../api/index.ts';

export const questionsQuery = (caseKey: number) =>
  queryOptions({
    queryKey: [...caseQueryKey(caseKey), 'questions'],
    queryFn: ({ signal }) => call(readCaseQuestions, { params: { caseKey }, signal }),
    // the case can be edited without
    meta: { ownFailure: true },
  });

export const peopleQuery = (caseKey: number, itemId: string) =>
  queryOptions({
    queryKey: [...caseQueryKey(caseKey), 'questionPeople', itemId],
    queryFn: ({ signal }) => call(readQuestionPeople, { params: { caseKey }, query: { itemId }, signal }),
  });
