import type { Metrics } from '@gwanje/backend/observe/metrics';
import { Counter, Gauge } from 'prom-client';
import type { countMessages } from './outbox/outbox-repository.ts';

type Counts = Awaited<ReturnType<typeof countMessages>>;

export function createDeliveryMetrics({ registry }: Metrics) {
  const registers = [registry];
  const attempts = new Counter({
    name: 'gwanje_delivery_attempts_total',
    help: 'Attempts to send a message: delivered, refused (retried later) or givenUp',
    labelNames: ['outcome'],
    registers,
  });
  const messages = new Gauge({
    name: 'gwanje_outbox_messages',
    help: 'Messages that wait, are held back, or failed for good',
    labelNames: ['state'],
    registers,
  });
  const oldest = new Gauge({
    name: 'gwanje_outbox_oldest_seconds',
    help: 'Age of the oldest message that waits to be sent',
    registers,
  });
  return {
    countAttempt: (outcome: 'delivered' | 'refused' | 'givenUp') => attempts.inc({ outcome }),
    setMessages({ oldestAt, ...counts }: Counts, now: Date) {
      for (const [state, cnt] of Object.entries(counts)) messages.set({ state }, cnt);
      oldest.set(oldestAt === null ? 0 : Math.max(0, now.getTime() - oldestAt.getTime()) / 1000);
    },
  };
}
