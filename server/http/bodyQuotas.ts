/** How much the bodies of one sender's requests may take at a time: a slow sender takes nothing from others. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tooManyCalls } from '../problems.ts';
import { whenClosed } from './whenClosed.ts';

const MB = 1024 * 1024;
/** Bytes of one sender: two of the largest imports on disk, eight of the largest bodies in memory. */
const QUOTAS = { disk: 1024 * MB, memory: 64 * MB } as const;
const RETRY_AFTER_S = 30;

/** Who sends: a user, a source of studies, or the address of a stranger. */
export type Sender = `${'user' | 'source' | 'address'} ${string}`;

export const senderOf = ({ user, ip }: Pick<FastifyRequest, 'user' | 'ip'>): Sender =>
  user ? `user ${user.userKey}` : `address ${ip}`;

export interface BodyQuotas {
  /** Takes bytes and returns the function that gives them back. Throws 429 TOO_MANY_CALLS where the sender has too many. */
  take: (sender: Sender, kind: keyof typeof QUOTAS, bytes: number) => () => void;
}

export function openBodyQuotas(quotas: Readonly<Record<keyof typeof QUOTAS, number>> = QUOTAS): BodyQuotas {
  const taken = { disk: new Map<Sender, number>(), memory: new Map<Sender, number>() };
  return {
    take: (sender, kind, bytes) => {
      const ofKind = taken[kind];
      const before = ofKind.get(sender) ?? 0;
      // a single body is limited by its call
      if (before > 0 && before + bytes > quotas[kind]) throw tooManyCalls(RETRY_AFTER_S);
      ofKind.set(sender, before + bytes);
      return () => {
        const rest = (ofKind.get(sender) ?? 0) - bytes;
        if (rest > 0) ofKind.set(sender, rest);
        else ofKind.delete(sender);
      };
    },
  };
}

/**
 * Takes what the body of the request may need until the connection is done with the request: what it declares, or `max`
 * where that is not known. To be called before the body is read. Throws 429 TOO_MANY_CALLS.
 */
export function takeBody(
  quotas: BodyQuotas,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  body: { sender: Sender; kind: keyof typeof QUOTAS; max: number },
): void {
  const {
    'content-length': length,
    'transfer-encoding': coding,
    'content-encoding': packing,
  } = request.headers;
  // what is compressed becomes larger than it declares
  const isKnown = coding === undefined && packing === undefined;
  const bytes = Math.min(isKnown ? Number(length ?? 0) : body.max, body.max);
  if (bytes === 0 || reply.raw.closed) return;
  whenClosed(reply.raw, quotas.take(body.sender, body.kind, bytes));
}
