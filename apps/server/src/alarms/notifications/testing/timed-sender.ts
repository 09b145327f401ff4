import { openDatabase } from '@gwanje/backend/database/connection';
import { Lease } from '@gwanje/backend/database/lease';
import { createMetrics } from '@gwanje/backend/observe/metrics';
import { pino } from 'pino';
import { openNotifications } from '../notification-service.ts';

// Sends as a server does, until it is killed. Arguments: database, heartbeat address. Prints its identity.
process.once('disconnect', () => process.exit());
const [address = '', heartbeatUrl] = process.argv.slice(2);
const { db } = openDatabase(JSON.parse(address));
const logger = pino({ level: 'silent' });
const lease = await Lease.open({ db, name: 'notifications and retention', logger });
await openNotifications({
  db,
  settings: { outsideAllow: '127.0.0.1', mail: undefined, heartbeatUrl },
  publicUrl: 'https://gwanje.example.com',
  logger,
  observe: createMetrics('server'),
  now: () => new Date(),
  lease,
  isHealthy: async () => true,
  noteUpdates: async () => async () => undefined,
  isTimed: true,
});
process.stdout.write(`sender ${lease.holder}\n`);
