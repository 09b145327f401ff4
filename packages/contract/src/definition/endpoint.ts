import { z } from 'zod';
import { idTextSchema, pageParams } from './fields.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call the endpoint. The permission table in `domain` decides what the caller may do with an object.
 * public: no session · all: any session · groupAdmin: roles 1 and 3 · totalAdmin: role 1 · keyAdmin: the key
 * users of role 1
 */
export type Access = 'public' | 'all' | 'groupAdmin' | 'totalAdmin' | 'keyAdmin';

/** The part of the request with the global sub-group list; `none` for calls that ignore it. */
export type SubGroupsIn = 'none' | 'query' | 'body';

export type Answers = 'json' | 'file' | 'stream';
export interface FileDescription {
  readonly contentType: string;
  readonly description: string;
}
/**
 * unlimited: only tokens without a limit to groups, because the call concerns all groups · no: only sessions
 */
export type Tokens = 'all' | 'unlimited' | 'no';
/**
 * The identity of a call while an admin views as another user: that user, the admin, or the call is refused.
 */
export type WhileViewing = 'asSeen' | 'asSelf' | 'no';
export type BodyKind = 'none' | 'json' | 'multipart';

export interface Endpoint<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Form extends z.ZodObject = z.ZodObject,
> {
  readonly method: Method;
  /** The path below `/api/v1`, with parameters as `:name`. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  /** A POST marked `_method: get` is a read. Error handling treats it as a GET. */
  readonly read: boolean;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The fields of a multipart body: text, and at most one `z.file()`. */
  readonly form: Form;
  readonly bodyKind: BodyKind;
  readonly response: Response;
  /** A download answers with a file instead of the envelope, a stream with endless server-sent events. */
  readonly answers: Answers;
  /** Documents the file of a call that answers one. */
  readonly file: FileDescription;
  readonly subGroupsIn: SubGroupsIn;
  /** Success code. Creations answer 201. */
  readonly success: 200 | 201;
  /**
   * The call waits for another system or reads for long. It opens its own transactions; a resend repeats it.
   */
  readonly holdsNoTransaction: boolean;
  /** Whether an access token is accepted instead of a session. */
  readonly tokens: Tokens;
  /**
   * A dangerous change: refused with 8012 when the user of the session has not proved for some minutes who they are. Access tokens
   * need no proof, because nobody is there to ask.
   */
  readonly needsFreshProof: boolean;
  /**
   * The answer contains a secret that is shown once. It is not stored for a resend, which creates another.
   */
  readonly isSecret: boolean;
  /** The limit, when a body may be larger than usual. */
  readonly maxBodyBytes: number | undefined;
  /** True: boards need this call, so a wallboard's key may call it too, for its groups and boards. */
  readonly wallboards: boolean;
  /** Default: reads run as the viewed user, writes are refused. */
  readonly whileViewing: WhileViewing;
}

const nothing = z.strictObject({});
type Nothing = typeof nothing;

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type PathParam<Name extends string> = Name extends keyof typeof pageParams
  ? (typeof pageParams)[Name]
  : ReturnType<typeof idTextSchema<Capitalize<Name>>>;

type PathParams<Path extends string, Other extends z.ZodRawShape> = z.ZodObject<
  { [Name in NamesIn<Path>]: Name extends keyof Other ? Other[Name] : PathParam<Name> },
  z.core.$strict
>;

/** The `:name` parts of a path: pages, and ids such as `:podId`. `other` are the parts that are neither. */
function pathParams<Path extends string, Other extends z.ZodRawShape>(path: Path, other?: Other) {
  const names = path.match(/(?<=:)\w+/g) ?? [];
  const known: z.ZodRawShape = { ...pageParams, ...other };
  const shape = names.map((name) => [name, known[name] ?? idTextSchema(name)]);
  return z.strictObject(Object.fromEntries(shape)) as unknown as PathParams<Path, Other>;
}

/**
 * `route`: method and path. `params`: the parts of the path that are not ids or pages. A call without
 * `response` answers an empty object.
 */
export function endpoint<
  const Route extends `${Method} /${string}`,
  Params extends z.ZodRawShape = Record<never, z.ZodType>,
  Query extends z.ZodObject = Nothing,
  Body extends z.ZodType = z.ZodUndefined,
  Response extends z.ZodType = Nothing,
  Form extends z.ZodObject = Nothing,
>({
  route,
  summary,
  access,
  params,
  ...options
}: Pick<Endpoint, 'summary' | 'access'> &
  Partial<
    Omit<Endpoint<never, Query, Body, Response, Form>, 'method' | 'path' | 'summary' | 'access' | 'params'>
  > & {
    readonly route: Route;
    readonly params?: Params;
  }): Endpoint<PathParams<Route, Params>, Query, Body, Response, Form> {
  const bodyKind = options.form ? 'multipart' : options.body ? 'json' : 'none';
  const [method, path] = route.split(' ') as [Method, string];
  const read = options.read ?? method === 'GET';
  return {
    query: nothing as unknown as Query,
    body: z.undefined() as unknown as Body,
    form: nothing as unknown as Form,
    response: z.object({}) as unknown as Response,
    answers: 'json',
    file: { contentType: '*/*', description: 'The file' },
    subGroupsIn: subGroupsIn(method, bodyKind, options.body),
    success: 200,
    holdsNoTransaction: false,
    tokens: access === 'totalAdmin' ? 'unlimited' : 'all',
    needsFreshProof: false,
    isSecret: false,
    maxBodyBytes: undefined,
    wallboards: false,
    whileViewing: read ? 'asSeen' : 'no',
    ...options,
    params: pathParams(route, params),
    method,
    path,
    summary,
    access,
    read,
    bodyKind,
  };
}

/**
 * In the query of GET, DELETE and calls whose body is an array, multipart or absent; otherwise in the body.
 */
function subGroupsIn(method: Method, bodyKind: BodyKind, body: z.ZodType | undefined): SubGroupsIn {
  if (method === 'GET' || method === 'DELETE' || bodyKind !== 'json' || !(body instanceof z.ZodObject))
    return 'query';
  return 'body';
}

export type ParamsOf<E extends Endpoint> = z.output<E['params']>;
export type QueryOf<E extends Endpoint> = z.output<E['query']>;
export type BodyOf<E extends Endpoint> = z.output<E['body']>;
export type FormOf<E extends Endpoint> = z.output<E['form']>;
export type ResponseOf<E extends Endpoint> = z.output<E['response']>;
/** The caller's parameters: ids in paths may be numbers or text. */
export type ParamsIn<E extends Endpoint> = { [K in keyof z.output<E['params']>]: unknown };
export type BodyIn<E extends Endpoint> = z.input<E['body']>;

export const API_PREFIX = '/api/v1';

/**
 * Fills the `:name` parts of an endpoint's path. URL parsers would remove a part that is '.' or '..', encoded
 * or not. A trailing space prevents that; the server trims names.
 */
export function buildPath(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replace(/:([A-Za-z]+)/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined || value === null || value === '') throw new MissingPathPart(name);
    const text = Array.isArray(value)
      ? value.map(String).map(encodeURIComponent).join(',')
      : encodeURIComponent(String(value));
    return text === '.' || text === '..' ? `${text}%20` : text;
  });
}

export class MissingPathPart extends Error {
  override readonly name = 'MissingPathPart';
  readonly part: string;

  constructor(part: string) {
    super(`missing ${part}`);
    this.part = part;
  }
}
