/** The calls of questions at fields of cases. */
import type { FastifyInstance } from 'fastify';
import {
  askQuestion,
  changeQuestion,
  exportQuestions,
  listQuestions,
  readCaseQuestions,
  readQuestionPeople,
} from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { mountList } from '../../lists/mountList.ts';
import { questionList } from './questionList.ts';
import { ask, change, peopleToAsk, questionsOfCase } from './questions.service.ts';

export function questionsRoutes(app: FastifyInstance): void {
  mountList(app, listQuestions, exportQuestions, questionList);
  mount(app, readCaseQuestions, (call) => questionsOfCase(call.deps, call, call.params.caseKey));
  mount(app, readQuestionPeople, ({ deps, user, params, query }) =>
    peopleToAsk(deps, user, params.caseKey, query.itemId),
  );
  mount(app, askQuestion, (call) =>
    ask(call.deps, { ...call, requestId: call.request.id }, { ...call.params, ...call.body }),
  );
  mount(app, changeQuestion, (call) =>
    change(call.deps, { ...call, requestId: call.request.id }, { ...call.params, ...call.body }),
  );
}
