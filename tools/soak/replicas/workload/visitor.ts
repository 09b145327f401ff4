import { setTimeout as delay } from 'node:timers/promises';
import { API_PREFIX } from '@gwanje/contract/definition/endpoint';
import { SESSION_COOKIE } from '@gwanje/contract/users/session';
import { Random } from '../../../simulator/src/core/random.ts';
import type { AccessChange, History } from '../history.ts';
import { type Answer, ask, isTemporary, type Question } from './http.ts';

export interface VisitorOptions {
  readonly userNo: number;
  readonly userId: string;
  readonly password: string;
  readonly seed: number;
  /** The session of the admin who changes the rights of this user. */
  readonly adminCookie: string;
  readonly consoleUrl: string;
  readonly loginUrl: string;
  readonly replicas: readonly { readonly name: string; readonly url: string }[];
  readonly history: History;
  readonly isEnded: () => boolean;
}

const ANSWER_WITHIN_MS = 5000;
const RETRY_MS = 300;
const ADMIN = 1;
const READER = 2;
const ACTIVE = 1;
const SUSPENDED = 2;

/** A user who signs in at the login site and then loses the session or the role. Every replica is asked after each change. */
export class Visitor {
  readonly #options: VisitorOptions;
  readonly #random: Random;
  #changeCnt = 0;

  constructor(options: VisitorOptions) {
    this.#options = options;
    this.#random = new Random(options.seed);
  }

  async visitOnce(): Promise<void> {
    const { userId, password } = this.#options;
    const signedIn = await this.#atLoginSite('POST', '', { userId, password });
    if (!signedIn) return;
    const cookie = signedIn.cookies.join('; ');
    await this.#askAll('signIn', cookie);
    switch (this.#random.pick(['signOut', 'demotion', 'suspension'] as const)) {
      case 'signOut':
        if (await this.#atLoginSite('DELETE', cookie)) await this.#askAll('signOut', cookie);
        return;
      case 'demotion':
        if (await this.#change({ role: READER })) await this.#askAll('demotion', cookie);
        if (await this.#change({ role: ADMIN })) await this.#askAll('promotion', cookie);
        return;
      case 'suspension':
        if (await this.#change({ status: SUSPENDED })) await this.#askAll('suspension', cookie);
        await this.#change({ status: ACTIVE });
    }
  }

  /** A call that only admins may use, on every replica. */
  async #askAll(after: AccessChange, cookie: string): Promise<void> {
    const { replicas, consoleUrl, userId, history } = this.#options;
    await Promise.all(
      replicas.map(async ({ name: replica, url }) => {
        const askedMs = Date.now();
        const answer = await ask(`${url}${API_PREFIX}/users/1/1`, {
          method: 'POST',
          headers: { cookie, origin: consoleUrl, 'content-type': 'application/json' },
          body: JSON.stringify({ _method: 'get' }),
          withinMs: ANSWER_WITHIN_MS,
        });
        history.accessReads.push({ userId, replica, askedMs, after, status: answer?.status ?? null });
      }),
    );
  }

  #change(change: object): Promise<Answer | undefined> {
    const { userNo, userId, adminCookie, consoleUrl } = this.#options;
    const key = `${userId}-${++this.#changeCnt}`;
    return this.#repeat(`${consoleUrl}${API_PREFIX}/user/update`, {
      method: 'PUT',
      headers: {
        cookie: `${SESSION_COOKIE}=${adminCookie}`,
        origin: consoleUrl,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify([{ userNo, ...change }]),
      withinMs: ANSWER_WITHIN_MS,
    });
  }

  /** A sign-out that got no answer may have been done: its repeat is then refused. */
  async #atLoginSite(method: 'POST' | 'DELETE', cookie: string, body?: object): Promise<Answer | undefined> {
    const { loginUrl } = this.#options;
    return await this.#repeat(`${loginUrl}/api/session`, {
      method,
      headers: { cookie, origin: loginUrl, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
      withinMs: ANSWER_WITHIN_MS,
    });
  }

  /** Undefined: the run ends before an answer. */
  async #repeat(url: string, question: Question): Promise<Answer | undefined> {
    while (!this.#options.isEnded()) {
      const answer = await ask(url, question);
      if (answer && !isTemporary(answer)) return answer;
      await delay(RETRY_MS);
    }
    return undefined;
  }
}
