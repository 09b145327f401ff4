import { z } from 'zod';
import { endpoint } from '../definition/endpoint.ts';
import { Timestamp } from '../definition/fields.ts';

/** What operators call the fields of a manifest. The console has a text for each. */
export const changeTopics = [
  'affinity',
  'annotation',
  'args',
  'capacity',
  'command',
  'container',
  'containerField',
  'env',
  'finalizers',
  'gracePeriod',
  'image',
  'imagePullPolicy',
  'label',
  'limit',
  'livenessProbe',
  /** The specification has changed, but only in values that the agent masks. */
  'masked',
  'maxReplicas',
  'maxUnavailable',
  'minAvailable',
  'minReplicas',
  'nodeName',
  'nodeSelector',
  /** Only the order of a list has changed. */
  'order',
  'other',
  'owner',
  'paused',
  'port',
  'priority',
  'readinessProbe',
  'reclaimPolicy',
  'replicas',
  'request',
  /** `kubectl rollout restart` */
  'restart',
  'schedule',
  'securityContext',
  'selector',
  'serviceAccount',
  'startupProbe',
  'storageClass',
  'strategy',
  'suspended',
  'taint',
  'tolerations',
  'type',
  'unschedulable',
  'volume',
  'volumeMount',
] as const;
export type ChangeTopic = (typeof changeTopics)[number];

/** One changed field of a manifest. `from` is null for an added field, `to` for a removed one. */
export const ChangedField = z.object({
  /** `spec.template.spec.containers[app].image` */
  path: z.string(),
  topic: z.enum(changeTopics),
  /** The container, label or resource that the topic is about; null for none. */
  subject: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
});
export type ChangedField = z.infer<typeof ChangedField>;

export const MAX_VERSIONS = 200;

/** Why there is no manifest. */
export const missingManifests = [
  /** The agent of the cluster has sent none at all: older agents do not send manifests. */
  'agentSendsNone',
  /** The agent sends manifests, and this one has not arrived yet. */
  'notStored',
  /** The asked instant is before the first stored version. */
  'beforeFirst',
] as const;
export type MissingManifest = (typeof missingManifests)[number];

/** Masked by the agent, without status, as JSON with sorted keys. */
const StoredManifest = z.object({
  /** Since when the object has this manifest. */
  at: Timestamp,
  /** Until when; null: it is the newest version. */
  until: Timestamp.nullable(),
  json: z.string(),
  /** True: the manifest was larger than the agent sends, and parts are left out. */
  isCut: z.boolean(),
});
export type StoredManifest = z.infer<typeof StoredManifest>;

export const getManifest = endpoint({
  route: 'GET /manifest/info/:objectId',
  summary: 'The manifest of an object, now or at an instant; of a deleted object the last one',
  access: 'all',
  query: z.strictObject({ at: Timestamp.optional() }),
  response: z.object({
    serverTime: Timestamp,
    manifest: StoredManifest.nullable(),
    /** Null when there is a manifest. */
    missing: z.enum(missingManifests).nullable(),
    /** The first stored version; null without one. */
    firstAt: Timestamp.nullable(),
  }),
});

export const listManifestVersions = endpoint({
  route: 'GET /manifest/versions/:objectId',
  summary:
    'The newest stored versions of a manifest, also of a time range, newest first, with their changed fields',
  access: 'all',
  query: z.strictObject({ from: Timestamp.optional(), to: Timestamp.optional() }),
  response: z.object({
    serverTime: Timestamp,
    /** True: there are more versions than the list has. */
    isTruncated: z.boolean(),
    versionList: z.array(
      z.object({
        at: Timestamp,
        isCut: z.boolean(),
        /** True: the first version, so there is none to compare it with. */
        isFirst: z.boolean(),
        changes: z.array(ChangedField),
        /** Changed fields beyond those in `changes`. */
        moreCnt: z.int(),
      }),
    ),
  }),
});

export const compareManifests = endpoint({
  route: 'GET /manifest/compare/:objectId',
  summary: 'The manifests of an object at two instants, with the fields that differ',
  access: 'all',
  query: z.strictObject({ from: Timestamp, to: Timestamp }),
  response: z.object({
    serverTime: Timestamp,
    /** Null: before the first stored version. */
    from: StoredManifest.nullable(),
    to: StoredManifest.nullable(),
    changes: z.array(ChangedField),
    moreCnt: z.int(),
  }),
});
