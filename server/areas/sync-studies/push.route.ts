/**
 * Takes snapshots that another system sends: ODM or Dataset-JSON as the body, with the token of a source. It is no call of
 * the contract, since other systems send plain documents. Nothing of the body is read before the token is known.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MAX_FILE_MB } from '../../../shared/contract/call.ts';
import { envelopeOf } from '../../http/envelope.ts';
import { tokenOf } from '../../http/session.ts';
import { pushRefused } from '../../problems.ts';
import { inSponsor } from '../../storage/database.ts';
import { beginReading } from '../../study-data/readings.ts';
import { hashOfToken, PUSH_PATH } from '../../study-data/pushToken.ts';
import { findSourceOfToken, type SourceRef } from '../../study-data/sources.store.ts';

const MEDIA_TYPES = [
  'application/xml',
  'text/xml',
  'application/odm+xml',
  'application/json',
  'application/x-ndjson',
  'text/csv',
];
const ACCEPTED = 202;
/** A larger body, and one of unknown length, takes one of the places of large uploads: it is received in memory. */
const SMALL_BYTES = 2 ** 20;

export function pushRoute(app: FastifyInstance, _options: object, done: () => void): void {
  const sources = new WeakMap<FastifyRequest, SourceRef>();
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser(
    MEDIA_TYPES,
    { parseAs: 'buffer', bodyLimit: MAX_FILE_MB * 2 ** 20 },
    (_request, body, parsed) => parsed(null, body),
  );
  app.post(
    PUSH_PATH,
    {
      onRequest: async (request, reply) => {
        const token = tokenOf(request.headers.authorization);
        const found = token ? await findSourceOfToken(app.deps.db, hashOfToken(token)) : null;
        if (!found) throw pushRefused();
        sources.set(request, found);
        if (Number(request.headers['content-length'] ?? Infinity) <= SMALL_BYTES) return;
        const closed = new AbortController();
        reply.raw.once('close', () => closed.abort());
        // keys of users are positive: a source has a place beside them
        const leave = await app.deps.uploads.places.enter(-found.sourceKey, closed.signal);
        if (closed.signal.aborted) leave();
        else closed.signal.addEventListener('abort', leave, { once: true });
      },
    },
    async (request, reply) => {
      const { db, config, clock } = app.deps;
      const source = sources.get(request);
      if (!source) throw pushRefused();
      const content = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const readingKey = await inSponsor(db, source.sponsorKey, (trx) =>
        beginReading(trx, config, {
          ...source,
          cause: 'push',
          startedBy: '',
          at: clock.now(),
          file: { name: '', content, studyKeys: [] },
        }),
      );
      // it is read by a job
      return reply.code(ACCEPTED).send(envelopeOf({ readingKey }));
    },
  );
  done();
}
