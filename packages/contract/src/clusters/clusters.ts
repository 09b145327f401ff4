import { z } from 'zod';
import { agentRoles } from '../agent/agent-problems.ts';
import { refusalReasons } from '../agent/batch-refusals.ts';
import { ImageName, NamespaceName, ProxyAddress, RegistryName } from '../agent/image.ts';
import { Finding, logReadings } from '../agent/install-findings.ts';
import { distinctList, id, keysOf, pagedListBody, pageOf, text, time } from '../definition/columns.ts';
import { endpoint } from '../definition/endpoint.ts';
import {
  AlarmTemplateId,
  HostId,
  MetaGroupId,
  Name,
  SubGroupId,
  Timestamp,
  TokenId,
} from '../definition/fields.ts';
import { PodAmounts } from '../objects/object-calls.ts';
import { AgentState, ClusterState } from './cluster-state.ts';

export const Cluster = z.object({
  hostId: HostId,
  name: z.string(),
  metaGroupId: MetaGroupId,
  metaGroupName: z.string(),
  subGroupId: SubGroupId,
  subGroupName: z.string(),
  alarmTemplateId: AlarmTemplateId,
  alarmTemplateName: z.string(),
  isMonitored: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  state: ClusterState.omit({ hostId: true, name: true }),
});
export type Cluster = z.infer<typeof Cluster>;

export const ClusterName = z.object({
  hostId: HostId,
  name: z.string(),
  metaGroupId: MetaGroupId,
  subGroupId: SubGroupId,
});
export type ClusterName = z.infer<typeof ClusterName>;

export const listClustersOfSubGroup = endpoint({
  route: 'GET /cluster/list/:subGroupId',
  summary: 'Clusters of one sub group',
  access: 'all',
  response: z.object({ clusterList: z.array(Cluster) }),
});

export const listClusterNames = endpoint({
  route: 'GET /cluster/name-list',
  summary: 'Names of the clusters in the selected groups',
  access: 'all',
  wallboards: true,
  response: z.object({ clusterList: z.array(ClusterName) }),
});

export const getCluster = endpoint({
  route: 'GET /cluster/info/:hostId',
  summary: 'One cluster',
  access: 'all',
  response: Cluster,
});

/** The columns that the list of clusters can be sorted by. */
export const clusterOrderColumns = {
  hostId: id(HostId),
  name: text(),
  metaGroupName: text(),
  subGroupName: text(),
  alarmTemplateName: text(),
  createdAt: time(),
} as const;

export const listClusters = endpoint({
  route: 'POST /cluster/list',
  summary: 'Clusters in the selected groups',
  access: 'all',
  read: true,
  body: pagedListBody(
    z.object({
      /** Part of the name. */
      name: z.string().max(200),
      metaGroupId: MetaGroupId,
      subGroupId: SubGroupId,
      alarmTemplateId: AlarmTemplateId,
    }),
    keysOf(clusterOrderColumns),
  ),
  response: pageOf(Cluster),
});

export const insertCluster = endpoint({
  route: 'POST /cluster/insert',
  summary: 'Create a cluster',
  access: 'groupAdmin',
  success: 201,
  body: z.strictObject({
    name: Name,
    metaGroupId: MetaGroupId,
    subGroupId: SubGroupId,
    alarmTemplateId: AlarmTemplateId,
  }),
  response: z.object({ hostId: HostId }),
});

export const updateClusters = endpoint({
  route: 'PUT /cluster/update',
  summary: 'Change clusters, one item each; a move to another sub group needs a fresh proof of identity',
  access: 'groupAdmin',
  body: distinctList(
    z.strictObject({
      hostId: HostId,
      name: Name.optional(),
      metaGroupId: MetaGroupId.optional(),
      subGroupId: SubGroupId.optional(),
      alarmTemplateId: AlarmTemplateId.optional(),
      /** False: the cluster and its objects raise no alarms (감시 제외). */
      isMonitored: z.boolean().optional(),
    }),
    1000,
    ({ hostId }) => hostId,
  ),
});

export const renameCluster = endpoint({
  route: 'PUT /cluster/update/name',
  summary: 'Rename a cluster',
  access: 'groupAdmin',
  body: z.strictObject({ hostId: HostId, name: Name }),
});

export const deleteCluster = endpoint({
  route: 'DELETE /cluster/delete/:hostId',
  needsFreshProof: true,
  summary: 'Delete a cluster',
  access: 'groupAdmin',
});

/** The steps from a token to a monitored cluster, in order. Each step waits for the previous one. */
export const installSteps = ['manifest', 'connected', 'inventory', 'statistics'] as const;

export const checkClusterInsert = endpoint({
  route: 'GET /cluster/insert/check/:hostId',
  summary: 'The installation steps of a cluster’s agent, and the current problems',
  access: 'groupAdmin',
  response: z.object({
    serverTime: Timestamp,
    isComplete: z.boolean(),
    stepList: z.array(
      z.object({
        step: z.enum(installSteps),
        state: z.enum(['done', 'waiting', 'failed']),
        /** When the step was completed. */
        at: Timestamp.nullable(),
        cnt: z.int().nullable(),
      }),
    ),
    agentList: z.array(AgentState),
    /** The current problems. Causes come before their effects. */
    findingList: z.array(Finding),
    /** Whether the logs of its containers can be read, and why not. */
    logReading: z.enum(logReadings),
    /** The agent version that this server ships with. */
    serverVersion: z.string(),
    /** The image in manifests when the request names no other. */
    agentImage: z.string(),
    /** The address that agents send to. */
    serverUrl: z.string(),
    /** Batches that the server refused since the cluster was created, by reason. */
    refusalList: z.array(z.object({ reason: z.enum(refusalReasons), at: Timestamp, cnt: z.int() })),
  }),
});

/** A write although it is a GET: each download issues another token for each role. */
export const downloadManifest = endpoint({
  route: 'GET /cluster/download/:hostId',
  needsFreshProof: true,
  summary: 'The agent’s manifest, with new tokens for the cluster agent and the node agents',
  access: 'groupAdmin',
  read: false,
  query: z.strictObject({
    /** Replaces the installation's default image. */
    image: ImageName.optional(),
    /** Pulls the default image from another registry. Not allowed together with `image`. */
    registry: RegistryName.optional(),
    namespace: NamespaceName.optional(),
    /** For kubelets whose certificates are not signed by the cluster's authority. */
    kubeletInsecure: z.enum(['Y', 'N']).optional(),
    /** The agents send through this proxy. */
    proxy: ProxyAddress.optional(),
    /** Y: the cluster agent may read logs (`pods/log`). */
    logs: z.enum(['Y', 'N']).optional(),
  }),
  answers: 'file',
  response: z.string(),
});

export const listClusterTokens = endpoint({
  route: 'GET /cluster/token/list/:hostId',
  summary: 'The tokens of a cluster, without the secrets, which are not stored',
  access: 'groupAdmin',
  response: z.object({
    tokenList: z.array(
      z.object({
        tokenId: TokenId,
        /** The role of the agents that may use it. */
        role: z.enum(agentRoles),
        /** The first characters, to distinguish tokens. */
        prefix: z.string(),
        createdBy: z.string().nullable(),
        createdAt: Timestamp,
        lastUsedAt: Timestamp.nullable(),
        revokedAt: Timestamp.nullable(),
      }),
    ),
  }),
});

export const revokeClusterToken = endpoint({
  route: 'DELETE /cluster/token/:tokenId',
  needsFreshProof: true,
  summary: 'Revoke a token; agents that use it are refused from now on',
  access: 'groupAdmin',
});

const Amounts = PodAmounts.extend({
  allocatable: z.number(),
  capacity: z.number(),
});

export const getClusterSummary = endpoint({
  route: 'GET /cluster/summary/:hostId',
  summary: 'Capacity, usage and states of one cluster',
  access: 'all',
  wallboards: true,
  response: ClusterState.extend({
    serverTime: Timestamp,
    /** Virtual nodes are counted apart from machines. Amounts include only machines and their pods. */
    virtualNodeCnt: z.int(),
    cpuCores: Amounts,
    memBytes: Amounts,
    pods: z.object({ used: z.int(), waiting: z.int(), allocatable: z.number() }),
    fsBytes: z.object({ used: z.number().nullable(), capacity: z.number().nullable() }),
    netRxBps: z.number().nullable(),
    netTxBps: z.number().nullable(),
    nodesByCondition: z.record(z.string(), z.int()),
    podsByPhase: z.record(z.string(), z.int()),
    /** Pods by displayed status: Running, CrashLoopBackOff … */
    podsByStatus: z.record(z.string(), z.int()),
    restartCnt: z.int(),
    /** In the last hour. */
    recentRestartCnt: z.int(),
    namespaceCnt: z.int(),
    volume: z.object({
      cnt: z.int(),
      unboundCnt: z.int(),
      capacityBytes: z.number(),
      usedBytes: z.number().nullable(),
      utilizationPct: z.number().nullable(),
    }),
    claim: z.object({ cnt: z.int(), pendingCnt: z.int(), lostCnt: z.int() }),
    agentList: z.array(AgentState),
  }),
});
