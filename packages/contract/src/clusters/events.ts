import { z } from 'zod';
import { choice, id, idOrNull, number, pagedList, text, textOrNull, time } from '../definition/columns.ts';
import { endpoint } from '../definition/endpoint.ts';
import { EventId, HostId, ObjectId } from '../definition/fields.ts';
import { eventLevels } from '../objects/object-states.ts';

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

const list = pagedList(eventColumns);

/** Newest first by default. */
export const listEvents = endpoint({
  route: 'POST /events/:pageNo/:pageCnt',
  summary: 'Events, stored longer than Kubernetes stores them',
  access: 'all',
  ...list,
  /** `isTruncated`: there are more events than the server counts. The filter must be narrower. */
  response: list.response.extend({ isTruncated: z.boolean() }),
});
