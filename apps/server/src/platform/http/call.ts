import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Db } from '@gwanje/backend/database/schema';
import type { Audit } from '@gwanje/backend/identity/audit';
import type { LiveSession } from '@gwanje/backend/identity/sessions';
import type { BodyOf, Endpoint, FormOf, ParamsOf, QueryOf } from '@gwanje/contract/definition/endpoint';
import type { endpoints } from '@gwanje/kinds/endpoints';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { CallingUser } from '../../access/visibility-repository.ts';
import type { View } from './identity/authenticate.ts';
import type { Wallboard } from './identity/credential-repository.ts';
import type { Scope } from './identity/scope.ts';

/** A handler gets the parsed request, the caller and a database; for a write it is one transaction. */
export interface Call<E extends Endpoint = Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** A multipart body, already received in full. */
  readonly form: FormOf<E>;
  readonly db: Db;
  readonly user: CallingUser;
  /** Set while an admin views as another user; `user` is then that user, except in calls made as oneself. */
  readonly view: View | undefined;
  /** The session of a person; absent with an access token and on a wallboard. */
  readonly session: LiveSession | undefined;
  /** Set when a wallboard makes the call. */
  readonly wallboard: Wallboard | undefined;
  readonly scope: Scope;
  readonly now: Date;
  readonly request: FastifyRequest;
  /** Writes in the transaction of the change. */
  readonly audit: Audit;
  /** Updates memory after the commit and before the response. */
  readonly afterCommit: (work: () => Promise<void>) => void;
  /** Counts the call as activity of the session; already done for all calls except the session check. */
  readonly noteActivity: () => Promise<void>;
  /** The current caller and scope, for responses that stay open; null when the session or a right is gone, or unknown for too long. */
  readonly recheck: () => Promise<Recheck | null>;
}

export type Recheck = Pick<Call, 'user' | 'scope'>;

/** The part of a call that services get, without HTTP. */
export type Work = Pick<Call, 'db' | 'user' | 'now' | 'audit'>;

/** The only response outside the JSON envelope. */
export interface FileAnswer {
  readonly contentType: string;
  /** A stream is sent chunk by chunk as the chunks come. */
  readonly content: Buffer | string | Readable;
  /** Quoted; a client that already has this version gets 304. */
  readonly etag?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response that stays open until one side ends it. */
export type StreamAnswer = (response: ServerResponse) => void;

/** For a response without fields, a handler may return nothing. */
type Handler<E extends Endpoint, Needs, Data = z.input<E['response']>> =
  | ((call: Call<E> & Needs) => Promise<Data | FileAnswer | StreamAnswer>)
  | (Record<never, never> extends Data ? (call: Call<E> & Needs) => Promise<void> : never);

type Endpoints = typeof endpoints;
/**
 * The handlers of all calls. `Needs` names the services that they use besides the database: a server without
 * them does not compile, and neither does an endpoint without a handler.
 */
export type Handlers<Needs = unknown> = {
  readonly [Name in keyof Endpoints]: Handler<Endpoints[Name], Needs>;
};

/** The handlers of some calls. */
export type Routes<Needs = unknown> = Partial<Handlers<Needs>>;

/** One handler for each item of a list, such as `getPod` and `getNode` for the kinds. */
export function routesOfEach<Item, Name extends string, Handler>(
  items: readonly Item[],
  route: (item: Item) => readonly [Name, Handler],
): Readonly<Record<Name, Handler>> {
  return Object.fromEntries(items.map(route)) as Record<Name, Handler>;
}
