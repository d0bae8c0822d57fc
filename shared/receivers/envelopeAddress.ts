/** How the messages of a case to an authority are addressed. Pure. */
import type { EnvelopeAddress, ReceiverRoute, ReceiversSource } from '../../schemas/compile/sources.types.ts';
import { compileExpression } from '../expressions/compileExpression.ts';
import type { Scope } from '../expressions/scope.ts';

/** The routes to the authority of a region for companies of a type; empty: it has none. */
export const routesTo = (
  receivers: readonly ReceiversSource[],
  { region, companyType }: { region: string; companyType: string | null },
): readonly ReceiverRoute[] =>
  receivers
    .filter((one) => one.type === 'authority' && one.region === region)
    .flatMap(({ routes = [] }) => routes)
    .filter((route) => route.companyType === undefined || route.companyType === companyType);

/** The address of the first route that fits the case; undefined: none does. */
export const addressFor = (
  routes: readonly ReceiverRoute[],
  environment: 'production' | 'test',
  scope: Scope,
): EnvelopeAddress | undefined =>
  routes.find(
    ({ when }) => when === undefined || compileExpression(when, scope.catalogue, null, 'bool').run(scope),
  )?.[environment];
