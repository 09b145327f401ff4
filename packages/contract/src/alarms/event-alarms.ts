import { z } from 'zod';
import { distinctList, flag, id, number, pagedList, text, textOrNull, time } from '../definition/columns.ts';
import { endpoint } from '../definition/endpoint.ts';
import { EventAlarmId, HostId, isPlainText, Name } from '../definition/fields.ts';

/** An alarm about matching Kubernetes events, counted per object in a window. */
export const eventAlarmColumns = {
  eventAlarmId: id(EventAlarmId),
  hostId: id(HostId),
  clusterName: text(),
  name: text(),
  isOn: flag(),
  isNotified: flag(),
  /** Null matches everything. */
  eventType: textOrNull(),
  reason: textOrNull(),
  objectKind: textOrNull(),
  namespace: textOrNull(),
  messageText: textOrNull(),
  /** Events within the window. */
  warningCnt: number(),
  criticalCnt: number(),
  windowMin: number(),
  updatedAt: time(),
} as const;

const ShortText = z.string().trim().min(1).max(253).refine(isPlainText, 'control character').nullable();
const Cnt = z.int().min(1).max(100_000).nullable();

export const eventAlarmFields = {
  name: Name,
  isOn: z.boolean(),
  isNotified: z.boolean(),
  eventType: ShortText,
  reason: ShortText,
  objectKind: ShortText,
  namespace: ShortText,
  messageText: ShortText,
  warningCnt: Cnt,
  criticalCnt: Cnt,
  windowMin: z.int().min(1).max(60),
};

export const listEventAlarms = endpoint({
  route: 'POST /event-alarms/:pageNo/:pageCnt',
  summary: 'Event alarms of the clusters in the selected groups',
  access: 'groupAdmin',
  ...pagedList(eventAlarmColumns),
});

export const insertEventAlarms = endpoint({
  route: 'POST /event-alarm',
  summary: 'Create an event alarm in one or several clusters',
  access: 'groupAdmin',
  success: 201,
  body: z.strictObject({
    hostIdList: distinctList(HostId, 1000),
    ...eventAlarmFields,
  }),
  response: z.object({ eventAlarmIdList: z.array(EventAlarmId) }),
});

export const updateEventAlarm = endpoint({
  route: 'PUT /event-alarm',
  summary: 'Change an event alarm',
  access: 'groupAdmin',
  body: z.strictObject({ eventAlarmId: EventAlarmId, ...eventAlarmFields }),
});

export const deleteEventAlarm = endpoint({
  route: 'DELETE /event-alarm/:eventAlarmId',
  summary: 'Delete an event alarm; its open alarms are closed',
  access: 'groupAdmin',
});
