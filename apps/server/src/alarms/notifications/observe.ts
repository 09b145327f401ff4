import type { Database } from '@gwanje/backend/database/schema';
import type { Metrics } from '@gwanje/backend/observe/metrics';
import { type Kysely, sql } from 'kysely';
import { Counter, Gauge } from 'prom-client';

export interface ObservedDeliveries {
  attempt(outcome: 'delivered' | 'refused' | 'givenUp'): void;
  look(db: Kysely<Database>, now: Date): Promise<void>;
}

export function observeDeliveries({ registry }: Metrics): ObservedDeliveries {
  const registers = [registry];
  const attempts = new Counter({
    name: 'gwanje_delivery_attempts_total',
    help: 'Attempts to tell a receiver: delivered, refused (tried again) or givenUp',
    labelNames: ['outcome'],
    registers,
  });
  const messages = new Gauge({
    name: 'gwanje_outbox_messages',
    help: 'Messages that wait, are held back for a while, or were given up',
    labelNames: ['state'],
    registers,
  });
  const oldest = new Gauge({
    name: 'gwanje_outbox_oldest_seconds',
    help: 'Age of the oldest message that waits to be sent',
    registers,
  });
  return {
    attempt: (outcome) => attempts.inc({ outcome }),
    async look(db, now) {
      const { rows } = await sql<{ waiting: number; held: number; failed: number; oldestAt: Date | null }>`
        select (count(*) filter (where state = 'waiting'))::int as waiting,
          (count(*) filter (where state = 'held'))::int as held,
          (count(*) filter (where state = 'failed'))::int as failed,
          min(created_at) filter (where state = 'waiting') as oldest_at
        from outbox where state in ('waiting', 'held', 'failed')`.execute(db);
      const { waiting = 0, held = 0, failed = 0, oldestAt = null } = rows[0] ?? {};
      messages.set({ state: 'waiting' }, waiting);
      messages.set({ state: 'held' }, held);
      messages.set({ state: 'failed' }, failed);
      oldest.set(oldestAt === null ? 0 : Math.max(0, now.getTime() - oldestAt.getTime()) / 1000);
    },
  };
}
