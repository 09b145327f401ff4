import { setTimeout as delay } from 'node:timers/promises';
import { API_PREFIX } from '@gwanje/contract/definition/endpoint';
import { Envelope } from '@gwanje/contract/definition/errors';
import { SESSION_COOKIE } from '@gwanje/contract/users/session';
import { z } from 'zod';
import { Random } from '../../../simulator/src/core/random.ts';
import type { History, UserWrite, WriteKind } from '../history.ts';
import { ask, isTemporary, type Question } from './http.ts';

export interface PersonOptions {
  /** From 0. */
  readonly person: number;
  readonly seed: number;
  readonly cookie: string;
  /** The address in the browser. */
  readonly origin: string;
  readonly urls: readonly string[];
  readonly metaGroupId: number;
  /** Only this person changes the template. */
  readonly templateId: number;
  readonly history: History;
  readonly isEnded: () => boolean;
}

interface Request {
  readonly method: Question['method'];
  readonly path: string;
  readonly body: unknown;
  readonly of?: number;
}

const ANSWER_WITHIN_MS = 5000;
const RETRY_MS = 300;
const KINDS: readonly WriteKind[] = ['memo', 'confirm', 'snooze', 'group', 'template', 'setting'];
const OpenAlarms = z.object({
  list: z.array(z.object({ alarmId: z.number(), hostId: z.number(), objectId: z.number().nullable() })),
});

/** The setting whose threshold a person counts up. Nothing reaches it. */
export const COUNTED_ITEM = 'node.cpuUsage';
export const COUNTED_SETTING = {
  isOn: true,
  isNotified: false,
  warning: null,
  holdS: 0,
  recoveryMargin: 0,
  windowMin: null,
};

/** A user who writes memos, confirms and snoozes alarms, and changes settings, at any replica. */
export class Person {
  readonly #options: PersonOptions;
  readonly #random: Random;
  #writeCnt = 0;

  constructor(options: PersonOptions) {
    this.#options = options;
    this.#random = new Random(options.seed);
  }

  async writeOnce(): Promise<void> {
    const { person, history } = this.#options;
    const kind = this.#random.pick(KINDS);
    const no = ++this.#writeCnt;
    const text = kind === 'setting' ? String(1000 + no) : `${kind}-${person}-${no}`;
    const request = await this.#requestOf(kind, text);
    if (!request) return;
    const write: UserWrite = { kind, text, of: request.of ?? null, outcome: 'unknown', attemptCnt: 0 };
    history.writes.push(write);
    while (write.outcome === 'unknown' && !this.#options.isEnded()) {
      write.attemptCnt += 1;
      const answer = await this.#ask(request, `person-${person}-${no}`);
      if (!answer || isTemporary(answer)) await delay(RETRY_MS);
      else write.outcome = answer.status < 300 ? 'done' : 'refused';
    }
  }

  #ask({ method, path, body }: Request, key?: string) {
    const { cookie, origin, urls } = this.#options;
    return ask(`${this.#random.pick(urls)}${API_PREFIX}${path}`, {
      method,
      headers: {
        cookie: `${SESSION_COOKIE}=${cookie}`,
        origin,
        'content-type': 'application/json',
        ...(key ? { 'idempotency-key': key } : {}),
      },
      body: JSON.stringify(body),
      withinMs: ANSWER_WITHIN_MS,
    });
  }

  async #requestOf(kind: WriteKind, text: string): Promise<Request | undefined> {
    const { metaGroupId, templateId } = this.#options;
    switch (kind) {
      case 'group':
        return { method: 'POST', path: '/group/sub/insert', body: { metaGroupId, name: text } };
      case 'template': {
        const body = { alarmTemplateId: templateId, description: text };
        return { method: 'PUT', path: '/template/update', body, of: templateId };
      }
      case 'setting': {
        const settings = { [COUNTED_ITEM]: { ...COUNTED_SETTING, critical: Number(text) } };
        const body = { alarmTemplateId: templateId, settings };
        return { method: 'PUT', path: '/template/update', body, of: templateId };
      }
      default:
        return await this.#alarmRequest(kind, text);
    }
  }

  async #alarmRequest(kind: 'memo' | 'confirm' | 'snooze', text: string): Promise<Request | undefined> {
    const alarm = await this.#openAlarm();
    if (!alarm) return undefined;
    const { alarmId, hostId, objectId } = alarm;
    if (kind === 'memo') return { method: 'POST', path: `/alarm/memo/${alarmId}`, body: { text } };
    if (kind === 'confirm') {
      const confirmLevel = this.#random.pick([2, 3, 4]);
      return { method: 'PUT', path: '/alarm/confirm', body: [{ alarmId, confirmLevel, memo: text }] };
    }
    const of = { scope: 'object', hostId, objectId };
    return { method: 'POST', path: '/alarm/snooze', body: { of, minutes: 1, reason: text } };
  }

  async #openAlarm() {
    const answer = await this.#ask({
      method: 'POST',
      path: '/alarms/1/100',
      body: { _method: 'get', filter: { confirmLevel: [1, 2, 3] } },
    });
    if (answer?.status !== 200) return undefined;
    const { list } = OpenAlarms.parse(Envelope.parse(JSON.parse(answer.text)).data);
    const open = list.filter(({ objectId }) => objectId !== null);
    return open.length > 0 ? this.#random.pick(open) : undefined;
  }
}
