/** What actors and invariants share. */
import type { CaseFlags } from '../machines/case-status/caseStatus.machine.ts';
import type { Chance } from '../shared/generate/chance.ts';
import type { PretendAnswer } from '../shared/submission/pretendAnswers.ts';
import type { CaseWish, GeneratedCase } from '../shared/generate/generate.types.ts';
import type { Numbers } from './oracles/imports.ts';
import type { Account, SimulatedServer } from './simulatedServer.ts';

/** What the simulation itself knows of a version, from what the server has accepted and from nothing else. */
export interface KnownVersion extends Pick<
  CaseFlags,
  'reviewed' | 'locked' | 'deleted' | 'superseded' | 'nullified'
> {
  caseKey: number;
  /** signatures under review and lock that were given */
  signatures: number;
}

/** A batch that an actor made. */
export interface KnownBatch {
  batchKey: number;
  pretend: PretendAnswer;
  caseKeys: readonly number[];
  /** messages of which a person decided what the receiver says */
  decided: Set<number>;
}

/** A report that a partner sent and that became a version. */
export interface KnownReport {
  /** its E2B(R3) file */
  text: string;
  numbers: Numbers;
  caseKey: number;
  /** whose rules it fulfils; left out: nobody knows */
  receiver?: string;
}

export interface Simulation {
  seed: number;
  step: number;
  server: SimulatedServer;
  chance: Chance;
  /** by key, in the order in which they were made */
  versions: Map<number, KnownVersion>;
  batches: KnownBatch[];
  reports: KnownReport[];
  /** names of the files of receivers that came twice */
  repeated: Set<string>;
  /** The next case of the generator; without a receiver for one that chance selects. */
  generate: (wish?: Partial<Pick<CaseWish, 'receiver' | 'values'>>) => GeneratedCase;
}

/** Who looks draws nothing: what actors do does not depend on what is checked. */
export type SimulationView = Omit<Simulation, 'chance' | 'generate'>;

/** What an actor did, for the log of a failure and for what is checked after it. */
export interface Deed {
  /** who did what, and the answer */
  what: string;
  /** the versions whose content, status or position it may have changed; 'any': jobs */
  touched: readonly number[] | 'any';
  /** the call was refused, or only reads */
  isIdle?: boolean;
  /** left out: it leaves no trace in the audit trail, or another one than that of a single save */
  traced?: { by: Account; reason: string };
}

/** Something that happens in a safety department. */
export interface Act {
  name: string;
  /** how often, compared with the others */
  weight: number;
  /** Null: there was no occasion. Throws a `Violation` where the answer is not the one that is right. */
  run: (simulation: Simulation) => Promise<Deed | null>;
}

export interface Invariant {
  name: string;
  /** checked after so many steps, and at the end */
  every: number;
  /** in a replay, too, which checks the last steps only: it remembers more than the step before, or writes */
  always?: true;
  /** Throws a `Violation`. */
  check: (simulation: SimulationView, deed: Deed) => Promise<void>;
}
