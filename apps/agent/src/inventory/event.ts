import { EventRecord } from '@gwanje/kinds/batch';
import { z } from 'zod';
import { Count, Text } from './raw.ts';
import { cut, wordOrNull } from './shared.ts';

const RawEvent = z.object({
  metadata: z.object({ uid: z.string(), creationTimestamp: z.string() }),
  type: Text,
  reason: Text,
  message: Text,
  count: Count,
  firstTimestamp: Text,
  lastTimestamp: Text,
  eventTime: Text,
  series: z.object({ count: Count, lastObservedTime: Text }).nullish(),
  involvedObject: z.object({ kind: Text, namespace: Text, name: Text, uid: Text, fieldPath: Text }),
  source: z.object({ component: Text }).nullish(),
  reportingComponent: Text,
});

const CONTAINER = /^spec\.(?:initContainers|containers|ephemeralContainers)\{(.+)\}$/;
const MAX_MESSAGE_LENGTH = 4096;

/** Returns null when the event names no object. */
export function normaliseEvent(object: unknown): EventRecord | null {
  const raw = RawEvent.parse(object);
  const about = raw.involvedObject;
  const firstAt = raw.firstTimestamp ?? raw.eventTime ?? raw.metadata.creationTimestamp;
  const result = EventRecord.safeParse({
    uid: raw.metadata.uid,
    type: cut(raw.type ?? '', 63),
    reason: cut(raw.reason ?? '', 253),
    message: cut(raw.message ?? '', MAX_MESSAGE_LENGTH),
    count: Math.max(1, Math.trunc(raw.series?.count ?? raw.count ?? 1)),
    firstAt,
    lastAt: raw.series?.lastObservedTime ?? raw.lastTimestamp ?? raw.eventTime ?? firstAt,
    object: {
      kind: cut(about.kind ?? '', 253),
      namespace: wordOrNull(about.namespace),
      name: about.name ?? '',
      uid: about.uid?.slice(0, 128) || null,
      container: wordOrNull(CONTAINER.exec(about.fieldPath ?? '')?.[1]),
    },
    source: wordOrNull(raw.source?.component || raw.reportingComponent),
  });
  return result.success ? result.data : null;
}
