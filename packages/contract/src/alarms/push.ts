import { z } from 'zod';
import { distinctList } from '../definition/columns.ts';
import { endpoint } from '../definition/endpoint.ts';
import { PushSubscriptionId, SubGroupId, Timestamp } from '../definition/fields.ts';
import { AlarmLevelField } from './alarm-items.ts';
import { DeliveryNote, deliveryErrors } from './delivery-notes.ts';
import { Hours } from './webhooks.ts';

/** A person has a few devices. More would only cost messages. */
export const MAX_PUSH_DEVICES = 10;
/** A device on which its person did not sign in for this long gets nothing. */
export const PUSH_CONFIRMED_DAYS = 30;

/** What a browser gets, encrypted for it alone. The service worker of the console reads it. */
export interface PushPayload {
  readonly title: string;
  /** Cluster, namespace and object. */
  readonly text: string;
  readonly level: 'critical' | 'warning';
  /** True: the alarm recovered or was closed. */
  readonly isOver: boolean;
  /** ISO 8601. */
  readonly at: string;
  /** A path of the console. */
  readonly link: string;
  /** A later message with the same tag replaces the earlier one on the screen. */
  readonly tag: string;
}

/** Base64 for URLs, as browsers give the keys of a subscription. */
const keyOf = (byteCnt: number) =>
  z.base64url().refine((text) => Math.floor((text.replace(/=+$/, '').length * 3) / 4) === byteCnt, {
    message: 'wrong length',
  });

/** An address of a push service that the browser chose. */
const PushEndpoint = z.url({ protocol: /^https?$/ }).max(1000);

const choice = {
  /** 1: all alarms, 5: critical alarms only. */
  minLevel: AlarmLevelField,
  /** True: a device that got the message about an alarm also gets the message about its end. */
  sendsRecovery: z.boolean(),
  /** In these hours only critical alarms come at once; the others follow in one message. Null: there are none. */
  quietHours: Hours.nullable(),
  /** Null: all sub groups that the person may see. */
  forSubGroupIdList: distinctList(SubGroupId, 1000).nullable(),
};

export const PushDevice = z.object({
  pushSubscriptionId: PushSubscriptionId,
  /** SHA-256 of its address, in hexadecimal: the browser finds itself in the list. */
  endpointDigest: z.string(),
  /** Browser and system; null: unknown. */
  deviceName: z.string().nullable(),
  createdAt: Timestamp,
  /** The last sign-in of the person on the device. */
  confirmedAt: Timestamp,
  /** False: the person signed out there, or did not sign in there for 30 days. */
  isActive: z.boolean(),
  lastSuccessAt: Timestamp.nullable(),
  lastFailureAt: Timestamp.nullable(),
  /** Why the last attempt failed; null: it succeeded. */
  note: DeliveryNote.nullable(),
});
export type PushDevice = z.infer<typeof PushDevice>;

const common = { access: 'all', subGroupsIn: 'none', tokens: 'no' } as const;

export const getPushSetting = endpoint({
  ...common,
  route: 'GET /push/setting',
  summary: 'Which alarms the caller gets on their devices, and the devices',
  response: z.object({
    ...choice,
    /** Only those that the person still sees. */
    forSubGroupIdList: z.array(SubGroupId).nullable(),
    /** The key by which push services recognise this installation. Browsers ask for it. */
    publicKey: z.string(),
    deviceList: z.array(PushDevice),
  }),
});

export const savePushSetting = endpoint({
  ...common,
  route: 'PUT /push/setting',
  summary: 'Choose which alarms the caller gets on their devices',
  body: z.strictObject(choice),
});

export const savePushSubscription = endpoint({
  ...common,
  route: 'POST /push/subscription',
  summary: 'Turn on notifications in the caller’s browser, or confirm them after a sign-in',
  body: z.strictObject({
    endpoint: PushEndpoint,
    p256dh: keyOf(65),
    auth: keyOf(16),
    language: z.enum(['ko', 'en']),
    /** The former address of this browser, which replaced it by itself. It must be one of the caller. */
    replacedEndpoint: PushEndpoint.optional(),
  }),
  response: z.object({ pushSubscriptionId: PushSubscriptionId }),
});

export const deletePushSubscription = endpoint({
  ...common,
  route: 'DELETE /push/subscription/:pushSubscriptionId',
  summary: 'Turn off notifications on one of the caller’s devices; has no effect on any other',
});

export const sendTestPush = endpoint({
  ...common,
  route: 'POST /push/sendtest/:pushSubscriptionId',
  summary: 'Send a test notification to one of the caller’s devices',
  holdsNoTransaction: true,
  response: z.object({
    isDelivered: z.boolean(),
    /** HTTP status of the push service’s answer; null: there was none. */
    status: z.int().nullable(),
    /** gone: the browser has ended the subscription, and the device is no longer in the list. */
    reason: z.enum([...deliveryErrors, 'gone']).nullable(),
  }),
});
