import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Timestamp } from './fields.ts';
import { AlarmTemplateId, HostId, HostIdText, MetaGroupId, SubGroupId, SubGroupIdText } from './ids.ts';
import { pagedListBody, pageOf } from './list.ts';
import { Name } from './names.ts';

export const Cluster = z.object({
  hostId: HostId,
  name: z.string(),
  metaGroupId: MetaGroupId,
  metaGroupName: z.string(),
  subGroupId: SubGroupId,
  subGroupName: z.string(),
  alarmTemplateId: AlarmTemplateId,
  alarmTemplateName: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
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
  method: 'GET',
  path: '/cluster/list/:subGroupId',
  summary: 'Clusters of one sub group',
  access: 'all',
  params: z.strictObject({ subGroupId: SubGroupIdText }),
  response: z.object({ clusterList: z.array(Cluster) }),
});

export const listClusterNames = endpoint({
  method: 'GET',
  path: '/cluster/name-list',
  summary: 'Names of the clusters in the selected groups',
  access: 'all',
  response: z.object({ clusterList: z.array(ClusterName) }),
});

export const getCluster = endpoint({
  method: 'GET',
  path: '/cluster/info/:hostId',
  summary: 'One cluster',
  access: 'all',
  params: z.strictObject({ hostId: HostIdText }),
  response: Cluster,
});

export const listClusters = endpoint({
  method: 'POST',
  path: '/cluster/list',
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
    ['hostId', 'name', 'metaGroupName', 'subGroupName', 'alarmTemplateName', 'createdAt'],
  ),
  response: pageOf(Cluster),
});

export const insertCluster = endpoint({
  method: 'POST',
  path: '/cluster/insert',
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
  method: 'PUT',
  path: '/cluster/update',
  summary: 'Change clusters, one item each',
  access: 'groupAdmin',
  body: z
    .array(
      z.strictObject({
        hostId: HostId,
        name: Name.optional(),
        metaGroupId: MetaGroupId.optional(),
        subGroupId: SubGroupId.optional(),
        alarmTemplateId: AlarmTemplateId.optional(),
      }),
    )
    .min(1)
    .max(1000)
    .refine((items) => new Set(items.map((item) => item.hostId)).size === items.length, 'duplicate hostId'),
  response: z.object({}),
});

export const renameCluster = endpoint({
  method: 'PUT',
  path: '/cluster/update/name',
  summary: 'Rename a cluster',
  access: 'groupAdmin',
  body: z.strictObject({ hostId: HostId, name: Name }),
  response: z.object({}),
});

export const deleteCluster = endpoint({
  method: 'DELETE',
  path: '/cluster/delete/:hostId',
  summary: 'Delete a cluster',
  access: 'groupAdmin',
  params: z.strictObject({ hostId: HostIdText }),
  response: z.object({}),
});

export const checkClusterInsert = endpoint({
  method: 'GET',
  path: '/cluster/insert/check/:hostId',
  summary: 'Whether the agent of a new cluster has arrived',
  access: 'groupAdmin',
  params: z.strictObject({ hostId: HostIdText }),
  response: z.looseObject({}),
});

export const downloadManifest = endpoint({
  method: 'GET',
  path: '/cluster/download/:hostId',
  summary: "The agent's manifest",
  access: 'groupAdmin',
  params: z.strictObject({ hostId: HostIdText }),
  answers: 'file',
  response: z.string(),
});
