import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { HostId, HostIdText, NodeId, NodeIdText, PodId, PodIdText } from './ids.ts';
import { listBody, PageParams, pageOf } from './list.ts';

const ofHost = z.strictObject({ hostId: HostIdText });
const listOfHost = listBody(z.object({ hostId: HostId, name: z.string().max(253) }), ['name']);

export const getNode = endpoint({
  method: 'GET',
  path: '/node/info/:nodeId',
  summary: 'One node',
  access: 'all',
  params: z.strictObject({ nodeId: NodeIdText }),
  response: z.looseObject({ nodeId: NodeId }),
});

export const listNodeNames = endpoint({
  method: 'GET',
  path: '/node/name-list/:hostId',
  summary: 'Names of the nodes of a cluster',
  access: 'all',
  params: ofHost,
  response: z.object({ nodeNameList: z.array(z.looseObject({})) }),
});

export const listNodes = endpoint({
  method: 'POST',
  path: '/nodes/:pageNo/:pageCnt',
  summary: 'Nodes',
  access: 'all',
  read: true,
  params: PageParams,
  body: listOfHost,
  response: pageOf(z.looseObject({ nodeId: NodeId })),
});

export const updateNodes = endpoint({
  method: 'PUT',
  path: '/node/update',
  summary: 'Change nodes',
  access: 'groupAdmin',
  body: z
    .array(z.looseObject({ nodeId: NodeId }))
    .min(1)
    .max(1000),
  response: z.object({}),
});

export const getPod = endpoint({
  method: 'GET',
  path: '/pod/info/:podId',
  summary: 'One pod',
  access: 'all',
  params: z.strictObject({ podId: PodIdText }),
  response: z.looseObject({ podId: PodId }),
});

export const listPodNames = endpoint({
  method: 'GET',
  path: '/pod/name-list/:hostId',
  summary: 'Names of the pods of a cluster',
  access: 'all',
  params: ofHost,
  response: z.object({ podNameList: z.array(z.looseObject({})) }),
});

export const listPods = endpoint({
  method: 'POST',
  path: '/pods/:pageNo/:pageCnt',
  summary: 'Pods',
  access: 'all',
  read: true,
  params: PageParams,
  body: listOfHost,
  response: pageOf(z.looseObject({ podId: PodId })),
});

export const updatePods = endpoint({
  method: 'PUT',
  path: '/pod/update',
  summary: 'Change pods',
  access: 'groupAdmin',
  body: z
    .array(z.looseObject({ podId: PodId }))
    .min(1)
    .max(1000),
  response: z.object({}),
});

export const listContainerNames = endpoint({
  method: 'GET',
  path: '/container/name-list/:hostId',
  summary: 'Names of the containers of a cluster',
  access: 'all',
  params: ofHost,
  response: z.object({ containerNameList: z.array(z.looseObject({})) }),
});
