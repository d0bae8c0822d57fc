import type { Call } from '../shared/contract/call.ts';

/** Parameters of a call by name; loose on purpose: tests also send what the contract refuses. */
export interface CallPlace {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
}

/** Path and query of a call. */
export function pathOf(call: Call, { params = {}, query = {} }: CallPlace): string {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return `${path}?${search}`;
}
