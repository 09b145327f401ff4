import type { ServerResponse } from 'node:http';
import type { Database } from '@gwanje/backend/database/schema';
import type { LiveSession } from '@gwanje/backend/identity/sessions';
import type { BodyOf, Endpoint, FormOf, ParamsOf, QueryOf } from '@gwanje/contract/endpoint';
import type { endpoints } from '@gwanje/kinds/endpoints';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { CallingUser, View } from './authenticate.ts';
import type { Scope } from './scope.ts';
import type { Wallboard } from './wallboard.ts';

/** A handler gets the parsed request, the caller, and a database that is one transaction for a write. */
export interface Call<E extends Endpoint = Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** A multipart body, already here in full. */
  readonly form: FormOf<E>;
  readonly db: Kysely<Database>;
  readonly user: CallingUser;
  /** Where an admin views as another user; `user` is then the one seen, but for calls made as oneself. */
  readonly view: View | undefined;
  /** A person's; absent with an access token and on a wallboard. */
  readonly session: LiveSession | undefined;
  /** Where a wallboard asks. */
  readonly wallboard: Wallboard | undefined;
  readonly scope: Scope;
  readonly now: Date;
  readonly request: FastifyRequest;
  /** Notes what this call did; written in the transaction of the change. */
  readonly audit: (note: AuditNote) => Promise<void>;
  /** Done when the change is durable, and before the answer: what memory must know of it. */
  readonly afterCommit: (work: () => Promise<void>) => void;
  /** Counts the call as activity of the session; done beforehand for all but the session check. */
  readonly noteActivity: () => Promise<void>;
  /** The scope as it is by now, for answers that go on; null where the session or a right is gone. */
  readonly recheck: () => Promise<Scope | null>;
}

/** What a service gets of a call: it knows no HTTP. */
export type Work = Pick<Call, 'db' | 'user' | 'now' | 'audit'>;

/** What is needed to tell whether somebody may do something; it does nothing itself. */
export type Asking = Pick<Work, 'db' | 'user'>;

export interface AuditNote {
  readonly action: string;
  readonly target?: { readonly kind: string; readonly id: number | string };
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** The one exception to the envelope. */
export interface FileAnswer {
  readonly contentType: string;
  readonly content: Buffer | string;
  /** Quoted; a client that has this one already is answered 304. */
  readonly etag?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer that goes on until one side ends it. */
export type StreamAnswer = (response: ServerResponse) => void;

type Handler<E extends Endpoint, Needs> = (
  call: Call<E> & Needs,
) => Promise<z.input<E['response']> | FileAnswer | StreamAnswer>;

type Endpoints = typeof endpoints;
/**
 * The handlers of some calls. `Needs` names the services that they use beside the database: a server without them does
 * not compile, and neither does an endpoint without a handler.
 */
export type Handlers<Name extends keyof Endpoints = keyof Endpoints, Needs = unknown> = {
  readonly [K in Name]: Handler<Endpoints[K], Needs>;
};
