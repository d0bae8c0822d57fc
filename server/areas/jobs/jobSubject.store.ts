/** What a job is about, as text: a recipient, a list, a dictionary release. Never case content. */
import { sql, type RawBuilder } from 'kysely';
import { STAGE_DICTIONARY } from '../../dictionaries/stageByJob.ts';
import { LIST_EXPORT } from '../../lists/listExport.process.ts';
import type { ListReading } from '../../lists/listSource.ts';
import { SEND_MAIL } from '../../mail/outbox.ts';
import { taskKind } from '../../processes/applyEvent.ts';

/** Names of lists in the reader's language, by menu id, as a JSON object. */
const listNames = ({ catalogue, language }: ListReading): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(catalogue.lists).map(([menuId, { label }]) => [menuId, label[language]]),
    ),
  );

/** The subject of the job `j`; null for kinds that name none. */
export const jobSubject = (reading: ListReading): RawBuilder<string | null> => sql<string | null>`case j.kind
  when ${SEND_MAIL.kind} then (
    select o.recipient from outbox_email o where o.email_key = (j.payload ->> 'emailKey')::bigint)
  when ${STAGE_DICTIONARY.kind} then (
    select d.dictionary || ' ' || d.version from dictionary_release d
    where d.release_no = (j.payload ->> 'releaseNo')::int)
  when ${taskKind(LIST_EXPORT, 'makeFile').kind} then
    ${listNames(reading)}::text::jsonb ->> (j.payload #>> '{input,request,menuId}')
  end`;
