/** The calls of narrative templates. */
import type { FastifyInstance } from 'fastify';
import { previewNarrative, writeNarrative, writeNarrativeOfEdits } from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { answerOnWholeCase, caseTask, workOf } from '../../whole-case/wholeCaseWork.ts';
import type { narrative, preview } from './narratives.thread.ts';
import { narrativeOf } from './narratives.service.ts';
import { previewOf } from './preview.service.ts';

const writing = {
  run: narrativeOf,
  task: caseTask<typeof narrative>(new URL('./narratives.thread.ts', import.meta.url), 'narrative'),
};

const previewing = {
  run: previewOf,
  task: caseTask<typeof preview>(new URL('./narratives.thread.ts', import.meta.url), 'preview'),
};

export function narrativesRoutes(app: FastifyInstance): void {
  mount(app, writeNarrative, (call) =>
    answerOnWholeCase(call.deps, workOf(call, call.query.caseKey), writing, call.user, {
      ...call.params,
      ...call.query,
      changes: [],
      rows: [],
    }),
  );
  mount(app, writeNarrativeOfEdits, (call) =>
    answerOnWholeCase(call.deps, workOf(call, call.body.caseKey), writing, call.user, {
      ...call.params,
      ...call.body,
    }),
  );
  mount(app, previewNarrative, (call) => {
    const { deps, user, body } = call;
    return answerOnWholeCase(
      deps,
      workOf(call, ...(body.caseKey === null ? [] : [body.caseKey])),
      previewing,
      user,
      body,
    );
  });
}
