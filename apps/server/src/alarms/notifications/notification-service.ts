import type { LeaseState } from '@gwanje/backend/database/lease';
import type { Db } from '@gwanje/backend/database/schema';
import { every } from '@gwanje/backend/lifecycle/every';
import type { Metrics } from '@gwanje/backend/observe/metrics';
import type { Logger } from 'pino';
import { Counter, Gauge } from 'prom-client';
import type { ServerSettings } from '../../config.ts';
import { AllowList } from '../../platform/outside-address.ts';
import type { AlarmService } from '../engine/alarm-service.ts';
import { loadPushKeys } from './channels/push/push-repository.ts';
import { isPushService } from './channels/push/push-services.ts';
import { MailClient } from './clients/mail-client.ts';
import { OutboundHttpClient } from './clients/outbound-http-client.ts';
import type { MessageCauses } from './message-causes.ts';
import { MessageSender } from './message-sender.ts';
import { escalateAlarms } from './outbox/escalation/escalate.ts';
import { loadDutyOfAlarms } from './outbox/escalation/people-on-duty.ts';
import { Outbox, type OutboxDeps } from './outbox/outbox.ts';
import { countMessages } from './outbox/outbox-repository.ts';
import { releaseHeld } from './outbox/release-held.ts';
import { updateUnreachableAlarms } from './unreachable/unreachable-receivers.ts';

export interface OpenNotificationsOptions {
  readonly db: Db;
  readonly settings: ServerSettings['notify'];
  readonly publicUrl: string;
  readonly logger: Logger;
  readonly observe: Metrics;
  readonly now: () => Date;
  /** Of several processes on one database, only the lease holder sends. */
  readonly lease: LeaseState;
  /** True while alarms are being evaluated, on every replica. The heartbeat reports it. */
  readonly isHealthy: () => Promise<boolean>;
  /** Called in the transaction that changes alarms about unreachable receivers; the result after the commit. */
  readonly noteUpdates: AlarmService['noteUpdates'];
  /** What changed before an alarm, for the messages about it. */
  readonly causesOf?: (alarmId: number) => Promise<MessageCauses>;
  /** The mail of a stored report; null: the report is deleted. */
  readonly reportMailOf?: OutboxDeps['reportMailOf'];
  /** False: no timers run. For tests that set the clock. */
  readonly isTimed: boolean;
}

export type NotificationService = Awaited<ReturnType<typeof openNotifications>>;

const SEND_EVERY_MS = 1000;
const ESCALATE_EVERY_MS = 5_000;
const CHECK_EVERY_MS = 30_000;
const HEARTBEAT_EVERY_MS = 60_000;

/** Sends messages about alarms, and the heartbeat. */
export async function openNotifications(options: OpenNotificationsOptions) {
  const { db, settings, logger, now, lease } = options;
  await using stack = new AsyncDisposableStack();
  const allowed = new AllowList(settings.outsideAllow);
  const http = new OutboundHttpClient(allowed);
  stack.defer(() => http.close());
  const mailClient = settings.mail && new MailClient(settings.mail);
  stack.defer(() => mailClient?.close());
  const sender = new MessageSender({ http, mail: mailClient }, options.publicUrl, await loadPushKeys(db));
  const metrics = createDeliveryMetrics(options.observe);
  const outbox = new Outbox({
    db,
    sender,
    logger,
    now,
    lease,
    causesOf: options.causesOf,
    reportMailOf: options.reportMailOf,
    dutyOf: (alarmIds, webhookId) => loadDutyOfAlarms(db, alarmIds, now(), webhookId),
    onAttempt: metrics.countAttempt,
  });
  stack.defer(() => outbox.close());
  const send = async () => {
    if (!lease.isHeld()) return;
    await releaseHeld(db, now());
    await outbox.sendDue();
  };
  const escalate = async () => {
    if (lease.isHeld()) await escalateAlarms(db, now(), mailClient !== undefined);
  };
  const checkReceivers = async () => {
    if (lease.isHeld()) await updateUnreachableAlarms(db, now(), options.noteUpdates);
    metrics.setMessages(await countMessages(db), now());
  };
  const sendHeartbeat = async () => {
    const { heartbeatUrl } = settings;
    if (heartbeatUrl !== undefined && lease.isHeld() && (await options.isHealthy()))
      await http.post(heartbeatUrl, {}, '');
  };
  if (options.isTimed) {
    stack.use(every(HEARTBEAT_EVERY_MS, logger, 'send the heartbeat', sendHeartbeat));
    stack.use(every(ESCALATE_EVERY_MS, logger, 'escalate alarms', escalate));
    stack.use(every(SEND_EVERY_MS, logger, 'send messages', send));
    stack.use(every(CHECK_EVERY_MS, logger, 'check receivers', checkReceivers));
  }
  const opened = stack.move();
  return {
    sender,
    /** Whether browsers may name this address as their push service. */
    isPushService: (endpoint: string) => isPushService(endpoint, allowed),
    /** Undefined: the installation has no mail server. */
    mailClient,
    /** Writes the messages of due escalation steps. */
    escalate,
    /** Sends the due messages, and waits until they are sent. */
    async sendNow() {
      await send();
      await outbox.settled();
    },
    checkReceivers,
    /** Posts to the heartbeat address while alarms are being evaluated. */
    sendHeartbeat,
    close: () => opened.disposeAsync(),
  };
}

type Counts = Awaited<ReturnType<typeof countMessages>>;

function createDeliveryMetrics({ registry }: Metrics) {
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
