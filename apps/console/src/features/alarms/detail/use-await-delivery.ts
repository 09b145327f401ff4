import { useEffect, useState } from 'react';
import type { AlarmDetail } from '#entities/alarms/alarm-queries.ts';
import { refreshOpenedAlarm } from '#entities/alarms/alarm-queries.ts';

const ASK_MS = 2_000;

/** After a resend, reloads until the first attempt is done: no stream event reports its result. */
export function useAwaitDelivery(
  list: readonly AlarmDetail['deliveryList'][number][],
): readonly [isAwaited: boolean, awaitDelivery: (deliveryId: string) => void] {
  const [awaited, setAwaited] = useState<readonly string[]>([]);
  const isAwaited = list.some(
    ({ deliveryId, state, attemptCnt }) =>
      state === 'waiting' && attemptCnt === 0 && awaited.includes(deliveryId),
  );
  useEffect(() => {
    if (!isAwaited) return undefined;
    const timer = setInterval(() => void refreshOpenedAlarm(), ASK_MS);
    return () => clearInterval(timer);
  }, [isAwaited]);
  return [isAwaited, (deliveryId) => setAwaited((ids) => [...ids, deliveryId])];
}
