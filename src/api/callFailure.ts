/** Why a call gave no data. `status` is 0 where no answer came at all. */
export class CallFailure extends Error {
  readonly status: number;
  readonly errCode: string | null;
  readonly errMsg: string;
  /** what exactly was refused, e.g. the addresses of items */
  readonly details: unknown;
  /** the id by which the log of the server names the request; null where the answer had none */
  readonly requestId: string | null;

  constructor(
    failure: {
      status: number;
      errCode: string | null;
      errMsg: string;
      details?: unknown;
      requestId?: string | null;
    },
    options?: ErrorOptions,
  ) {
    super(failure.errMsg, options);
    this.name = 'CallFailure';
    this.status = failure.status;
    this.errCode = failure.errCode;
    this.errMsg = failure.errMsg;
    this.details = failure.details;
    this.requestId = failure.requestId ?? null;
  }
}

/** Error codes the browser itself gives; all others come from the server. */
export const NO_CONNECTION = 'NO_CONNECTION';
export const BAD_ANSWER = 'BAD_ANSWER';
/** Specification section 8: the session is over. */
export const EXPIRED = 'EXPIRED';
/** Specification section 8: the user may not. */
export const NO_PRIVILEGE = 'NO_PRIVILEGE';

/** Whether nobody knows if the server did what was asked: a refusal says that it did not. */
export const isUnanswered = (error: unknown): boolean =>
  !(error instanceof CallFailure) || error.status < 400 || error.status >= 500;
