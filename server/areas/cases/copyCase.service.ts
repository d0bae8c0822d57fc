/** A new case that begins with what another one says. */
import { copyContent } from '../../../shared/case/copyContent.ts';
import { addCase, type BodyOf, type DataOf } from '../../../shared/contract/index.ts';
import { FIRST_SAVE_REASON } from '../../../machines/save/save.machine.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { appendChange } from '../../audit/appendChange.ts';
import { caseChain, caseEntry } from '../../audit/auditEntry.ts';
import { insertCase } from '../../cases/lifecycle/insertCase.ts';
import { momentOf } from '../../cases/lifecycle/nextVersion.ts';
import type { CaseRecord } from '../../cases/record/case.store.ts';
import { findVisibleCase } from '../../cases/record/caseAccess.ts';
import { readCaseContent } from '../../cases/record/readCase.store.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { UuidWorld } from '../../ports/uuid.ts';
import type { ProjectionsWorld } from '../../projections/projection.ts';
import type { DatabaseWorld } from '../../storage/database.ts';
import { onceForKey } from '../../storage/onceForKey.store.ts';
import type { Caller } from './cases.service.ts';

/** What this module needs of the server. */
type CopyCaseWorld = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld & UuidWorld & ProjectionsWorld;

type CopyRequest = NonNullable<BodyOf<typeof addCase>['copyOf']> &
  Pick<BodyOf<typeof addCase>, 'creationKey'>;

/**
 * Makes a case of the same sender. Any version that the user may see can be copied, whatever its state: it is not
 * changed, but the audit trails of both say so. What an imported message held that no item takes stays with it.
 */
export function addCopy(
  deps: CopyCaseWorld,
  { user, requestId }: Caller,
  { caseKey, pages, attachments, creationKey }: CopyRequest,
): Promise<DataOf<typeof addCase>> {
  const { whole } = deps.catalogue;
  const { sponsorKey } = user;
  const content = { caseKey, pages, attachments };
  return onceForKey(deps, { ...user, creationKey, call: addCase, content }, async (trx) => {
    const source = await findVisibleCase(trx, user, caseKey);
    const at = deps.clock.now();
    const copied = copyContent(
      whole,
      await readCaseContent(trx, sponsorKey, caseKey),
      { pages: new Set(pages ?? Object.keys(whole.pages)), attachments },
      { createdAt: momentOf(at), newUuid: deps.newUuid },
    );
    const made = await insertCase(trx, deps, {
      sponsorKey,
      senderKey: source.sender_key,
      user,
      content: copied,
      residue: [],
      reason: FIRST_SAVE_REASON,
      source: 'screen',
      copyOf: nameOf(source),
      at,
      requestId,
    });
    await appendChange(
      trx,
      deps,
      { user, requestId },
      { ...caseChain(sponsorKey, source.root_case_key), caseKey, at, reason: FIRST_SAVE_REASON },
      [caseEntry('copy', made.caseNo, '', nameOf(source))],
    );
    return { caseKey: made.caseKey, caseNo: made.caseNo };
  });
}

const nameOf = ({ case_no, version_no }: CaseRecord): string => `${case_no} (${version_no})`;
