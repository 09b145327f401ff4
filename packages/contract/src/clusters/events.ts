import { z } from 'zod';
import {
  choice,
  columnsBody,
  id,
  idOrNull,
  number,
  rowOf,
  text,
  textOrNull,
  time,
  timedPageOf,
} from '../definition/columns.ts';
import { endpoint } from '../definition/endpoint.ts';
import { EventId, HostId, ObjectId } from '../definition/ids.ts';
import { PageParams } from '../definition/list.ts';
import { eventLevels } from './states.ts';

export const eventColumns = {
  eventId: id(EventId),
  hostId: id(HostId),
  clusterName: text(),
  level: choice(eventLevels),
  /** The Kubernetes type: Normal, Warning. */
  type: text(),
  reason: text(),
  message: text(),
  count: number(),
  firstAt: time(),
  lastAt: time(),
  objectKind: text(),
  objectNamespace: textOrNull(),
  objectName: text(),
  /** Set when the object is known to the server, also after its deletion. */
  objectId: idOrNull(ObjectId),
  containerName: textOrNull(),
  source: textOrNull(),
} as const;

/** Newest first by default. */
export const listEvents = endpoint({
  method: 'POST',
  path: '/events/:pageNo/:pageCnt',
  summary: 'Events, kept long after Kubernetes has forgotten them',
  access: 'all',
  read: true,
  params: PageParams,
  body: columnsBody(eventColumns),
  response: timedPageOf(rowOf(eventColumns)).extend({
    /** True: there are more events than the server counts. The filter must be narrower. */
    isTruncated: z.boolean(),
  }),
});
