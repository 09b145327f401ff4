import { createHmac } from 'node:crypto';
import { noteSendFailure, noteSent, positionOf } from '@gwanje/backend/audit-log/receivers';
import type { SealedEntry } from '@gwanje/backend/audit-log/row-hash';
import { readSealedAfter } from '@gwanje/backend/audit-log/sealed-entries';
import type { LeaseState } from '@gwanje/backend/database/lease';
import type { Db } from '@gwanje/backend/database/schema';
import type { Logger } from 'pino';
import type { OutboundHttpClient } from '../../../alarms/notifications/clients/outbound-http-client.ts';
import type { AuditReceiver } from './audit-receivers.ts';
import { sendSyslog } from './syslog-client.ts';
import { syslogMessage } from './syslog-message.ts';

/** Entries of one request or connection. */
const ENTRIES = 200;
const MAX_BATCH_CHARACTERS = 500_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

export interface ForwarderDeps {
  readonly db: Db;
  readonly receivers: readonly AuditReceiver[];
  readonly http: Pick<OutboundHttpClient, 'post'>;
  readonly lease: LeaseState;
  readonly logger: Logger;
  readonly now: () => Date;
  /** The host of the console, the sender of the messages. */
  readonly host: string;
  /** Trusted besides the usual certificates. Tests set it. */
  readonly ca?: string;
}

/** Sends sealed entries to each receiver, in the order of the chain, at least once. The database has the positions. */
export class AuditForwarder {
  readonly #deps: ForwarderDeps;
  readonly #pauses = new Map<string, { readonly untilMs: number; readonly pauseMs: number }>();

  constructor(deps: ForwarderDeps) {
    this.#deps = deps;
  }

  get receivers(): readonly AuditReceiver[] {
    return this.#deps.receivers;
  }

  /** Sends what waits. A receiver that fails does not hold up the others; it is tried again after a pause. */
  async run(): Promise<void> {
    await Promise.all(this.#deps.receivers.map((receiver) => this.#sendAllTo(receiver)));
  }

  async #sendAllTo(receiver: AuditReceiver): Promise<void> {
    const { db, lease, now, logger } = this.#deps;
    const { name } = receiver;
    const pause = this.#pauses.get(name);
    if (pause && now().getTime() < pause.untilMs) return;
    for (let sentNo = await positionOf(db, name); lease.isHeld(); ) {
      const entries = limited(await readSealedAfter(db, sentNo, ENTRIES));
      const last = entries.at(-1);
      if (!last) return;
      try {
        await this.#send(receiver, entries);
      } catch (err) {
        const pauseMs = Math.min(pause ? pause.pauseMs * 2 : FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
        this.#pauses.set(name, { untilMs: now().getTime() + pauseMs, pauseMs });
        logger.warn({ err, receiver: name }, 'the audit log could not be forwarded, the entries wait');
        return noteSendFailure(db, name, reasonOf(err), now());
      }
      this.#pauses.delete(name);
      await noteSent(db, name, last.chainNo, now());
      sentNo = last.chainNo;
    }
  }

  async #send(receiver: AuditReceiver, entries: readonly SealedEntry[]): Promise<void> {
    const { http, host, now, ca } = this.#deps;
    if (receiver.kind === 'syslog') {
      const messages = entries.map((entry) => syslogMessage(entry, host));
      return sendSyslog(receiver, messages, ca === undefined ? {} : { ca });
    }
    const entryList = entries.map(({ personalSalt: _, ...entry }) => entry);
    const body = JSON.stringify({ host, sentAt: now().toISOString(), entryList });
    const signature = createHmac('sha256', receiver.secret).update(body).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-gwanje-signature': `sha256=${signature}` };
    await http.post(receiver.url, headers, body);
  }
}

/** The first entries that fit in one request; one entry always does. */
function limited(entries: readonly SealedEntry[]): readonly SealedEntry[] {
  let characters = 0;
  const tooMany = entries.findIndex((entry, at) => {
    characters += JSON.stringify(entry).length;
    return at > 0 && characters > MAX_BATCH_CHARACTERS;
  });
  return tooMany < 0 ? entries : entries.slice(0, tooMany);
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  return (code ?? (error instanceof Error ? error.message : String(error))).slice(0, 200);
}
