import { z } from 'zod';
import { ClusterState } from '../clusters/cluster-state.ts';
import { endpoint } from '../definition/endpoint.ts';
import { HostId, Timestamp } from '../definition/fields.ts';
import { monResults } from '../objects/object-states.ts';
import { DASHBOARD_OBJECTS_FORMAT } from './dashboard-objects.ts';
import { groupByOptions, type ObjectType, objectTypes, sortOptions } from './dashboard-options.ts';

const Clusters = {
  _method: z.literal('get').optional(),
  isAllCluster: z.boolean(),
  /** The selected clusters, when not all are selected. An empty list shows none. */
  clusterList: z.array(HostId).max(5000).default([]),
};

/** The choices of one object type. A sort or grouping of another type is refused. */
function conditionsOf<Type extends ObjectType>(objectType: Type) {
  return z.strictObject({
    ...Clusters,
    objectType: z.literal(objectType),
    groupBy: z.enum(groupByOptions[objectType]),
    sortBy: z.enum(sortOptions[objectType]),
    at: Timestamp.optional(),
  });
}

export const SearchConditions = z.discriminatedUnion('objectType', [
  conditionsOf('container'),
  conditionsOf('pod'),
  conditionsOf('node'),
  conditionsOf('cluster'),
]);
export type SearchConditions = z.output<typeof SearchConditions>;

export const getDashboardObjects = endpoint({
  route: 'POST /dashboard/objects',
  summary: 'All objects that match the search conditions, as columns',
  access: 'all',
  wallboards: true,
  read: true,
  subGroupsIn: 'body',
  body: SearchConditions,
  answers: 'file',
  file: { contentType: 'application/octet-stream', description: DASHBOARD_OBJECTS_FORMAT },
  response: z.instanceof(Uint8Array),
});

const StateCounts = z.object(
  Object.fromEntries(monResults.map((state) => [state, z.int()])) as Record<
    (typeof monResults)[number],
    z.ZodInt
  >,
);

export const getDashboardSummary = endpoint({
  route: 'POST /dashboard/summary',
  summary: 'Status box, platform and Azure sections',
  access: 'all',
  wallboards: true,
  read: true,
  body: z.strictObject(Clusters),
  response: z.object({
    serverTime: Timestamp,
    /** Objects by state, one row per type. */
    stateList: z.array(z.object({ objectType: z.enum(objectTypes), totalCnt: z.int(), counts: StateCounts })),
    /** Pods that wait for a node, and what they request. Requests count only pods that have one. */
    waiting: z
      .object({ podCnt: z.int(), cpuCores: z.number(), memBytes: z.number() })
      .default({ podCnt: 0, cpuCores: 0, memBytes: 0 }),
    /** Volumes and claims, counted by whether they are bound. */
    volume: z.object({ cnt: z.int(), boundCnt: z.int() }),
    claim: z.object({ cnt: z.int(), pendingCnt: z.int(), lostCnt: z.int() }),
    alarmCnt: z.object({ warning: z.int(), critical: z.int() }),
    platformList: z.array(ClusterState),
    azureList: z.array(
      z.object({
        hostId: HostId,
        name: z.string(),
        region: z.string().nullable(),
        kubernetesVersion: z.string().nullable(),
        poolList: z.array(
          z.object({
            name: z.string(),
            nodeCnt: z.int(),
            readyCnt: z.int(),
            vmSizeList: z.array(z.string()),
            zoneList: z.array(z.string()),
            versionList: z.array(z.string()),
          }),
        ),
      }),
    ),
  }),
});
