import { endpoint } from '@gwanje/contract/definition/endpoint';
import { HostId, ObjectId, Timestamp } from '@gwanje/contract/definition/fields';
import { z } from 'zod';
import { metricScopes, sampledKinds } from '../registry.ts';

export const MAX_SERIES_TARGETS = 500;
export const MAX_SERIES_POINTS = 5000;

const Marker = z.literal('get').optional();
const Values = z.array(z.number().nullable());

/** `id` is the object id, or the hostId of a cluster. */
const Target = z.strictObject({ kind: z.enum(metricScopes), id: ObjectId });

/** Targets may be of several kinds; each series names its own. A metric that a kind lacks gives 8002. */
export const querySeries = endpoint({
  route: 'POST /metric/series',
  summary: 'Series of metrics over time',
  access: 'all',
  wallboards: true,
  read: true,
  body: z.strictObject({
    _method: Marker,
    targets: z.array(Target).min(1).max(MAX_SERIES_TARGETS),
    metrics: z.array(z.string().max(50)).min(1).max(15),
    from: Timestamp,
    to: Timestamp,
    maxPoints: z.int().min(1).max(MAX_SERIES_POINTS),
  }),
  response: z.object({
    serverTime: Timestamp,
    /** Time of the first bucket. The next one follows after `stepMs`. */
    start: Timestamp,
    stepMs: z.int().min(1),
    pointCnt: z.int().min(0),
    seriesList: z.array(
      z.object({
        kind: z.enum(metricScopes),
        id: ObjectId,
        name: z.string(),
        metric: z.string(),
        avg: Values,
        min: Values,
        max: Values,
      }),
    ),
  }),
});

export const queryTop = endpoint({
  route: 'POST /metric/top',
  summary: 'The objects with the highest average usage in a time range',
  access: 'all',
  wallboards: true,
  read: true,
  body: z.strictObject({
    _method: Marker,
    kind: z.enum(sampledKinds),
    metric: z.string().max(50),
    hostIdList: z.array(HostId).min(1).max(1000).optional(),
    /** For pods and containers: only those on this node. */
    nodeId: ObjectId.optional(),
    namespace: z.string().max(253).optional(),
    from: Timestamp,
    to: Timestamp,
    limit: z.int().min(1).max(100),
  }),
  response: z.object({
    serverTime: Timestamp,
    /** True: more objects were deleted in this time than the server reads. It reads those deleted last. */
    isTruncated: z.boolean(),
    list: z.array(
      z.object({
        kind: z.enum(metricScopes),
        id: ObjectId,
        hostId: HostId,
        clusterName: z.string(),
        name: z.string(),
        namespace: z.string().nullable(),
        value: z.number(),
      }),
    ),
  }),
});
