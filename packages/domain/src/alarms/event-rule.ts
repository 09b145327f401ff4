export interface EventRule {
  /** Null matches everything. Case does not matter. `messageText` matches a part of the message. */
  readonly type: string | null;
  readonly reason: string | null;
  readonly objectKind: string | null;
  readonly namespace: string | null;
  readonly messageText: string | null;
}

export interface SeenEvent {
  readonly type: string;
  readonly reason: string;
  readonly objectKind: string;
  readonly namespace: string | null;
  readonly message: string;
}

export function matchesEvent(rule: EventRule, event: SeenEvent): boolean {
  return (
    isSame(rule.type, event.type) &&
    isSame(rule.reason, event.reason) &&
    isSame(rule.objectKind, event.objectKind) &&
    isSame(rule.namespace, event.namespace) &&
    (rule.messageText === null || event.message.toLowerCase().includes(rule.messageText.toLowerCase()))
  );
}

function isSame(wanted: string | null, found: string | null): boolean {
  return wanted === null || wanted.toLowerCase() === (found ?? '').toLowerCase();
}

export interface Occurrence {
  readonly atMs: number;
  readonly cnt: number;
}

/** Occurrences within the window before now. */
export function countWithin(occurrences: readonly Occurrence[], windowMs: number, nowMs: number): number {
  let cnt = 0;
  for (const one of occurrences) if (nowMs - one.atMs < windowMs) cnt += one.cnt;
  return cnt;
}
