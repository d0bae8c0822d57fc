/** The port to a system of clinical data that the server reads. Every adapter passes one contract test. */
import type { SettingValues } from '../../../shared/connections/settingFields.ts';
import type { SourceFault, SourceKindName } from '../../../shared/study-data/sourceKinds.ts';

/** A study that a source has. */
export interface OfferedStudy {
  studyOid: string;
  protocol: string;
}

/** What a source answered of a study. */
interface SourceReading {
  content: Uint8Array;
  /** the definitions, where they come apart from the data; null: they are in it, or there are none */
  definitions: Uint8Array | null;
  /** the state of its data that the source shows, where it says so */
  asOf: Date | null;
}

export interface StudySource {
  studies: (signal: AbortSignal) => Promise<OfferedStudy[]>;
  /** all of its subjects */
  read: (studyOid: string, signal: AbortSignal) => Promise<SourceReading>;
}

/** How a source is reached; secrets are open. */
export interface SourceConnection {
  kind: SourceKindName;
  settings: SettingValues;
  secrets: SettingValues;
  /** from when on the demo source changes */
  since: Date;
}

/** A source that cannot be read now: people read why, and what to do. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure';
  readonly fault: SourceFault;
  readonly detail: string;
  /** 1-based, of what was answered */
  readonly line: number | null;

  constructor(
    fault: SourceFault,
    detail: string,
    { line = null, ...options }: ErrorOptions & { line?: number | null } = {},
  ) {
    super(`${fault}: ${detail}`, options);
    this.fault = fault;
    this.detail = detail;
    this.line = line;
  }
}
