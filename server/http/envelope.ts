/** The frame of every answer (specification section 7). */
import { Type } from 'typebox';
import type { TSchema } from 'typebox';
import type { Call, Envelope } from '../../shared/contract/call.ts';
import { memoize } from '../../schemas/compile/check/memoize.ts';
import { serializerCompiler } from './validation.ts';

const NO_DATA = Type.Null();

const answerWith = memoize((data: TSchema): TSchema =>
  Type.Object({
    success: Type.Boolean(),
    data,
    errMsg: Type.Null(),
    errCode: Type.Null(),
  }),
);

/** The answer to a call that was done. Answers are serialised by it: what the contract does not name is not sent. */
export const responseSchema = (data: TSchema = NO_DATA): TSchema => answerWith(data);

/** The envelope of an answer as it is sent, serialised elsewhere. */
export class EncodedAnswer {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** The envelope around the data of a call as the contract has it. */
export const envelopeOf = <Data>(data: Data): Envelope<Data> => ({
  success: true,
  data,
  errMsg: null,
  errCode: null,
});

/** Serialises the answers to a call as the server does. */
export function answerSerializer({ data }: Call): (data: unknown) => string {
  const serialize = serializerCompiler({ schema: responseSchema(data) });
  return (answer) => serialize(envelopeOf(answer));
}
