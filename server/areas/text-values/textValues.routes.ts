/** The call about values that a text states. */
import type { FastifyInstance } from 'fastify';
import { proposeTextValues } from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { proposedValues } from './textValues.service.ts';

export function textValuesRoutes(app: FastifyInstance): void {
  mount(app, proposeTextValues, (call) => proposedValues(call.deps, call, { ...call.params, ...call.body }));
}
