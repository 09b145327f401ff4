import { z } from 'zod';
import { choice, flag, id, number, pagedList, text, textOrNull, time } from '../definition/columns.ts';
import { endpoint } from '../definition/endpoint.ts';
import { AlarmTemplateId, HostId, MetaGroupId, SubGroupId, Timestamp } from '../definition/fields.ts';
import { monResults } from '../objects/object-states.ts';

/** Clusters for their administrators: their groups, their agents, and the age of their data. */
export const clusterColumns = {
  hostId: id(HostId),
  name: text(),
  monResult: choice(monResults),
  isMonitored: flag(),
  metaGroupId: id(MetaGroupId),
  metaGroupName: text(),
  subGroupId: id(SubGroupId),
  subGroupName: text(),
  alarmTemplateId: id(AlarmTemplateId),
  alarmTemplateName: text(),
  platform: textOrNull(),
  kubernetesVersion: textOrNull(),
  /** All versions in use, oldest first; null: no agent has ever been in contact. */
  agentVersion: textOrNull(),
  isAgentOutdated: flag(),
  agentCnt: number(),
  problemCnt: number(),
  nodeCnt: number(),
  podCnt: number(),
  /** True: the viewer may change it. */
  isManaged: flag(),
  isStale: flag(),
  /** Time of the last batch. */
  dataAt: time(),
  createdAt: time(),
  updatedAt: time(),
} as const;

export const listClusterSettings = endpoint({
  route: 'POST /clusters/:pageNo/:pageCnt',
  summary: 'Clusters in the selected groups, with their agents',
  access: 'groupAdmin',
  ...pagedList(clusterColumns),
});

export const listAgentVersions = endpoint({
  route: 'GET /agent/version/list',
  summary: 'Versions of the agents in the selected groups, and which are older than the server',
  access: 'groupAdmin',
  response: z.object({
    serverTime: Timestamp,
    serverVersion: z.string(),
    /** Oldest first. */
    versionList: z.array(
      z.object({
        version: z.string(),
        isOutdated: z.boolean(),
        agentCnt: z.int(),
        clusterList: z.array(z.object({ hostId: HostId, name: z.string(), agentCnt: z.int() })),
      }),
    ),
    /** Clusters whose agents have never been in contact. */
    neverConnectedCnt: z.int(),
    silentCnt: z.int(),
  }),
});

export const getClusterContents = endpoint({
  route: 'GET /cluster/delete/check/:hostId',
  summary: 'Counts of the data that is deleted with a cluster',
  access: 'groupAdmin',
  response: z.object({
    name: z.string(),
    nodeCnt: z.int(),
    podCnt: z.int(),
    volumeCnt: z.int(),
    pvcCnt: z.int(),
    openAlarmCnt: z.int(),
    alarmCnt: z.int(),
    /** Settings of the cluster and its objects, and event alarms. */
    settingCnt: z.int(),
    eventCnt: z.int(),
    changeCnt: z.int(),
    nodeHistoryCnt: z.int(),
    tokenCnt: z.int(),
    /** The time of the oldest stored data of the cluster. */
    since: Timestamp.nullable(),
  }),
});
