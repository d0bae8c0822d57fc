/** Mounts a call of the contract: access, input and output. Areas only provide the handler. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { scopeAllows } from '../../shared/access/scope.ts';
import { ACCESS_VERSION, CATALOGUE_VERSION, MAX_FILE_MB } from '../../shared/contract/call.ts';
import type { BodyOf, Call, DataOf, ParamsOf, ProgressOf, QueryOf } from '../../shared/contract/call.ts';
import { isUnblinded } from '../cases/record/unblinding.store.ts';
import { noteCaseRead } from '../cases/record/caseReads.ts';
import type { Deps } from '../deps.ts';
import { noteSeen } from '../accounts/session.store.ts';
import { noPrivilege, viewOnly } from '../problems.ts';
import { accessVersionOf } from './accessVersion.ts';
import { readInSponsor, type Db } from '../storage/database.ts';
import { refusedToWrite } from '../storage/databaseFailures.ts';
import { answerWithProgress } from './progressAnswer.ts';
import { sendFile, type FileAnswer } from './fileAnswer.ts';
import { senderOf, takeBody } from './bodyQuotas.ts';
import { EncodedAnswer, envelopeOf, responseSchema } from './envelope.ts';
import { languageOf } from './language.ts';
import { requireAccess } from './requireAccess.ts';
import type { Language } from './language.ts';
import { findProgramUser, isProgramToken } from './programUser.ts';
import { findSessionUser, tokenOf } from './session.ts';
import type { SessionUser } from './session.ts';
import { encodedOnce, isUnchanged } from './unchanged.ts';
import { filesBytes, withForm } from './uploadedForm.ts';
import { formBytes, withUpload, type Upload } from './upload.ts';
import { bodyChecked, closed, querySchema } from './validation.ts';
import { closeSignal } from './whenClosed.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** null in a public call */
    user: SessionUser | null;
    /** with the catalogue of the sponsor the call works for; in a public call with the product's */
    deps: Deps;
  }
  interface FastifyInstance {
    deps: Deps;
  }
}

/** Bytes of the body of a call that anybody can make; the largest is an error report. */
const PUBLIC_BODY_LIMIT = 256 * 1024;

const JSON_TYPE = 'application/json; charset=utf-8';

/** What a handler is given; all of it is checked already. */
export interface CallContext<C extends Call> {
  params: ParamsOf<C>;
  query: QueryOf<C>;
  body: BodyOf<C>;
  user: C['access'] extends 'public' ? null : SessionUser;
  /** with the catalogue of the sponsor the call works for */
  deps: Deps;
  upload: C['carries'] extends 'upload' ? Upload : undefined;
  /** the files of a form, in order */
  uploads: C['carries'] extends 'form' ? readonly Upload[] : undefined;
  /** reports the progress of an upload's processing to a client that accepts it */
  report: C['carries'] extends 'upload' ? (progress: ProgressOf<C>) => void : undefined;
  language: Language;
  /** `ICH`: no region */
  appendix: string;
  /** the sponsor the call works for; 0 in a public call */
  sponsorKey: number;
  /** the requested sender, otherwise that of the session; null: none was selected */
  senderKey: number | null;
  request: FastifyRequest;
  /** aborted when the connection closes */
  signal: AbortSignal;
}

type AnswerOf<C extends Call> = C['carries'] extends 'file'
  ? FileAnswer
  : DataOf<C> extends null
    ? void
    : DataOf<C> | EncodedAnswer;

export type Handler<C extends Call> = (context: CallContext<C>) => Promise<AnswerOf<C>> | AnswerOf<C>;

/**
 * Makes a call answer. Session, privileges and sender are checked before the body is read; the body is not coerced;
 * what the handler returns becomes `data` of the envelope, what it throws is translated in failures.ts.
 */
export function mount<C extends Call>(app: FastifyInstance, call: C, handler: Handler<C>): void {
  app.route({
    method: call.method,
    url: call.path,
    ...(call.access === 'public' && { bodyLimit: PUBLIC_BODY_LIMIT }),
    schema: {
      ...(call.params && { params: closed(call.params) }),
      ...(call.body && call.carries !== 'form' && { body: closed(call.body) }),
      querystring: closed(querySchema(call)),
      ...(call.carries !== 'file' && { response: { 200: responseSchema(call.data) } }),
    },
    onRequest: async (request, reply) => {
      request.deps = app.deps;
      if (call.access === 'public')
        return takeBody(app.deps.uploads.quotas, { request, reply }, bodyOf(call, request));
      request.user = await admit(app.deps, call, request);
      takeBody(app.deps.uploads.quotas, { request, reply }, bodyOf(call, request));
      request.deps = await ofSponsor(app.deps, call, request.user);
      reply.header(ACCESS_VERSION, accessVersionOf(request.user));
      reply.header(CATALOGUE_VERSION, request.deps.catalogue.whole.version);
      request.user = await seeingCase(app.deps.db, request.user, keyIn(request.params, 'caseKey'));
    },
    handler: async (request, reply) => {
      const signal = closeSignal(reply);
      const context = { ...contextOf<C>(request), signal };
      if (call.carries === 'upload') {
        const limits = {
          maxMb: call.maxUploadMb ?? MAX_FILE_MB,
          sender: senderOf(request),
          signal,
        };
        const work = (report: (progress: ProgressOf<C>) => void) =>
          withUpload(app.deps, request, limits, (upload) =>
            handler({ ...context, upload, report } as CallContext<C>),
          );
        return answerWithProgress(request, reply, work, (data) => succeed(reply, data ?? null));
      }
      if (call.carries === 'form') {
        const limits = { maxMb: call.maxUploadMb ?? MAX_FILE_MB, signal };
        return succeed(
          reply,
          await withForm(app.deps, request, limits, async ({ data, uploads }) => {
            const body = bodyChecked(call.body, data);
            return (await handler({ ...context, body, uploads } as CallContext<C>)) ?? null;
          }),
        );
      }
      const answer = await asViewer(request.user, () => handler(context as CallContext<C>));
      await noteRead(app.deps, call, request);
      if (call.carries === 'file') return sendFile(reply, answer as FileAnswer);
      if (call.revalidated) {
        if (isUnchanged(request, reply, answer as object)) return reply.code(304).send();
        return succeed(reply, encodedOnce(call, answer as object));
      }
      return succeed(reply, answer ?? null);
    },
  });
}

/** What the body of a request for the call takes until it is answered. */
function bodyOf(call: Call, request: FastifyRequest): Parameters<typeof takeBody>[2] {
  const sender = senderOf(request);
  const maxMb = call.maxUploadMb ?? MAX_FILE_MB;
  if (call.carries === 'upload') return { sender, kind: 'disk', max: formBytes(maxMb) };
  if (call.carries === 'form') return { sender, kind: 'disk', max: filesBytes(maxMb) };
  return { sender, kind: 'memory', max: request.routeOptions.bodyLimit };
}

const succeed = (reply: FastifyReply, data: unknown): FastifyReply =>
  data instanceof EncodedAnswer
    ? reply.type(JSON_TYPE).send(Buffer.from(data.bytes.buffer, data.bytes.byteOffset, data.bytes.byteLength))
    : reply.send(envelopeOf(data));

/** The user of the request, if they may make this call for this sponsor and sender. */
async function admit(deps: Deps, call: Call, request: FastifyRequest): Promise<SessionUser> {
  const token = tokenOf(request.headers.authorization);
  const requested = keyIn(request.params, 'sponsorKey') ?? keyIn(request.query, 'sponsorKey');
  const now = deps.clock.now();
  const user = await userOf(deps.db, call, { token, requested, now });
  if (user.view && call.method !== 'GET' && !call.whileViewing) throw viewOnly(user.view.name);
  requireAccess(user, call.access);
  const sender = keyIn(request.query, 'senderKey');
  if (sender !== null && !scopeAllows(user, { senderKeys: [sender] })) throw noPrivilege();
  return user;
}

/** With the blinded values of the case that the call is about, if the session was opened for them. */
async function seeingCase(db: Db, user: SessionUser, caseKey: number | null): Promise<SessionUser> {
  if (!user.asksUnblinding || caseKey === null) return user;
  const isOpen = await readInSponsor(db, user.sponsorKey, (trx) => isUnblinded(trx, user, caseKey));
  return isOpen ? { ...user, unblind: true } : user;
}

/** The user of a session, or for whom a program works. */
async function userOf(
  db: Db,
  call: Call,
  { token, requested, now }: { token: string | null; requested: number | null; now: Date },
): Promise<SessionUser> {
  if (token !== null && isProgramToken(token))
    return findProgramUser(db, { token, requested, mayBeMade: call.byProgram ?? false, now });
  const user = await findSessionUser(db, token, requested, now);
  await noteSeen(db, user, now);
  return user;
}

/** The same world as the sponsor sees it. Answers from memory but for the first request after something was published. */
async function ofSponsor(
  deps: Deps,
  { access }: Call,
  { sponsorKey, schemaVersion, view }: SessionUser,
): Promise<Deps> {
  const catalogue = await deps.catalogues.of(sponsorKey, schemaVersion);
  // the account and the session stay those of the user
  const db = view && access !== 'account' ? deps.readingDb : deps.db;
  return catalogue === deps.catalogue && db === deps.db ? deps : { ...deps, catalogue, db };
}

/** Calls that read one case leave a trace of who read it. Through the connections that write, also of those who only look. */
async function noteRead({ db, clock }: Deps, call: Call, { user, params }: FastifyRequest): Promise<void> {
  const { caseKey } = params as { caseKey?: number };
  if (!user || caseKey === undefined || call.method !== 'GET') return;
  await noteCaseRead(db, user, { caseKey, kind: call.carries === 'file' ? 'file' : 'read', at: clock.now() });
}

/** Throws 403 VIEW_ONLY where a call would have stored something although it only reads, e.g. that a file was taken away. */
async function asViewer<T>(user: SessionUser | null, make: () => Promise<T> | T): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (user?.view && refusedToWrite(error)) throw viewOnly(user.view.name);
    throw error;
  }
}

/** A key in the address, read before validation and in the same way (`01` is 1); null if there is none. */
function keyIn(part: unknown, name: string): number | null {
  const text = (part as Record<string, unknown> | undefined)?.[name];
  const key = typeof text === 'string' ? Number(text) : 0;
  return Number.isInteger(key) && key > 0 ? key : null;
}

function contextOf<C extends Call>(
  request: FastifyRequest,
): Omit<CallContext<C>, 'upload' | 'uploads' | 'report' | 'signal'> {
  const query = request.query as { language?: string; appendix?: string; senderKey?: number };
  const { user } = request;
  const sender = query.senderKey !== undefined && query.senderKey > 0 ? query.senderKey : null;
  return {
    params: request.params as ParamsOf<C>,
    query: query as QueryOf<C>,
    body: request.body as BodyOf<C>,
    user: user as CallContext<C>['user'],
    deps: request.deps,
    language: languageOf(query.language),
    appendix: query.appendix ?? 'ICH',
    sponsorKey: user?.sponsorKey ?? 0,
    senderKey: sender ?? user?.senderKey ?? null,
    request,
  };
}
