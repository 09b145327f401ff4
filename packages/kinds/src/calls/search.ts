import { endpoint } from '@gwanje/contract/definition/endpoint';
import { HostId, ObjectId, Timestamp } from '@gwanje/contract/definition/fields';
import { monResults } from '@gwanje/contract/objects/object-states';
import { z } from 'zod';
import { type LiveKind, liveKinds } from '../registry.ts';

/** Many containers have the name of their workload, so they come last. */
const firstKinds: readonly LiveKind[] = ['workload', 'pod'];
const lastKinds: readonly LiveKind[] = ['container'];
const otherKinds = liveKinds.filter((kind) => !firstKinds.includes(kind) && !lastKinds.includes(kind));

/** In the order of the answer. */
export const searchKinds = ['cluster', ...firstKinds, ...otherKinds, ...lastKinds] as const;

const goneChoices = ['with', 'without', 'only'] as const;

export const search = endpoint({
  route: 'GET /search',
  summary:
    'Objects whose name contains the text, by kind, best match of each kind first, deleted objects last',
  access: 'all',
  query: z.strictObject({
    q: z.string().min(1).max(253),
    limit: z
      .string()
      .regex(/^[1-9][0-9]?$/)
      .transform(Number)
      .optional(),
    /**
     * Search `with` deleted objects (default), `without` or `only` them. `without` is fast: it reads memory.
     */
    gone: z.enum(goneChoices).optional(),
  }),
  response: z.object({
    list: z.array(
      z.object({
        kind: z.enum(searchKinds),
        id: ObjectId,
        hostId: HostId,
        clusterName: z.string(),
        name: z.string(),
        namespace: z.string().nullable(),
        /** The pod of a container. */
        parentName: z.string().nullable(),
        parentId: ObjectId.nullable(),
        /** Null for deleted objects. */
        monResult: z.enum(monResults).nullable(),
        deletedAt: Timestamp.nullable(),
      }),
    ),
    totalCnt: z.int(),
  }),
});
