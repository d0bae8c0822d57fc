/** Settings of single sign-on: identity providers, and the products beside this one. Read by config.ts. */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { SIBLING_PREFIXES } from '../shared/contract/sso.ts';
import { isSafeAddress, optionalPath, SetupProblem, text } from './settings.ts';

const closed = { additionalProperties: false };
const Name = Type.String({ minLength: 1, maxLength: 100 });

/** An identity provider with the client that this installation is to it. */
const Realm = Type.Object(
  {
    realmId: Type.String({ pattern: '^[\\w.-]{1,50}$' }),
    issuer: Name,
    clientId: Name,
    /** none: a public client, which PKCE alone protects */
    clientSecret: Type.Optional(Name),
    /** on the button of the login page */
    label: Type.Optional(Name),
    scopes: Type.Optional(Name),
  },
  closed,
);
const Sibling = Type.Object({ clientId: Name, name: Name, url: Name }, closed);

export type Realm = Required<Omit<Static<typeof Realm>, 'clientSecret'>> & { clientSecret: string | null };
type Sibling = Static<typeof Sibling>;

export interface SignOnSettings {
  realms: Realm[];
  siblings: Sibling[];
}

const SCOPES = 'openid email profile';

/** One realm from single variables, more from a file; throws a `SetupProblem` for what cannot work. */
export function signOnSettings(env: NodeJS.ProcessEnv, cwd: string): SignOnSettings {
  const file = optionalPath(env, 'CASEWRIGHT_SSO_REALMS_FILE', cwd);
  const listed = file === null ? [] : list('CASEWRIGHT_SSO_REALMS_FILE', readText(file), Realm);
  const realms = [...ownRealm(env), ...listed].map(complete);
  const twice = realms.find(({ realmId }, i) => realms.findIndex((other) => other.realmId === realmId) < i);
  if (twice)
    throw new SetupProblem(`there are two sign-on realms '${twice.realmId}'; give each its own realmId`);
  if (realms.length > 0 && text(env, 'CASEWRIGHT_PUBLIC_URL') === null)
    throw new SetupProblem(
      'single sign-on needs CASEWRIGHT_PUBLIC_URL, where identity providers lead back to',
    );
  const clients = text(env, 'CASEWRIGHT_SSO_CLIENTS');
  const siblings = clients === null ? [] : list('CASEWRIGHT_SSO_CLIENTS', clients, Sibling);
  siblings.forEach(checkSibling);
  return { realms, siblings };
}

function ownRealm(env: NodeJS.ProcessEnv): Static<typeof Realm>[] {
  const read = (name: string) => text(env, `CASEWRIGHT_SSO_${name}`) ?? undefined;
  const issuer = read('ISSUER');
  if (issuer === undefined) return [];
  const clientId = read('CLIENT_ID');
  if (clientId === undefined)
    throw new SetupProblem('CASEWRIGHT_SSO_ISSUER is set, but CASEWRIGHT_SSO_CLIENT_ID is not');
  const realm = {
    realmId: read('REALM') ?? 'default',
    issuer,
    clientId,
    clientSecret: read('CLIENT_SECRET'),
  };
  return [{ ...realm, label: read('LABEL'), scopes: read('SCOPES') }];
}

function complete({ label, scopes = SCOPES, clientSecret, ...realm }: Static<typeof Realm>): Realm {
  if (!isSafeAddress(realm.issuer))
    throw new SetupProblem(
      `the issuer of sign-on realm '${realm.realmId}' is '${realm.issuer}', but must be an address that begins with https://`,
    );
  if (!scopes.split(' ').includes('openid'))
    throw new SetupProblem(`the scopes of sign-on realm '${realm.realmId}' must hold 'openid'`);
  return {
    ...realm,
    label: label ?? new URL(realm.issuer).hostname,
    scopes,
    clientSecret: clientSecret ?? null,
  };
}

function checkSibling({ clientId, url }: Sibling): void {
  if (!SIBLING_PREFIXES.some((prefix) => clientId.toUpperCase().startsWith(prefix)))
    throw new SetupProblem(
      `CASEWRIGHT_SSO_CLIENTS names '${clientId}', but a client id must begin with ${SIBLING_PREFIXES.join(', ')}`,
    );
  if (!isSafeAddress(url))
    throw new SetupProblem(`CASEWRIGHT_SSO_CLIENTS has '${url}', but an address must begin with https://`);
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new SetupProblem(`CASEWRIGHT_SSO_REALMS_FILE ${path} cannot be read`, { cause });
  }
}

/** The texts may hold secrets, so they are not repeated in the message. */
function list<T extends typeof Realm | typeof Sibling>(name: string, json: string, entry: T): Static<T>[] {
  const found = parsed(json);
  const isList = new Ajv({ strict: false }).compile(Type.Array(entry));
  if (!isList(found)) {
    const [mistake] = isList.errors ?? [];
    throw new SetupProblem(
      `${name} must hold a JSON list; ${mistake?.instancePath || 'it'} ${mistake?.message}`,
    );
  }
  return found as Static<T>[];
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // no JSON is no list, which the caller says
    return null;
  }
}
