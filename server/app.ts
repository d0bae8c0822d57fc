/** The server put together: what holds for every request, then the areas. */
import { constants } from 'node:zlib';
import { join } from 'node:path';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import fastify from 'fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { REQUEST_ID } from '../shared/contract/call.ts';
import { accountsRoutes } from './areas/accounts/accounts.routes.ts';
import { aiCodingRoutes } from './areas/ai-coding/aiCoding.routes.ts';
import { authRoutes } from './areas/auth/auth.routes.ts';
import { caseHistoryRoutes } from './areas/case-history/caseHistory.routes.ts';
import { caseInfoRoutes } from './areas/case-info/caseInfo.routes.ts';
import { configurationRoutes } from './areas/configuration/configuration.routes.ts';
import { companyRecordsRoutes } from './areas/case-info/companyRecords.routes.ts';
import { userRecordsRoutes } from './areas/case-info/userRecords.routes.ts';
import { usersRoutes } from './areas/users/users.routes.ts';
import { caseNumbersRoutes } from './areas/case-numbers/caseNumbers.routes.ts';
import { caseExpectednessRoutes } from './areas/case-expectedness/caseExpectedness.routes.ts';
import { caseMastersRoutes } from './areas/case-masters/caseMasters.routes.ts';
import { questionsRoutes } from './areas/questions/questions.routes.ts';
import { caseReceiversRoutes } from './areas/case-receivers/caseReceivers.routes.ts';
import { casePagesRoutes } from './areas/case-pages/casePages.routes.ts';
import { caseImportRoutes } from './areas/case-import/caseImport.routes.ts';
import { caseReportsRoutes } from './areas/case-reports/caseReports.routes.ts';
import { casesRoutes } from './areas/cases/cases.routes.ts';
import { emailLogsRoutes } from './areas/email-logs/emailLogs.routes.ts';
import { codingRoutes } from './areas/coding/coding.routes.ts';
import { upgradeRoutes } from './areas/coding/upgrades.routes.ts';
import { dataRoutes } from './areas/data/data.routes.ts';
import { dictionariesRoutes } from './areas/dictionaries/dictionaries.routes.ts';
import { duplicatesRoutes } from './areas/duplicates/duplicates.routes.ts';
import { environmentRoutes } from './areas/environment/environment.routes.ts';
import { filesRoutes } from './areas/files/files.routes.ts';
import { findingsRoutes } from './areas/findings/findings.routes.ts';
import { helpdeskRoutes } from './areas/helpdesk/helpdesk.routes.ts';
import { homeRoutes } from './areas/home/home.routes.ts';
import { itemsRoutes } from './areas/items/items.routes.ts';
import { jobsRoutes } from './areas/jobs/jobs.routes.ts';
import { journalRoutes } from './areas/journal/journal.routes.ts';
import { listExportsRoutes } from './areas/list-exports/listExports.routes.ts';
import { logsRoutes } from './areas/logs/logs.routes.ts';
import { menusRoutes } from './areas/menus/menus.routes.ts';
import { mappingRuleRoutes } from './areas/mapping-rules/mappingRules.routes.ts';
import { monitoringRoutes } from './areas/monitoring/monitoring.routes.ts';
import { narrativesRoutes } from './areas/narratives/narratives.routes.ts';
import { textValuesRoutes } from './areas/text-values/textValues.routes.ts';
import { syncRoutes } from './areas/sync/sync.routes.ts';
import { systemAdminRoutes } from './areas/system-admin/systemAdmin.routes.ts';
import { notificationsRoutes } from './areas/notifications/notifications.routes.ts';
import { noticesRoutes } from './areas/notices/notices.routes.ts';
import { noticeWritingRoutes } from './areas/notice-writing/noticeWriting.routes.ts';
import { presenceRoutes } from './areas/presence/presence.routes.ts';
import { processesRoutes } from './areas/processes/processes.routes.ts';
import { rolesRoutes } from './areas/roles/roles.routes.ts';
import { schemasRoutes } from './areas/schemas/schemas.routes.ts';
import { settingsRoutes } from './areas/settings/settings.routes.ts';
import { ssoRoutes } from './areas/sso/sso.routes.ts';
import { submissionsRoutes } from './areas/submissions/submissions.routes.ts';
import { studyMappingRoutes } from './areas/study-mapping/studyMapping.routes.ts';
import { syncStudiesRoutes } from './areas/sync-studies/syncStudies.routes.ts';
import { workflowRoutes } from './areas/workflow/workflow.routes.ts';
import { accessReviewRoutes } from './areas/access-review/accessReview.routes.ts';
import { dataProtectionRoutes } from './areas/data-protection/dataProtection.routes.ts';
import { viewAsRoutes } from './areas/view-as/viewAs.routes.ts';
import { warningsRoutes } from './areas/warnings/warnings.routes.ts';
import { openCatalogues, whyFormer } from './catalogue/catalogues.ts';
import { configurationParts } from './configurationParts.ts';
import { caseProjections } from './caseProjections.ts';
import type { Deps } from './deps.ts';
import { answerFailure } from './http/failures.ts';
import { answerAboutItself } from './http/health.ts';
import { parseJson } from './http/parseJson.ts';
import { loggerOptions } from './http/logger.ts';
import { identifyRequests, requestIds, requestLogger } from './http/requestId.ts';
import { protect } from './http/protection.ts';
import { refuseWhileStopping } from './http/stopping.ts';
import { limitUnreadAnswers } from './http/unreadAnswers.ts';
import { serveStorybook } from './http/storybook.ts';
import { serializerCompiler, validatorCompiler } from './http/validation.ts';
import { listFiles } from './lists/listFiles.ts';
import { routedBy, serveWebsite, versionOf } from './http/website.ts';
import { countRequests } from './metrics/countRequests.ts';
import { endRequestSpans, openRequestSpans } from './tracing/traceRequests.ts';

const PROJECT = join(import.meta.dirname, '..');
/** a case page with long narratives and notations */
const BODY_LIMIT = 8 * 1024 * 1024;
/** the slowest upload of the largest file */
const REQUEST_TIMEOUT_MS = 15 * 60_000;

const AREAS = [
  accountsRoutes,
  aiCodingRoutes,
  authRoutes,
  codingRoutes,
  upgradeRoutes,
  dataRoutes,
  studyMappingRoutes,
  syncStudiesRoutes,
  dictionariesRoutes,
  duplicatesRoutes,
  environmentRoutes,
  helpdeskRoutes,
  logsRoutes,
  casesRoutes,
  casePagesRoutes,
  warningsRoutes,
  emailLogsRoutes,
  filesRoutes,
  itemsRoutes,
  caseImportRoutes,
  caseReportsRoutes,
  findingsRoutes,
  jobsRoutes,
  journalRoutes,
  listExportsRoutes,
  menusRoutes,
  noticesRoutes,
  notificationsRoutes,
  noticeWritingRoutes,
  syncRoutes,
  systemAdminRoutes,
  homeRoutes,
  mappingRuleRoutes,
  monitoringRoutes,
  presenceRoutes,
  processesRoutes,
  questionsRoutes,
  schemasRoutes,
  settingsRoutes,
  configurationRoutes(configurationParts),
  rolesRoutes,
  viewAsRoutes,
  dataProtectionRoutes,
  accessReviewRoutes,
  caseInfoRoutes,
  companyRecordsRoutes,
  userRecordsRoutes,
  usersRoutes,
  caseExpectednessRoutes,
  caseMastersRoutes,
  narrativesRoutes,
  textValuesRoutes,
  caseReceiversRoutes,
  caseNumbersRoutes,
  caseHistoryRoutes,
  ssoRoutes,
  submissionsRoutes,
  workflowRoutes,
];

/** The world around the application, which is given to it. */
export type World = Omit<Deps, 'log' | 'catalogue' | 'catalogues' | 'projections' | 'listFiles'>;

/**
 * A server that does not listen yet. It logs to stderr; `app.deps` are the dependencies of its areas. A command takes up no schema
 * files, but those that were in use last.
 */
export async function buildApp(world: World, { isCommand = false } = {}): Promise<FastifyInstance> {
  const spans = openRequestSpans(world.tracing, world.config);
  const app = fastify({
    logger: loggerOptions(world.config.logLevel),
    // one proxy: entries further left in X-Forwarded-For come from the client
    trustProxy: world.config.behindProxy && ((_address: string, hop: number) => hop === 0),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // refuseWhileStopping answers with the envelope
    return503OnClosing: false,
    genReqId: requestIds(world),
    childLoggerFactory: requestLogger(world.config, spans),
    rewriteUrl: routedBy,
    // what is refused before it has a route: no hook runs
    frameworkErrors: (error, request, reply) =>
      void answerFailure(error, request, reply.header(REQUEST_ID, request.id)),
  });
  const catalogues = await openCatalogues({ ...world, log: app.log }, { takesUp: !isCommand });
  const deps: Deps = {
    ...world,
    log: app.log,
    catalogues,
    catalogue: catalogues.product,
    projections: caseProjections,
    listFiles: listFiles<Deps>(),
  };
  app.decorate('deps', deps);
  app.decorate('lists', new Map());
  app.decorateRequest('user', null);
  app.decorateRequest('deps');
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerFailure);
  takeJson(app);
  identifyRequests(app, world.config, spans);
  countRequests(app, world.metrics);
  endRequestSpans(app, spans);
  refuseWhileStopping(app);
  // a log-out ends with a form that goes to the identity provider
  await protect(app, () => deps.signOn?.providers.flatMap((provider) => provider.origins()) ?? []);
  limitUnreadAnswers(app);
  // quality 4 packs nearly as small as the default 11, in a fiftieth of the time
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  await app.register(compress, { encodings: ['br', 'gzip'], brotliOptions });
  await app.register(multipart);
  answerAboutItself(app, versionOf(PROJECT));
  try {
    for (const routes of AREAS) routes(app);
  } catch (cause) {
    throw (await whyFormer(catalogues, world.config.schemasDir)) ?? cause;
  }
  if (world.config.demo) await serveStorybook(app, join(PROJECT, 'dist-storybook'));
  await serveWebsite(app, join(PROJECT, 'dist'));
  return app;
}

/** Many clients name JSON as the type of a body they do not send. */
function takeJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (request: FastifyRequest, body: string) => {
      if (body === '') return undefined;
      return parseJson(body, (text) => {
        let [failure, value]: [Error | null, unknown] = [null, undefined];
        void parse(request, text, (error, parsed) => ([failure, value] = [error, parsed]));
        if (failure !== null) throw failure;
        return value;
      });
    },
  );
}
