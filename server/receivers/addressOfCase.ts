/** How messages of one case to a receiver are addressed (decision 0410). */
import type { EnvelopeAddress } from '../../schemas/compile/sources.types.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { caseReader } from '../../shared/expressions/caseReader.ts';
import { caseScope } from '../../shared/expressions/scope.ts';
import { addressFor } from '../../shared/receivers/envelopeAddress.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import type { KnownReceiver } from './receiverFacts.ts';

/** What its record names, its route for the case, or its name. */
export function addressOfCase(
  { whole }: CatalogueSource,
  receiver: Pick<KnownReceiver, 'name' | 'batchId' | 'messageId' | 'environment' | 'routes'>,
  content: CaseContent,
): EnvelopeAddress {
  const { name, batchId, messageId, environment, routes } = receiver;
  // partners have none: their cases are not read
  const route =
    routes.length > 0
      ? addressFor(routes, environment, caseScope(whole, caseReader(whole, content)))
      : undefined;
  return {
    batch: batchId || route?.batch || name,
    message: messageId || route?.message || batchId || name,
  };
}
