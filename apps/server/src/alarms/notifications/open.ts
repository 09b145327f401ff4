import type { OnDuty } from '@gwanje/backend/database/duty';
import type { Database } from '@gwanje/backend/database/schema';
import { every } from '@gwanje/backend/lifecycle/every';
import type { Metrics } from '@gwanje/backend/observe/metrics';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { NotifySettings } from '../../config.ts';
import type { AlarmNews } from '../engine/engine.ts';
import { watchFailing } from './failing.ts';
import { Mailer } from './mailer.ts';
import { Messenger } from './messenger.ts';
import { observeDeliveries } from './observe.ts';
import { Outbox } from './outbox.ts';
import { AllowList } from './outside.ts';
import { OutsideClient } from './outside-client.ts';
import { releaseHeld } from './release.ts';

export interface OpenNotificationsOptions {
  readonly db: Kysely<Database>;
  readonly settings: NotifySettings;
  readonly publicUrl: string;
  readonly historyDays: number;
  readonly logger: Logger;
  readonly observe: Metrics;
  readonly now: () => Date;
  /** Of several processes on one database one sends. */
  readonly duty: OnDuty;
  /** Whether alarms are being evaluated: the heartbeat says so. */
  readonly isHealthy: () => boolean;
  /** Alarms that say a receiver cannot be reached were raised or changed. */
  readonly onNews: (news: AlarmNews) => Promise<void>;
  /** False: only when somebody asks, for tests whose clock leaps. */
  readonly isTimed: boolean;
}

export interface NotificationService {
  readonly messenger: Messenger;
  /** Sends what is due now, and waits until it is sent. */
  sendNow(): Promise<void>;
  /** Looks whether receivers fail. */
  watch(): Promise<void>;
  /** Tells somebody outside that evaluation goes on, where it does. */
  beat(): Promise<void>;
  close(): Promise<void>;
}

const SEND_EVERY_MS = 1000;
const WATCH_EVERY_MS = 30_000;
const TIDY_EVERY_MS = 3_600_000;
const BEAT_EVERY_MS = 60_000;
const DAY_MS = 24 * 3_600_000;

/** What leaves the house: messages about alarms to webhooks and by mail, and the heartbeat. */
export async function openNotifications(options: OpenNotificationsOptions): Promise<NotificationService> {
  const { db, settings, logger, now, duty } = options;
  await using stack = new AsyncDisposableStack();
  const outside = new OutsideClient(new AllowList(settings.outsideAllow));
  stack.defer(() => outside.close());
  const mailer = settings.mail && new Mailer(settings.mail);
  stack.defer(() => mailer?.close());
  const messenger = new Messenger({ outside, mailer, publicUrl: options.publicUrl });
  const observed = observeDeliveries(options.observe);
  const outbox = new Outbox({ db, messenger, logger, now, duty, onAttempt: observed.attempt });
  stack.defer(() => outbox.close());
  const send = async () => {
    if (!duty.isOn()) return;
    await releaseHeld(db, now());
    await outbox.sendDue();
  };
  const watch = async () => {
    if (duty.isOn()) for (const news of await watchFailing(db, now())) await options.onNews(news);
    await observed.look(db, now());
  };
  // What is about an alarm goes with it.
  const tidy = async () => {
    if (!duty.isOn()) return;
    await db
      .deleteFrom('outbox')
      .where('alarmId', 'is', null)
      .where('state', 'not in', ['waiting', 'held'])
      .where('createdAt', '<', new Date(now().getTime() - options.historyDays * DAY_MS))
      .execute();
  };
  const beat = async () => {
    const { heartbeatUrl } = settings;
    if (heartbeatUrl !== undefined && duty.isOn() && options.isHealthy())
      await outside.post(heartbeatUrl, {}, '');
  };
  if (options.isTimed) {
    stack.use(every(BEAT_EVERY_MS, logger, 'heartbeat', beat));
    stack.use(every(SEND_EVERY_MS, logger, 'send messages', send));
    stack.use(every(WATCH_EVERY_MS, logger, 'watch receivers', watch));
    stack.use(every(TIDY_EVERY_MS, logger, 'forget old messages', tidy));
  }
  const opened = stack.move();
  return {
    messenger,
    async sendNow() {
      await send();
      await outbox.settled();
    },
    watch,
    beat,
    close: () => opened.disposeAsync(),
  };
}
