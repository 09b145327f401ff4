import { z } from 'zod';
import type { JsonObject } from '../kinds/object/kind.ts';
import { mayDo, mayVisit, type User } from './access.ts';
import { badRequest } from './status.ts';

const Review = z.object({
  spec: z.object({
    resourceAttributes: z
      .object({
        namespace: z.string().default(''),
        verb: z.string().default(''),
        group: z.string().default(''),
        resource: z.string().default(''),
        subresource: z.string().default(''),
        name: z.string().default(''),
      })
      .optional(),
    nonResourceAttributes: z.object({ path: z.string(), verb: z.string() }).optional(),
  }),
});

/** Answers an access review with the same rules that are enforced. */
export function reviewAccess(user: User, body: unknown): JsonObject {
  const parsed = Review.safeParse(body);
  if (!parsed.success) throw badRequest('the body is no SelfSubjectAccessReview');
  const { spec } = parsed.data;
  const allowed = spec.resourceAttributes
    ? mayDo(user, spec.resourceAttributes)
    : spec.nonResourceAttributes !== undefined &&
      mayVisit(user, spec.nonResourceAttributes.verb, spec.nonResourceAttributes.path);
  return {
    kind: 'SelfSubjectAccessReview',
    apiVersion: 'authorization.k8s.io/v1',
    metadata: { creationTimestamp: null },
    spec: { ...spec },
    status: allowed ? { allowed, reason: 'RBAC: allowed by ClusterRole' } : { allowed },
  };
}
