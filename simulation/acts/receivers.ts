/** To whom the sponsor can send. */
import { readSubmissionOptions } from '../../shared/contract/index.ts';
import type { Simulation } from '../simulation.types.ts';

export const receiversOf = async ({ server }: Simulation) =>
  (await server.call('sponsor.admin', readSubmissionOptions)).data.receivers;
