import { objectSettingCalls } from '@gwanje/contract/alarms/alarm-settings';
import { objectList } from '@gwanje/contract/definition/columns';
import { endpoint } from '@gwanje/contract/definition/endpoint';
import { NodeId } from '@gwanje/contract/definition/fields';
import {
  Condition,
  Labels,
  nameEntry,
  objectInfo,
  objectUpdate,
  StatisticsGap,
} from '@gwanje/contract/objects/object-calls';
import { z } from 'zod';
import { NodeRow, nodeColumns } from './index.ts';

export const getNode = objectInfo('node', NodeRow, true, {
  uid: z.string(),
  statisticsGap: StatisticsGap.nullable(),
  providerId: z.string().nullable(),
  osImage: z.string(),
  kernelVersion: z.string(),
  containerRuntime: z.string(),
  architecture: z.string(),
  labels: Labels,
  taints: z.array(z.object({ key: z.string(), value: z.string().nullable(), effect: z.string() })),
  conditions: z.array(Condition),
  podsByPhase: z.record(z.string(), z.int()),
  /** Earlier and later nodes of the same name. */
  sameNameNodeIdList: z.array(NodeId),
});

export const listNodeNames = endpoint({
  route: 'GET /node/name-list/:hostId',
  summary: 'Names of the nodes of a cluster',
  access: 'all',
  response: z.object({ nodeNameList: z.array(nameEntry({ nodeId: NodeId })) }),
});

export const listNodes = objectList('nodes', 'Nodes', nodeColumns, true);

export const updateNodes = objectUpdate('node', 'Change nodes', { nodeId: NodeId });

export const { get: getNodeAlarmSetting, update: updateNodeAlarmSetting } = objectSettingCalls(
  'node/:nodeId',
  'a node',
);
