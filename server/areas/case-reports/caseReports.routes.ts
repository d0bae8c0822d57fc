/** Cases going out as documents. */
import type { FastifyInstance } from 'fastify';
import {
  downloadReport,
  readCaseMailForm,
  readMessageLines,
  readReportCodes,
  readReportFonts,
  readR2Losses,
  readReportReceivers,
  readTerms,
  sendCaseMail,
  writeToReporter,
} from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { caseTask, onCase } from '../../whole-case/wholeCaseWork.ts';
import { caseMailForm, mailReport } from './caseMail.service.ts';
import { mailReporter } from './reporterLetter.service.ts';
import type * as thread from './composeMessage.thread.ts';
import { composeReportLines } from './composeReport.ts';
import { packReports } from './packReports.ts';
import { pdfReport, printedAs } from './pdfReport.service.ts';
import { fontTableFor, reportCodes, termsOf } from './reportDrawing.service.ts';
import { reportReceivers } from './reportReceivers.service.ts';
import { R2_REPORT_ID, r2Losses, r2Report } from './r2Report.service.ts';
import { REPORT_ID as XML, xmlReport } from './xmlReport.service.ts';

const messageLines = {
  run: composeReportLines,
  task: caseTask<typeof thread.lines>(new URL('./composeMessage.thread.ts', import.meta.url), 'lines'),
};

export function caseReportsRoutes(app: FastifyInstance): void {
  mount(
    app,
    downloadReport,
    async ({
      deps,
      user,
      request,
      signal,
      params: { caseKey, reportId },
      query: { receiverName, ...query },
    }) => {
      const call = { user, requestId: request.id, caseKey, signal };
      const receiver = (receiverName ?? query.receiver) || null;
      if (reportId === XML || reportId === R2_REPORT_ID) {
        const write = reportId === XML ? xmlReport : r2Report;
        return write(deps, {
          ...call,
          notation: query.notation === 'Y',
          receiver,
          senderKey: query.sender,
        });
      }
      return pdfReport(deps, {
        ...call,
        reportId,
        receiver,
        printed: await printedAs(deps, user, { ...query, ...(receiver && { receiver }) }),
      });
    },
  );
  mount(app, readR2Losses, ({ deps, user, signal, params: { caseKey } }) =>
    r2Losses(deps, { user, caseKey, signal, notation: false, receiver: null }),
  );
  mount(app, readReportReceivers, ({ deps, user, query }) => reportReceivers(deps, user, query.caseKey));
  app.deps.listFiles.packReports = packReports;
  mount(app, writeToReporter, ({ deps, user, params, body, request }) =>
    mailReporter(deps, { user, requestId: request.id, ...params, ...body }),
  );
  mount(app, readCaseMailForm, ({ deps, user, params }) => caseMailForm(deps, user, params.caseKey));
  mount(app, sendCaseMail, ({ deps, user, params: { caseKey }, body: form, language, request, signal }) =>
    mailReport(deps, { user, caseKey, form, language, requestId: request.id, signal }),
  );
  mount(app, readReportFonts, ({ deps, user }) => fontTableFor(deps, user));
  mount(app, readReportCodes, ({ deps, query }) => reportCodes(deps, query.language));
  mount(app, readTerms, ({ deps, user, body, query }) => termsOf(deps, user, { ...body, ...query }));
  mount(app, readMessageLines, (call) => {
    const { user, params, body, query } = call;
    const request = { user, caseKey: params.caseKey, notation: false, receiver: query.receiver ?? null };
    return onCase(call, messageLines, request, body);
  });
}
