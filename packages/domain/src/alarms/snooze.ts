export const snoozeScopes = ['object', 'owner', 'node', 'cluster'] as const;
export type SnoozeScope = (typeof snoozeScopes)[number];

export interface Snooze {
  readonly scope: SnoozeScope;
  readonly hostId: number;
  /** The id of the object or node. */
  readonly objectId: number | null;
  readonly ownerKey: string | null;
  readonly untilMs: number;
}

export interface SnoozeSubject {
  readonly hostId: number;
  readonly objectId: number | null;
  readonly nodeId: number | null;
  readonly ownerKey: string | null;
}

/** The end of the snooze that covers the alarm; null: it is not snoozed. */
export function snoozedUntil(
  subject: SnoozeSubject,
  snoozes: Iterable<Snooze>,
  nowMs: number,
): number | null {
  let untilMs: number | null = null;
  for (const snooze of snoozes) {
    if (snooze.untilMs > nowMs && covers(snooze, subject)) untilMs = Math.max(untilMs ?? 0, snooze.untilMs);
  }
  return untilMs;
}

function covers({ scope, hostId, objectId, ownerKey }: Snooze, subject: SnoozeSubject): boolean {
  if (hostId !== subject.hostId) return false;
  switch (scope) {
    case 'cluster':
      return true;
    case 'node':
      return objectId !== null && (objectId === subject.nodeId || objectId === subject.objectId);
    case 'owner':
      return ownerKey !== null && ownerKey === subject.ownerKey;
    case 'object':
      return objectId !== null && objectId === subject.objectId;
  }
}
