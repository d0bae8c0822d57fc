/**
 * Takes snapshots that another system sends: ODM or Dataset-JSON as the body, with the token of a source. It is no call of
 * the contract, since other systems send plain documents. Nothing of the body is read before the token is known.
 */
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MAX_FILE_MB } from '../../../shared/contract/call.ts';
import type { ConfigWorld } from '../../config.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { envelopeOf } from '../../http/envelope.ts';
import { takeBody, type Sender } from '../../http/bodyQuotas.ts';
import { tokenOf } from '../../http/session.ts';
import { withBodyFile } from '../../http/upload.ts';
import { closeSignal } from '../../http/whenClosed.ts';
import { pushRefused } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
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

export function pushRoute(app: FastifyInstance, _options: object, done: () => void): void {
  const sources = new WeakMap<FastifyRequest, SourceRef>();
  app.removeContentTypeParser(['application/json', 'text/plain']);
  // received on disk by the handler
  app.addContentTypeParser(MEDIA_TYPES, (_request, payload, parsed) => parsed(null, payload));
  app.post<{ Body: Readable | undefined }>(
    PUSH_PATH,
    {
      onRequest: async (request, reply) => {
        const token = tokenOf(request.headers.authorization);
        const found = token ? await findSourceOfToken(app.deps.db, hashOfToken(token)) : null;
        if (!found) throw pushRefused();
        sources.set(request, found);
        const body = { sender: senderOf(found), kind: 'disk', max: MAX_FILE_MB * 2 ** 20 } as const;
        takeBody(app.deps.uploads.quotas, { request, reply }, body);
      },
    },
    async (request, reply) => {
      const source = sources.get(request);
      if (!source) throw pushRefused();
      const limits = { maxMb: MAX_FILE_MB, sender: senderOf(source), signal: closeSignal(reply) };
      const readingKey = await withBodyFile(app.deps, request, limits, async (path) =>
        keepPushed(app.deps, source, await readFile(path)),
      );
      // it is read by a job
      return reply.code(ACCEPTED).send(envelopeOf({ readingKey }));
    },
  );
  done();
}

const senderOf = ({ sourceKey }: SourceRef): Sender => `source ${sourceKey}`;

/** Begins to read what was pushed; answers the key of the reading. */
const keepPushed = (
  { db, config, clock }: DatabaseWorld & ConfigWorld & ClockWorld,
  source: SourceRef,
  content: Uint8Array,
): Promise<number> =>
  inSponsor(db, source.sponsorKey, (trx) =>
    beginReading(trx, config, {
      ...source,
      cause: 'push',
      startedBy: '',
      at: clock.now(),
      file: { name: '', content, studyKeys: [] },
    }),
  );
