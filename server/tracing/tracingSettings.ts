/** Where traces are sent: the variables that OpenTelemetry names, read as all other settings. */
import { SetupProblem, text } from '../settings.ts';

const ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT';
const TRACES = '/v1/traces';
/** What a variable of OpenTelemetry has no effect without. */
const OTHERS = [
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_SERVICE_NAME',
  'OTEL_TRACES_SAMPLER_ARG',
];

export interface TracingSettings {
  /** receives spans by OTLP over HTTP, as JSON */
  url: string;
  /** sent with them, such as a token */
  headers: Record<string, string>;
  serviceName: string;
  /** describes the process, such as `deployment.environment.name` */
  resource: Record<string, string>;
  /** share of the traces that begin here and are sent, from 0 to 1 */
  share: number;
}

/** Null: no spans are made. */
export function tracingSettings(env: NodeJS.ProcessEnv): TracingSettings | null {
  const endpoint = text(env, ENDPOINT);
  if (endpoint === null) return refuseWithoutEndpoint(env);
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint))
    throw new SetupProblem(`${ENDPOINT} must be an address such as http://collector:4318`);
  return {
    url: endpoint.replace(/\/+$/, '') + TRACES,
    headers: pairs(env, 'OTEL_EXPORTER_OTLP_HEADERS'),
    serviceName: text(env, 'OTEL_SERVICE_NAME') ?? 'casewright',
    resource: pairs(env, 'OTEL_RESOURCE_ATTRIBUTES'),
    share: share(env),
  };
}

/** A setting that has no effect is a mistake. */
function refuseWithoutEndpoint(env: NodeJS.ProcessEnv): null {
  const name = OTHERS.find((one) => text(env, one) !== null);
  if (name !== undefined) throw new SetupProblem(`${name} is set without ${ENDPOINT}; set both or none`);
  return null;
}

/** `name=value,name=value` with percent encoding. Values may be secret, so that none is repeated in the message. */
function pairs(env: NodeJS.ProcessEnv, name: string): Record<string, string> {
  const given = text(env, name)?.split(',').filter(Boolean) ?? [];
  return Object.fromEntries(
    given.map((pair) => {
      const [, key = '', value = ''] = /^\s*([^\s=]+)\s*=(.*)$/.exec(pair) ?? [];
      try {
        if (key) return [key, decodeURIComponent(value.trim())];
      } catch {
        // refused below
      }
      throw new SetupProblem(`${name} must have pairs such as name=value, with commas between them`);
    }),
  );
}

function share(env: NodeJS.ProcessEnv): number {
  const given = text(env, 'OTEL_TRACES_SAMPLER_ARG') ?? '1';
  const value = Number(given);
  if (!(value >= 0 && value <= 1))
    throw new SetupProblem(`OTEL_TRACES_SAMPLER_ARG is '${given}', but must be a number from 0 to 1`);
  return value;
}
