import { objectList } from '@gwanje/contract/definition/columns';
import { endpoint } from '@gwanje/contract/definition/endpoint';
import { ContainerId, PodId, Timestamp } from '@gwanje/contract/definition/fields';
import { nameEntry, objectInfo, StatisticsGap } from '@gwanje/contract/objects/object-calls';
import { containerStates } from '@gwanje/contract/objects/object-states';
import { z } from 'zod';
import { ContainerRow, containerColumns } from './index.ts';

export const getContainer = objectInfo('container', ContainerRow, true, {
  statisticsGap: StatisticsGap.nullable(),
  runtimeId: z.string().nullable(),
  stateMessage: z.string().nullable(),
  lastState: z
    .object({
      state: z.enum(containerStates),
      reason: z.string().nullable(),
      message: z.string().nullable(),
      exitCode: z.int().nullable(),
      startedAt: Timestamp.nullable(),
      finishedAt: Timestamp.nullable(),
    })
    .nullable(),
});

export const listContainerNames = endpoint({
  route: 'GET /container/name-list/:hostId',
  summary: 'Names of the containers of a cluster',
  access: 'all',
  response: z.object({
    containerNameList: z.array(
      nameEntry({ containerId: ContainerId, podId: PodId, podName: z.string(), namespace: z.string() }),
    ),
  }),
});

export const listContainers = objectList('containers', 'Containers', containerColumns, true);
