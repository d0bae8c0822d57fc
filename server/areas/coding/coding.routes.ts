/** The calls of the coding lists. */
import type { FastifyInstance } from 'fastify';
import {
  CODE_CHANGES_MENU,
  CODED_TWICE_MENU,
  codeAgain,
  codeTexts,
  CODING_MENUS,
  compareCodingReleases,
  decideDifference,
  exportCodeChanges,
  exportCoding,
  exportTermsCodedTwice,
  listCodedTwice,
  listTermsCodedTwice,
  readCodingAgreement,
  listCodeChanges,
  listCoding,
  listCodingReleases,
  listDifferences,
  previewExactMatches,
  proposeSynonym,
  readCodedWith,
  readCodingGroup,
  readCodingQueue,
  readDifference,
  reviewCodes,
} from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { answerList } from '../../lists/answerList.ts';
import { mountExport } from '../../lists/mountExport.ts';
import { decide, differenceOf, differencesOf } from './adjudication.service.ts';
import { agreementOf, codedTwiceBy, dictionariesCodedTwice } from './agreement.service.ts';
import { termsCodedTwice } from './codedTwice.store.ts';
import { changedCodes } from './changedCodes.store.ts';
import { applyCode } from './codeTexts.service.ts';
import { codingList, codingOf } from './codingList.ts';
import { readGroup, readQueue } from './codingQueue.service.ts';
import { comparedBy, compareReleases, releasesToCompare } from './compare.service.ts';
import { previewMatches } from './exactMatches.service.ts';
import { propose } from './proposeSynonym.service.ts';
import { applyReviews } from './review.service.ts';
import { applySecondCode } from './secondCode.service.ts';

export function codingRoutes(app: FastifyInstance): void {
  for (const menuId of CODING_MENUS)
    app.lists.set(menuId, { source: codingList(menuId), access: listCoding.access });
  mount(app, listCoding, (call) => answerList(call.deps, call, codingList(call.params.menuId), call.query));
  mountExport(app, CODING_MENUS, exportCoding, (call) => ({
    source: codingList(call.params.menuId),
    caller: call,
  }));
  mount(app, readCodedWith, (call) => {
    const { dictionary } = codingOf(call.deps, call.params.menuId);
    return { dictionary };
  });
  mount(app, previewExactMatches, (call) =>
    previewMatches(call.deps, call, call.params.menuId, { ...call.query, ...call.body }),
  );
  mount(app, reviewCodes, (call) =>
    applyReviews(call.deps, call, { ...call.params, ...call.body, requestId: call.request.id }),
  );
  mount(app, readCodingQueue, (call) => readQueue(call.deps, call, call.query));
  mount(app, readCodingGroup, (call) => readGroup(call.deps, call, { ...call.params, ...call.query }));
  mount(app, codeTexts, (call) =>
    applyCode(call.deps, call, { ...call.params, ...call.body, requestId: call.request.id }),
  );
  mount(app, proposeSynonym, (call) =>
    propose(call.deps, call, { ...call.params, ...call.body, requestId: call.request.id }),
  );
  mount(app, codeAgain, (call) =>
    applySecondCode(call.deps, call, { ...call.params, ...call.body, requestId: call.request.id }),
  );
  mount(app, listDifferences, (call) => differencesOf(call.deps, call));
  mount(app, readDifference, (call) => differenceOf(call.deps, call, call.params.secondKey));
  mount(app, decideDifference, (call) =>
    decide(call.deps, call, { ...call.params, ...call.body, requestId: call.request.id }),
  );
  mount(app, listCodingReleases, (call) => releasesToCompare(call.deps, call));
  mount(app, compareCodingReleases, (call) =>
    compareReleases(call.deps, call, { ...call.params, ...call.query }),
  );
  agreementRoutes(app);
  app.lists.set(CODE_CHANGES_MENU, { source: changedCodes(), access: listCodeChanges.access });
  mount(app, listCodeChanges, async (call) => {
    const compared = await comparedBy(call.deps, { ...call.params, ...call.query });
    return answerList(call.deps, call, changedCodes(compared), call.query);
  });
  mountExport(app, [CODE_CHANGES_MENU], exportCodeChanges, async (call) => {
    const compared = await comparedBy(call.deps, { ...call.params, ...call.query });
    return { source: changedCodes(compared), caller: call };
  });
}

function agreementRoutes(app: FastifyInstance): void {
  mount(app, listCodedTwice, (call) => dictionariesCodedTwice(call.deps, call));
  mount(app, readCodingAgreement, (call) => agreementOf(call.deps, call, { ...call.params, ...call.query }));
  app.lists.set(CODED_TWICE_MENU, { source: termsCodedTwice(), access: listTermsCodedTwice.access });
  mount(app, listTermsCodedTwice, (call) => {
    const meant = codedTwiceBy(call.deps, call, { ...call.params, ...call.query });
    return answerList(call.deps, call, termsCodedTwice(meant), call.query);
  });
  mountExport(app, [CODED_TWICE_MENU], exportTermsCodedTwice, (call) => {
    const meant = codedTwiceBy(call.deps, call, { ...call.params, ...call.query });
    return { source: termsCodedTwice(meant), caller: call };
  });
}
