/** Turns a thrown error into an answer: the envelope with a code, a message and the details. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorObject } from 'ajv';
import type { Envelope } from '../../shared/contract/call.ts';
import { StepLimitExceeded } from '../../shared/expressions/steps.ts';
import { MappingTooLong } from '../../shared/sync/mapSubject.ts';
import {
  bodyTooLarge,
  expressionTooLong,
  invalidRequest,
  mappingTooLong,
  noDatabase,
  noFileStore,
  outcomeUnknown,
  Problem,
  storedMeanwhile,
  tooBusy,
  unexpected,
  unreadableRequest,
} from '../problems.ts';
import { FileStoreUnavailable } from '../files/objectStore.ts';
import { CommitOutcomeUnknown, DatabaseUnavailable } from '../storage/databaseFailures.ts';
import { languageOf } from './language.ts';
import { mistakesOf } from './validation.ts';
import { problemMessage } from './problemMessage.ts';

/** Seconds that a connection is opened again within, if the database or the file store answers. */
const RETRY_S = 2;
/** Logged once for all requests, where they begin. */
const LOGGED_ELSEWHERE = new Set(['STOPPING', 'NO_DATABASE', 'NO_FILE_STORE', 'OUTCOME_UNKNOWN']);

const OF_FILES = ['content-disposition', 'content-encoding', 'content-length'];

/** Answers a failure. */
export function answerFailure(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { problem, answer } = failureAnswer(error, request);
  if (problem.errCode === 'BODY_TOO_LARGE') readToTheEnd(request, reply);
  const { retryAfterSeconds } = (problem.details ?? {}) as { retryAfterSeconds?: number };
  if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds);
  // of a file whose content failed before its first byte
  for (const header of OF_FILES) reply.removeHeader(header);
  return reply.code(problem.status).type('application/json').send(answer);
}

/** The answer to a failure. An unexpected error is logged whole and answered without details. */
export function failureAnswer(
  error: FastifyError | Error,
  request: FastifyRequest,
): { problem: Problem; answer: Envelope<never> } {
  const problem = problemOf(error, request);
  if (problem.status >= 500 && !LOGGED_ELSEWHERE.has(problem.errCode))
    request.log.error({ err: error }, problem.message);
  // a constraint that a request cannot violate by its moment alone is a mistake of the product
  else if (problem.errCode === 'STORED_MEANWHILE')
    request.log.warn({ err: error }, 'refused by a constraint');
  else request.log.info({ errCode: problem.errCode, why: problem.message }, 'refused');
  const answer = {
    success: false,
    data: null,
    errMsg: problemMessage(
      problem,
      languageOf((request.query as { language?: unknown } | undefined)?.language),
    ),
    errCode: problem.errCode,
    ...(problem.details !== undefined && { details: problem.details }),
  };
  return { problem, answer };
}

/** Two requests at once, where the database has the last word: what the loser looked at before was not there yet. */
const UNIQUE_VIOLATION = '23505';
/** Requests that wait for each other; the transaction was tried again before. */
const SERIALIZATION = ['40001', '40P01'];

/** What a request has caused by its content or its moment, by SQLSTATE. */
function problemOfDatabase(code: string): Problem | null {
  // class 22: a value that PostgreSQL cannot store (a number out of range, a text with a zero character)
  if (/^22\w{3}$/.test(code)) return unreadableRequest('it contains a value that cannot be stored');
  if (code === UNIQUE_VIOLATION) return storedMeanwhile();
  return SERIALIZATION.includes(code) ? tooBusy(RETRY_S) : null;
}

/**
 * Drops the rest of a refused body as it arrives. A connection that ends with unread bytes is reset, and the client may
 * never see the answer.
 */
function readToTheEnd(request: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection');
  request.raw.resume();
}

/** A client that leaves ends the streams and the tasks of threads that work for it: nothing of the server has failed. */
const isOfLeaving = (error: FastifyError | Error, { raw }: FastifyRequest): boolean =>
  raw.socket.destroyed &&
  (error instanceof Problem
    ? error.errCode === 'TOO_BUSY'
    : (error as FastifyError).code === 'ERR_STREAM_PREMATURE_CLOSE');

function problemOf(error: FastifyError | Error, request: FastifyRequest): Problem {
  if (isOfLeaving(error, request)) return unreadableRequest('the connection was closed');
  if (error instanceof Problem) return error;
  if (error instanceof CommitOutcomeUnknown) return outcomeUnknown(RETRY_S);
  if (error instanceof DatabaseUnavailable) return noDatabase(RETRY_S);
  if (error instanceof FileStoreUnavailable) return noFileStore(RETRY_S);
  if (error instanceof StepLimitExceeded) return expressionTooLong(error.owner);
  if (error instanceof MappingTooLong) return mappingTooLong(error.itemId);
  const { code = '', statusCode = 500, validation, validationContext = '' } = error as FastifyError;
  if (validation)
    return invalidRequest(mistakesOf(validationContext, request.body, validation as ErrorObject[]));
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge();
  if (statusCode < 500) return unreadableRequest(error.message, statusCode);
  return problemOfDatabase(code) ?? unexpected();
}
