import { GROUP_SCHEMA } from './scim-group-resource.ts';
import { USER_SCHEMA } from './scim-user-resource.ts';

const SERVICE_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';
const RESOURCE_TYPE_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
const SCHEMA_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema';

export const MAX_RESULTS = 200;

/** What the server can do, for providers that ask first. */
export function serviceProviderConfig(baseUrl: string) {
  return {
    schemas: [SERVICE_SCHEMA],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MAX_RESULTS },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Access token',
        description: 'An access token of a total admin, without a limit to groups',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${baseUrl}/ServiceProviderConfig` },
  };
}

export function resourceTypes(baseUrl: string) {
  const types = [
    { id: 'User', endpoint: '/Users', description: 'Users of the console', schema: USER_SCHEMA },
    { id: 'Group', endpoint: '/Groups', description: 'Sub groups', schema: GROUP_SCHEMA },
  ];
  return types.map((type) => ({
    schemas: [RESOURCE_TYPE_SCHEMA],
    name: type.id,
    ...type,
    meta: { resourceType: 'ResourceType', location: `${baseUrl}/ResourceTypes/${type.id}` },
  }));
}

interface Attribute {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'complex' | 'reference';
  readonly multiValued: boolean;
  readonly required: boolean;
  readonly caseExact: boolean;
  readonly mutability: 'readWrite' | 'readOnly' | 'immutable';
  readonly returned: 'default' | 'always';
  readonly uniqueness: 'none' | 'server';
  readonly subAttributes?: readonly Attribute[];
}

function attribute(name: string, more: Partial<Attribute> = {}): Attribute {
  return {
    name,
    type: 'string',
    multiValued: false,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...more,
  };
}

function list(name: string, parts: readonly string[], more: Partial<Attribute> = {}): Attribute {
  const subAttributes = parts.map((part) =>
    attribute(part, { type: part === 'primary' ? 'boolean' : 'string', ...more }),
  );
  return attribute(name, { type: 'complex', multiValued: true, subAttributes, ...more });
}

const USER_ATTRIBUTES = [
  attribute('userName', { required: true, uniqueness: 'server' }),
  attribute('displayName'),
  attribute('name', {
    type: 'complex',
    subAttributes: ['formatted', 'familyName', 'givenName'].map((part) => attribute(part)),
  }),
  attribute('active', { type: 'boolean' }),
  list('emails', ['value', 'type', 'primary']),
  list('roles', ['value', 'primary']),
  list('groups', ['value', 'display'], { mutability: 'readOnly' }),
];
const GROUP_ATTRIBUTES = [
  attribute('displayName', { required: true, mutability: 'immutable', uniqueness: 'server' }),
  list('members', ['value', 'display', 'type']),
];

export function schemas(baseUrl: string) {
  const defined = [
    { id: USER_SCHEMA, name: 'User', description: 'User of the console', attributes: USER_ATTRIBUTES },
    { id: GROUP_SCHEMA, name: 'Group', description: 'Sub group', attributes: GROUP_ATTRIBUTES },
  ];
  return defined.map((schema) => ({
    schemas: [SCHEMA_SCHEMA],
    ...schema,
    meta: { resourceType: 'Schema', location: `${baseUrl}/Schemas/${schema.id}` },
  }));
}
