/** What a synchronisation has to work on and what it must leave, from the tables alone. */
import { sql } from 'kysely';
import { SPONSOR } from '../simulatedServer.ts';
import type { SimulationView } from '../simulation.types.ts';

/** A subject with events, of a study that is linked to a source. */
export interface Subject {
  studyKey: number;
  subjectKey: number;
  /** first versions of the cases that its events are in */
  roots: number[];
}

/** Those with events that no case has as the source has them, in the order of their keys. */
export async function subjectsToSync({ server }: SimulationView): Promise<Subject[]> {
  const { rows } = await server.read((trx) =>
    sql<Subject>`
      select l.study_key as "studyKey", s.subject_no as "subjectKey",
        array(select distinct o.root_case_key::int from sync_event o where o.sponsor_key = s.sponsor_key
          and o.source_key = s.source_key and o.study_oid = s.study_oid and o.subject_key = s.subject_key
          and o.root_case_key is not null order by 1) as roots
      from study_link l join study_subject s using (sponsor_key, source_key, study_oid)
      where s.sponsor_key = ${SPONSOR} and exists (
        select from sync_event e where e.sponsor_key = s.sponsor_key and e.source_key = s.source_key
          and e.study_oid = s.study_oid and e.subject_key = s.subject_key
          and e.state in ('new', 'changed', 'failed'))
      order by s.subject_no`.execute(trx),
  );
  return rows;
}

/** An event that its source has no more, and that is in a case. */
export interface RemovedEvent {
  studyKey: number;
  eventKey: number;
  rootCaseKey: number;
}

export async function removedEvents({ server }: SimulationView): Promise<RemovedEvent[]> {
  const { rows } = await server.read((trx) =>
    sql<RemovedEvent>`
      select l.study_key as "studyKey", e.event_key as "eventKey", e.root_case_key::int as "rootCaseKey"
      from study_link l join sync_event e using (sponsor_key, source_key, study_oid)
      where e.sponsor_key = ${SPONSOR} and e.state = 'removed' and e.root_case_key is not null and e.remark is null
      order by e.event_key`.execute(trx),
  );
  return rows;
}

/** All versions of the case that a version is of, in their order. */
export async function versionsBeside({ server }: SimulationView, caseKey: number): Promise<number[]> {
  const { rows } = await server.read((trx) =>
    sql<{ caseKey: number }>`
      select v.case_key as "caseKey" from pv_case o join pv_case v using (sponsor_key, root_case_key)
      where o.sponsor_key = ${SPONSOR} and o.case_key = ${caseKey} order by v.version_no`.execute(trx),
  );
  return rows.map(({ caseKey: key }) => key);
}

/** Addresses of values that came from the source and that a person may change for good: no rule writes them whatever they are. */
export async function ownableAddresses(
  { server }: SimulationView,
  { studyKey }: Pick<Subject, 'studyKey'>,
  rootCaseKey: number,
): Promise<string[]> {
  const { rows } = await server.read((trx) =>
    sql<{ address: string }>`
      select distinct v.address from sync_value v join mapping_rule_set r using (sponsor_key)
      where v.sponsor_key = ${SPONSOR} and v.root_case_key = ${rootCaseKey} and r.study_key = ${studyKey}
        and v.value is not null and not exists (
          select from jsonb_array_elements(r.rule_set -> 'rules') rule
          where rule ->> 'itemId' = v.item_id and rule ->> 'overwrite' = 'always')
      order by v.address`.execute(trx),
  );
  return rows.map(({ address }) => address);
}
