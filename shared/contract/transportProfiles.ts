/** How batches reach a receiver: the profile of its transport, at its record. */
import { Type } from 'typebox';
import { REMOTE_TRANSPORT_NAMES } from '../submission/transports.ts';
import { defineCall } from './call.ts';
import { Nullable, OneOf, Reason } from './common.ts';

const PATH = '/1.1/receivers/:receiverKey/transport';
const OfReceiver = Type.Object({ receiverKey: Type.Integer({ minimum: 1 }) });
const EDIT = ['EDIT.ADMIN'] as const;
const Time = Type.String({ format: 'date-time' });
/** CCYYMMDD */
const Day = Nullable(Type.String({ pattern: '^[0-9]{8}$' }));
const Values = (maxLength: number) => Type.Record(Type.String(), Type.String({ maxLength }));

/** What a form of the profile holds; secrets are never sent to a browser. */
const Profile = {
  adapter: OneOf(...REMOTE_TRANSPORT_NAMES),
  active: Type.Boolean(),
  settings: Values(500),
  certificateUntil: Day,
  secretUntil: Day,
};

export const readTransportProfile = defineCall({
  method: 'GET',
  path: PATH,
  summary: 'The profile of the transport to a receiver, without its secrets',
  access: ['READ.CASE_INFO', 'EDIT.CASE_INFO', 'EDIT.ADMIN'],
  params: OfReceiver,
  data: Type.Object({
    profile: Nullable(
      Type.Object({
        ...Profile,
        /** names of the secrets that are stored */
        secretNames: Type.Array(Type.String()),
        setAt: Time,
        setBy: Type.String(),
        /** after several faults nothing is tried until then */
        pausedUntil: Nullable(Time),
      }),
    ),
  }),
});

/** A secret that is not named stays as it is stored; an empty one is removed. */
const Changes = { ...Profile, secrets: Values(20_000) };

/** Throws 422 SETTING_REFUSED with the names of the settings, and 409 SETTINGS_CHANGED if `setAt` is not the newest. */
export const saveTransportProfile = defineCall({
  method: 'PUT',
  path: PATH,
  summary: 'Stores the profile of the transport to a receiver, with the reason',
  access: EDIT,
  params: OfReceiver,
  body: Type.Object({ ...Changes, setAt: Nullable(Time), reason: Reason }),
});

export const tryTransport = defineCall({
  method: 'POST',
  path: `${PATH}/try`,
  summary: 'Connects with what the form holds, and sends nothing',
  access: EDIT,
  params: OfReceiver,
  body: Type.Object(Changes),
  data: Type.Object({
    /** what is wrong; null: the receiver can be reached */
    fault: Nullable(Type.String()),
    message: Type.String(),
  }),
});
