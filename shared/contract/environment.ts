/** What a browser has to know before anybody has signed in: how this installation is set up. */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { Nullable } from './common.ts';

/** An address outside of the product; null: not set up, and what leads there is not shown. */
const Link = Nullable(Type.String());

export const Environment = Type.Object({
  demo: Type.Boolean(),
  /** is a mail server set up, so that passwords can be reset by mail */
  mail: Type.Boolean(),
  /** identity providers one may sign in with */
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
