/** The port on which machines read health and metrics. */
import { integer, secretText, text } from '../settings.ts';

const MIN_TOKEN_LENGTH = 16;

export interface ManagementSettings {
  /** 0 takes a free port */
  port: number;
  host: string;
  /** what a reader of the metrics has to send; null: nothing */
  metricsToken: string | null;
}

/** Reads the settings; null where no port is set. */
export function managementSettings(env: NodeJS.ProcessEnv): ManagementSettings | null {
  if (text(env, 'MANAGEMENT_PORT') === null) return null;
  return {
    port: integer(env, 'MANAGEMENT_PORT', 0, 0, 65_535),
    host: text(env, 'MANAGEMENT_HOST') ?? '127.0.0.1',
    metricsToken: secretText(env, 'METRICS_TOKEN', MIN_TOKEN_LENGTH),
  };
}
