import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { HostIdText, NodeIdText, PodIdText } from './ids.ts';

export const getClusterAlarmSetting = endpoint({
  method: 'GET',
  path: '/alarm/setting/host/:hostId',
  summary: 'Alarm settings of a cluster',
  access: 'groupAdmin',
  params: z.strictObject({ hostId: HostIdText }),
  response: z.looseObject({}),
});

export const getNodeAlarmSetting = endpoint({
  method: 'GET',
  path: '/alarm/setting/node/:nodeId',
  summary: 'Alarm settings of a node',
  access: 'groupAdmin',
  params: z.strictObject({ nodeId: NodeIdText }),
  response: z.looseObject({}),
});

export const getPodAlarmSetting = endpoint({
  method: 'GET',
  path: '/alarm/setting/pod/:podId',
  summary: 'Alarm settings of a pod',
  access: 'groupAdmin',
  params: z.strictObject({ podId: PodIdText }),
  response: z.looseObject({}),
});

export const listWebhookKinds = endpoint({
  method: 'GET',
  path: '/template/webhook',
  summary: 'Webhook kinds and body templates',
  access: 'groupAdmin',
  response: z.looseObject({}),
});

export const sendTestWebhook = endpoint({
  method: 'POST',
  path: '/webhook/sendtest',
  summary: 'Send a test message',
  access: 'groupAdmin',
  body: z.looseObject({}),
  response: z.object({}),
});
