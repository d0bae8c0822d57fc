/** The adapters, by kind of source. */
import type { ConfigWorld } from '../../config.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { demoSource } from '../demo/demoSource.ts';
import { openClinicaSource } from './openClinicaSource.ts';
import { raveSource } from './raveSource.ts';
import { remoteFetch } from './remoteBytes.ts';
import { SourceFailure, type SourceConnection, type StudySource } from './source.ts';

/** Throws a `SourceFailure` for a kind that the server does not read by itself. */
export function openSource(
  { config, clock }: ConfigWorld & ClockWorld,
  connection: SourceConnection,
): StudySource {
  const fetchRemote = remoteFetch({ allowed: config.transportHosts });
  switch (connection.kind) {
    case 'rave':
      return raveSource(connection, fetchRemote);
    case 'openClinica':
      return openClinicaSource(connection, fetchRemote);
    case 'demo':
      return demoSource(connection, clock);
    default:
      throw new SourceFailure('internal', `a source of the kind ${connection.kind} is not read`);
  }
}
