import { parsePart } from '@gwanje/backend/http/parse';
import { type GroupName, groupPath } from '@gwanje/domain/access/group-path';
import { z } from 'zod';

export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const MAX_MEMBERS = 10_000;

export interface ScimGroup extends GroupName {
  readonly subGroupId: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly members: readonly { readonly userNo: number; readonly userName: string }[];
}

export function groupResource(group: ScimGroup, baseUrl: string) {
  const id = String(group.subGroupId);
  return {
    schemas: [GROUP_SCHEMA],
    id,
    displayName: groupPath(group),
    members: group.members.map(({ userNo, userName }) => ({
      value: String(userNo),
      $ref: `${baseUrl}/Users/${userNo}`,
      display: userName,
      type: 'User',
    })),
    meta: {
      resourceType: 'Group',
      created: group.createdAt.toISOString(),
      lastModified: group.updatedAt.toISOString(),
      location: `${baseUrl}/Groups/${id}`,
    },
  };
}

const GroupBody = z.object({
  displayName: z.string().trim().min(1).max(400),
  members: z
    .array(z.object({ value: z.string().max(20) }))
    .max(MAX_MEMBERS)
    .nullish(),
});

/** `members` undefined: the provider does not say who belongs to the group. */
export function readGroup(resource: unknown): {
  readonly displayName: string;
  readonly members: readonly string[] | undefined;
} {
  const { displayName, members } = parsePart(GroupBody, resource);
  return { displayName, members: members?.map(({ value }) => value) };
}
