/** Configuration of this installation that the browser needs before sign-in. */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { Nullable } from './common.ts';

/** An external address; null: not configured, and its link is hidden. */
const Link = Nullable(Type.String());

export const Environment = Type.Object({
  demo: Type.Boolean(),
  /** whether a mail server is configured, so that passwords can be reset by e-mail */
  mail: Type.Boolean(),
  /** identity providers available for sign-in */
  realms: Type.Array(Type.Object({ realmId: Type.String(), label: Type.String() })),
  links: Type.Object({
    /** online manual (v1.1), and the one that replaced it on 2024-12-22 (specification section 2) */
    manual: Link,
    manualV2: Link,
    privacy: Link,
    helpCenter: Link,
    chatbot: Link,
  }),
});

export const readEnvironment = defineCall({
  method: 'GET',
  path: '/1.0/environment',
  summary: 'Tells how this installation is set up: mail, identity providers, outside addresses',
  access: 'public',
  data: Environment,
});
