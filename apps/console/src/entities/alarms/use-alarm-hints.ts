import type { StreamEvent } from '@gwanje/kinds/calls/stream';
import { useStreamHints } from '#core/stream/use-stream-hints.ts';

/** Somebody waits for these: seconds count. */
const EVERY_MS = 1_000;

/** Refreshes when alarms were raised or changed, at once and then every second at most. */
export function useAlarmHints(refresh: () => void): void {
  useStreamHints(isAboutAlarms, refresh, EVERY_MS);
}

function isAboutAlarms({ type }: StreamEvent): boolean {
  return type === 'alarm' || type === 'alarmChanged';
}
