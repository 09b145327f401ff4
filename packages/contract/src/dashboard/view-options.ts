import { z } from 'zod';
import { endpoint } from '../definition/endpoint.ts';
import { Timestamp } from '../definition/fields.ts';

export const VIEW_OPTION_MAX_BYTES = 64 * 1024;
export const VIEW_OPTION_MAX_TYPES = 200;

export const ViewOptionType = z.string().regex(/^[A-Za-z][A-Za-z0-9._-]{0,63}$/);
const FreeObject = z.record(z.string(), z.unknown());

const common = {
  access: 'all',
  tokens: 'no',
  subGroupsIn: 'none',
  params: { type: ViewOptionType },
} as const;

export const getViewOption = endpoint({
  ...common,
  route: 'GET /viewoption/:type',
  summary: 'A view option of the caller; an empty object if it is not stored',
  wallboards: true,
  response: z.object({ type: z.string(), viewOption: FreeObject, updatedAt: Timestamp.nullable() }),
});

export const saveViewOption = endpoint({
  ...common,
  route: 'POST /viewoption/:type',
  summary: 'Store a view option; with `ifUpdatedAt` only if it has not changed since',
  /** The `updatedAt` of the value that the client has read, or `none`. Another stored value is a conflict. */
  query: z.strictObject({ ifUpdatedAt: z.union([Timestamp, z.literal('none')]).optional() }),
  body: FreeObject,
  response: z.object({ updatedAt: Timestamp }),
});

export const deleteViewOption = endpoint({
  ...common,
  route: 'DELETE /viewoption/:type',
  summary: 'Delete a view option',
});
