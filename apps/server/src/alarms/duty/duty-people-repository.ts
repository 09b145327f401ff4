import type { Db } from '@gwanje/backend/database/schema';
import type { UserStatus } from '@gwanje/contract/definition/fields';
import type { PersonProblem } from '@gwanje/contract/duty/duty-rotas';
import { mayHoldSession } from '@gwanje/domain/access/user-changes';
import { sql } from 'kysely';
import { loadSeenSubGroups } from '../../access/seen-groups-repository.ts';
import { seesUser, type Viewer } from '../../access/visibility-repository.ts';
import type { StoredRota } from './rota-repository.ts';

/** A person whom a rota names, with what keeps the person from being on duty. */
export interface PersonOfRota {
  readonly userNo: number;
  readonly name: string | null;
  readonly userId: string | null;
  readonly email: string | null;
  readonly problem: PersonProblem | null;
}

/** Everybody whom a rota names: in slots, exceptions and as its lead. */
export function userNosOf({ plan, exceptionList }: Pick<StoredRota, 'plan' | 'exceptionList'>): Set<number> {
  const named = [
    plan.leadUserNo,
    ...plan.shiftList.flatMap(({ slotList }) =>
      slotList.flatMap(({ firstUserNo, secondUserNo }) => [firstUserNo, secondUserNo]),
    ),
    ...exceptionList.flatMap(({ replacedUserNo, coveringUserNo }) => [replacedUserNo, coveringUserNo]),
  ];
  return new Set(named.filter((userNo) => userNo !== null));
}

export type PeopleOfRota = (
  rota: Pick<StoredRota, 'plan' | 'exceptionList' | 'subGroupIds'>,
) => ReadonlyMap<number, PersonOfRota>;

/** The people of rotas. One query for all rotas. */
export async function loadPeopleOf(
  db: Db,
  rotas: readonly Pick<StoredRota, 'plan' | 'exceptionList'>[],
): Promise<PeopleOfRota> {
  const userNos = new Set(rotas.flatMap((rota) => [...userNosOf(rota)]));
  const problemOf = await loadProblems(db, userNos);
  return (rota) =>
    new Map([...userNosOf(rota)].map((userNo) => [userNo, problemOf(userNo, rota.subGroupIds)]));
}

/** Each user as a person of a rota that covers some sub groups. */
export async function loadProblems(
  db: Db,
  userNos: Iterable<number>,
): Promise<(userNo: number, subGroupIds: readonly number[]) => PersonOfRota> {
  const rows = await db
    .selectFrom('userAccount')
    .select(['userNo', 'userId', 'name', 'email', 'status'])
    .where(sql<boolean>`user_no = any(${[...userNos]}::int[])`)
    .$narrowType<{ status: UserStatus }>()
    .execute();
  const accounts = new Map(rows.map((row) => [row.userNo, row]));
  const sees = await loadSeenSubGroups(db, accounts.keys());
  return (userNo, subGroupIds) => {
    const account = accounts.get(userNo);
    if (!account) return { userNo, name: null, userId: null, email: null, problem: 'deleted' };
    const { name, userId, email, status } = account;
    const seenCnt = subGroupIds.filter((subGroupId) => sees(userNo, subGroupId)).length;
    return { userNo, name, userId, email, problem: problemOf(status, seenCnt, subGroupIds.length) };
  };
}

function problemOf(status: UserStatus, seenCnt: number, coveredCnt: number): PersonProblem | null {
  if (!mayHoldSession(status)) return 'suspended';
  if (seenCnt === coveredCnt) return null;
  return seenCnt === 0 ? 'noRight' : 'someGroups';
}

/** Users whom the viewer sees and who see all of these sub groups, by name. */
export function listCandidates(db: Db, viewer: Viewer, subGroupIds: readonly number[]) {
  return db
    .selectFrom('userAccount')
    .select(['userNo', 'userId', 'name', 'email'])
    .where(seesUser(viewer, 'userAccount.userNo'))
    .where('status', 'in', [1, 4])
    .where(
      sql<boolean>`(role = 1 or not exists (
        select 1 from sub_group s join meta_group m on m.meta_group_id = s.meta_group_id
        where s.sub_group_id = any(${[...subGroupIds]}::int[])
        and not (user_account.role = 3 and m.owner_user_no is not distinct from user_account.user_no)
        and not exists (select 1 from sub_group_member member
          where member.sub_group_id = s.sub_group_id and member.user_no = user_account.user_no)))`,
    )
    .orderBy('name')
    .orderBy('userId')
    .execute();
}

/** The sub groups of a meta group. */
export async function listSubGroupIdsOf(db: Db, metaGroupId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('subGroup')
    .select('subGroupId')
    .where('metaGroupId', '=', metaGroupId)
    .orderBy('subGroupId')
    .execute();
  return rows.map(({ subGroupId }) => subGroupId);
}
