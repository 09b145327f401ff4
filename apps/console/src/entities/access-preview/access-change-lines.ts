import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import type { previewAccess } from '@gwanje/contract/users/access-preview';

export type AccessPreview = ResponseOf<typeof previewAccess>;

export interface AccessChangeLine {
  readonly id: string;
  readonly users: readonly { readonly id: number; readonly name: string; readonly userId: string }[];
  readonly clusters: readonly { readonly id: number; readonly name: string }[];
}

export interface AccessChangeLines {
  readonly gained: readonly AccessChangeLine[];
  readonly lost: readonly AccessChangeLine[];
}

/** Resolves the ids of a preview to names. Each user of a line gains or loses every cluster of that line. */
export function accessChangeLines({
  gainedList,
  lostList,
  userList,
  clusterList,
}: AccessPreview): AccessChangeLines {
  const users = new Map<number, AccessChangeLine['users'][number]>(
    userList.map(({ userNo, name, userId }) => [userNo, { id: userNo, name, userId }]),
  );
  const clusters = new Map<number, AccessChangeLine['clusters'][number]>(
    clusterList.map(({ hostId, name }) => [hostId, { id: hostId, name }]),
  );
  const lineOf = ({ userNoList, hostIdList }: AccessPreview['gainedList'][number]): AccessChangeLine => ({
    id: String(userNoList[0]),
    users: userNoList.flatMap((userNo) => users.get(userNo) ?? []),
    clusters: hostIdList.flatMap((hostId) => clusters.get(hostId) ?? []),
  });
  return { gained: gainedList.map(lineOf), lost: lostList.map(lineOf) };
}

/** A user appears in at most one line of a list, so the sum counts no user twice. */
export function countUsers(lines: readonly AccessChangeLine[]): number {
  return lines.reduce((cnt, { users }) => cnt + users.length, 0);
}
