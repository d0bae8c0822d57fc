/** The frame of every answer (specification section 7). */
import { Type } from 'typebox';
import type { TSchema } from 'typebox';

/** The answer to a call that was done. Answers are serialised by it: what the contract does not name is not sent. */
export const responseSchema = (data: TSchema = Type.Null()): TSchema =>
  Type.Object({
    success: Type.Boolean(),
    data,
    errMsg: Type.Null(),
    errCode: Type.Null(),
  });
