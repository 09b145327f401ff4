import type { StreamEvent } from '@gwanje/kinds/calls/stream';
import { useStreamHints } from '#core/stream/use-stream-hints.ts';

/** Short, because users wait for new alarms. */
const EVERY_MS = 1_000;

/** Refreshes when an alarm was raised or changed: at once, then at most every second. */
export function useAlarmHints(refresh: () => void): void {
  useStreamHints(isAboutAlarms, refresh, EVERY_MS);
}

function isAboutAlarms({ type }: StreamEvent): boolean {
  return type === 'alarm' || type === 'alarmChanged';
}
