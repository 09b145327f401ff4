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
} from './columns.ts';
import { endpoint } from './endpoint.ts';
import { EventId, HostId, ObjectId } from './ids.ts';
import { PageParams } from './list.ts';
import { eventLevels } from './states.ts';

export const eventColumns = {
  eventId: id(EventId),
  hostId: id(HostId),
  clusterName: text(),
  level: choice(eventLevels),
  /** As Kubernetes has it: Normal, Warning. */
  type: text(),
  reason: text(),
  message: text(),
  count: number(),
  firstAt: time(),
  lastAt: time(),
  objectKind: text(),
  objectNamespace: textOrNull(),
  objectName: text(),
  /** Where the object is known here, also when it is gone. */
  objectId: idOrNull(ObjectId),
  containerName: textOrNull(),
  source: textOrNull(),
} as const;

/** Newest first unless ordered otherwise. */
export const listEvents = endpoint({
  method: 'POST',
  path: '/events/:pageNo/:pageCnt',
  summary: 'Events, kept long after Kubernetes has forgotten them',
  access: 'all',
  read: true,
  params: PageParams,
  body: columnsBody(eventColumns),
  response: timedPageOf(rowOf(eventColumns)).extend({
    /** There are more than are counted; narrow the filter. */
    isTruncated: z.boolean(),
  }),
});
