import { API_PREFIX, type Endpoint } from '@gwanje/contract/definition/endpoint';
import { errorNames, errors } from '@gwanje/contract/definition/errors';
import { SESSION_COOKIE } from '@gwanje/contract/users/session';
import { capitalised, pluralOf } from '@gwanje/kinds/definition/kind';
import { endpoints } from '@gwanje/kinds/endpoints';
import { kinds, listKinds } from '@gwanje/kinds/registry';
import { z } from 'zod';

interface OpenApiDocument {
  readonly openapi: string;
  readonly info: object;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly [key: string]: unknown;
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly [key: string]: unknown;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly description?: string;
}

const DESCRIPTION = `
Every answer is an envelope \`{ code, message, data }\`, also on error; file downloads are the one exception.
Calls carry the session cookie that the login site sets. Calls that change something need an exact \`Origin\`, and
\`Content-Type: application/json\` where they have a body (multipart for logos).
A \`POST\` marked \`_method: "get"\` is a read. \`subGroupIdList\` narrows a call to some of the caller's sub groups; absent, it
means all that are allowed.
`.trim();

const SUB_GROUPS_TEXT =
  'Comma-joined ids of the selected sub groups; one that is not allowed is answered with 8109';

/** Builds an OpenAPI document from the contract's descriptors alone. */
export function openApiDocument(version: string): OpenApiDocument {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const path = endpoint.path.replace(/:([A-Za-z]+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  const tags = [...new Set(Object.values<Endpoint>(endpoints).map(({ path }) => areaOf(path)))];
  return {
    openapi: '3.1.0',
    info: { title: 'Gwanje (관제)', version, description: DESCRIPTION },
    servers: [{ url: API_PREFIX }],
    tags: tags.filter((tag) => tag !== undefined).map((tag) => ({ name: tag })),
    security: [{ session: [] }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE } },
      responses: { Error: errorResponse() },
      schemas: { Error: errorSchema() },
    },
  };
}

function operation(name: string, endpoint: Endpoint): Operation {
  const area = areaOf(endpoint.path);
  return {
    operationId: name,
    summary: endpoint.summary,
    ...(area !== undefined && { tags: [area] }),
    'x-access': endpoint.access,
    ...(endpoint.access === 'public' && { security: [] }),
    parameters: parametersOf(endpoint),
    ...requestBody(endpoint),
    responses: {
      [endpoint.success]: successResponse(endpoint),
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

function parametersOf(endpoint: Endpoint): Parameter[] {
  const position = ({ name }: Parameter) => endpoint.path.indexOf(`:${name}`);
  const inPath = fields(endpoint.params, 'path').sort((a, b) => position(a) - position(b));
  const parameters = [...inPath, ...fields(endpoint.query, 'query')];
  if (endpoint.subGroupsIn === 'query') {
    const schema = { type: 'string', pattern: '^[1-9][0-9]*(,[1-9][0-9]*)*$' };
    parameters.push({
      name: 'subGroupIdList',
      in: 'query',
      required: false,
      description: SUB_GROUPS_TEXT,
      schema,
    });
  }
  if (!endpoint.read && !endpoint.holdsNoTransaction) {
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'A resend with the same key within 24 hours gets the first answer instead of doing the work twice',
      schema: { type: 'string', minLength: 8, maxLength: 128 },
    });
  }
  return parameters;
}

function fields(shape: z.ZodObject, place: 'path' | 'query'): Parameter[] {
  return Object.entries(shape.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !z.safeParse(field, undefined).success,
    schema: jsonSchema(field, 'input'),
  }));
}

function requestBody(endpoint: Endpoint): object {
  if (endpoint.bodyKind === 'none') return {};
  const isForm = endpoint.bodyKind === 'multipart';
  const own = jsonSchema(isForm ? endpoint.form : endpoint.body, 'input');
  const schema =
    endpoint.subGroupsIn === 'body'
      ? withProperty(own, 'subGroupIdList', { type: 'array', items: { type: 'integer', minimum: 1 } })
      : own;
  const contentType = isForm ? 'multipart/form-data' : 'application/json';
  return { requestBody: { required: true, content: { [contentType]: { schema } } } };
}

function successResponse(endpoint: Endpoint): object {
  if (endpoint.answers === 'file') {
    const { contentType, description } = endpoint.file;
    return { description, content: { [contentType]: { schema: { type: 'string', format: 'binary' } } } };
  }
  return {
    description: endpoint.success === 201 ? 'Created' : 'Done',
    content: {
      'application/json': {
        schema: envelope({ const: endpoint.success }, jsonSchema(endpoint.response, 'output')),
      },
    },
  };
}

function envelope(code: JsonSchema, data: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: { code, message: { type: 'string' }, data },
    required: ['code', 'message', 'data'],
  };
}

function errorSchema(): JsonSchema {
  const detail = {
    type: 'object',
    properties: {
      field: { type: 'string', description: 'Which field, as a dotted path' },
      reason: { type: 'string' },
    },
  };
  return envelope({ enum: errorNames.map((name) => errors[name].code) }, detail);
}

/** One table for all calls: clients branch on the code, never on the text. */
function errorResponse(): object {
  const rows = errorNames.map((name) => {
    const { code, status, message } = errors[name];
    return `| ${code} | ${status} | ${message} |`;
  });
  return {
    description: ['| code | status | meaning |', '|---|---|---|', ...rows].join('\n'),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
}

/** The documentation sections, and the first parts of the paths of their calls. */
const AREAS: Readonly<Record<string, readonly string[]>> = {
  Session: ['loginCheck', 'role', 'session', 'view-as'],
  Wallboards: ['wallboard'],
  Users: ['user', 'users', 'personal-data'],
  Groups: ['group-name', 'group', 'access'],
  Clusters: ['cluster', 'clusters', 'agent'],
  Volumes: ['pvc', 'pvcs'],
  Events: ['events'],
  Series: ['metric'],
  Dashboard: ['dashboard'],
  Search: ['search'],
  Stream: ['stream'],
  Alarms: [
    ...['alarm', 'alarms', 'event-alarm', 'event-alarms'],
    ...['templates', 'template', 'webhook', 'maintenance', 'push'],
  ],
  Duty: ['duty', 'handover'],
  Reports: ['report'],
  'What changed': ['cause'],
  Logs: ['log'],
  Manifests: ['manifest'],
  Logo: ['logo', 'logos'],
  'View options': ['viewoption'],
  Audit: ['audit'],
  'Security settings': ['security-settings', 'sign-on-rules'],
  'Access tokens': ['access-token'],
  Installation: ['installation'],
};

function areaOf(path: string): string | undefined {
  const first = path.split('/')[1] ?? '';
  const area = Object.keys(AREAS).find((name) => AREAS[name]?.includes(first));
  const kind = listKinds.find((one) => one === first || kinds[one].plural === first);
  // `pod` and `pods` are in `Pods`.
  return area ?? (kind && pluralOf(capitalised(kind)));
}

type JsonSchema = Readonly<Record<string, unknown>>;

/** A zod schema as JSON Schema 2020-12, as OpenAPI 3.1 uses it. Rules that JSON Schema lacks are left out. */
function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: made }) => {
      // The format is enough; the pattern is half a page long.
      if (made.format === 'date-time') delete made.pattern;
      // Responses may get new fields, and clients must not refuse them.
      if (io === 'output' && made.additionalProperties === false) delete made.additionalProperties;
    },
  });
  return rest;
}

/** Adds an optional property. */
function withProperty(schema: JsonSchema, name: string, property: JsonSchema): JsonSchema {
  const properties = typeof schema.properties === 'object' ? schema.properties : {};
  return { ...schema, type: 'object', properties: { ...properties, [name]: property } };
}
