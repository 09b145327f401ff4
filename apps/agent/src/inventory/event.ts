import { EventRecord } from '@gwanje/kinds/batch';
import { z } from 'zod';
import { OptionalNumber, OptionalText } from './raw.ts';
import { cut, shortTextOrNull } from './shared.ts';

const RawEvent = z.object({
  metadata: z.object({ uid: z.string(), creationTimestamp: z.string() }),
  type: OptionalText,
  reason: OptionalText,
  message: OptionalText,
  count: OptionalNumber,
  firstTimestamp: OptionalText,
  lastTimestamp: OptionalText,
  eventTime: OptionalText,
  series: z.object({ count: OptionalNumber, lastObservedTime: OptionalText }).nullish(),
  involvedObject: z.object({
    kind: OptionalText,
    namespace: OptionalText,
    name: OptionalText,
    uid: OptionalText,
    fieldPath: OptionalText,
  }),
  source: z.object({ component: OptionalText }).nullish(),
  reportingComponent: OptionalText,
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
      namespace: shortTextOrNull(about.namespace),
      name: about.name ?? '',
      uid: about.uid?.slice(0, 128) || null,
      container: shortTextOrNull(CONTAINER.exec(about.fieldPath ?? '')?.[1]),
    },
    source: shortTextOrNull(raw.source?.component || raw.reportingComponent),
  });
  return result.success ? result.data : null;
}
