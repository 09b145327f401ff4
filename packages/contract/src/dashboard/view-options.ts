import { z } from 'zod';
import { endpoint } from '../definition/endpoint.ts';
import { Timestamp } from '../definition/fields.ts';

export const VIEW_OPTION_MAX_BYTES = 64 * 1024;
export const VIEW_OPTION_MAX_TYPES = 200;

export const ViewOptionType = z.string().regex(/^[A-Za-z][A-Za-z0-9._-]{0,63}$/);
const params = z.strictObject({ type: ViewOptionType });
const FreeObject = z.record(z.string(), z.unknown());

export const getViewOption = endpoint({
  route: 'GET /viewoption/:type',
  summary: "One of the user's own view options; an empty object when none is kept",
  access: 'all',
  wallboards: true,
  tokens: 'no',
  subGroupsIn: 'none',
  params,
  response: z.object({ type: z.string(), viewOption: FreeObject, updatedAt: Timestamp.nullable() }),
});

export const saveViewOption = endpoint({
  route: 'POST /viewoption/:type',
  summary: 'Keep a view option; with `ifUpdatedAt` only where nobody has kept another meanwhile',
  access: 'all',
  tokens: 'no',
  subGroupsIn: 'none',
  params,
  /** The `updatedAt` of the stored value that the client knows, or `none`. Otherwise it is a conflict. */
  query: z.strictObject({ ifUpdatedAt: z.union([Timestamp, z.literal('none')]).optional() }),
  body: FreeObject,
  response: z.object({ updatedAt: Timestamp }),
});

export const deleteViewOption = endpoint({
  route: 'DELETE /viewoption/:type',
  summary: 'Forget a view option',
  access: 'all',
  tokens: 'no',
  subGroupsIn: 'none',
  params,
});
