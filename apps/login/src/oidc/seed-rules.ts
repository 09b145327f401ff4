import type { Database } from '@gwanje/backend/database/schema';
import { recordAudit } from '@gwanje/backend/identity/audit';
import { readSignOnRules, replaceSignOnRules } from '@gwanje/backend/identity/sign-on-rules';
import { nameKey, type RoleChoice, SubGroupId } from '@gwanje/contract/definition/fields';
import { type OtherwiseChoice, SignOnRules } from '@gwanje/contract/settings/sign-on-rules';
import { type GroupName, groupKey, groupPath } from '@gwanje/domain/access/group-path';
import { STRONGEST_FIRST } from '@gwanje/domain/access/permissions';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { OidcSettings } from '../config.ts';
import type { GroupMap, RoleMap } from './mapping.ts';

type Maps = Pick<OidcSettings, 'roles' | 'groups'>;

interface SeedDeps {
  readonly db: Kysely<Database>;
  readonly logger: Logger;
  readonly now: () => Date;
}

/**
 * Writes the maps of the environment as the first rules. From then on the rules are changed in the console, and the maps count
 * no more: there is one place that decides.
 */
export async function seedSignOnRules({ db, logger, now }: SeedDeps, maps: Maps): Promise<void> {
  if (!maps.roles && !maps.groups) return;
  const { version } = await readSignOnRules(db);
  if (version > 0) {
    logger.info('the rules of single sign-on are in the console: GWANJE_OIDC_*_MAP is not used');
    return;
  }
  const subGroups = await findSubGroups(db, [...(maps.groups?.map.values() ?? [])].flat());
  const missing = [...(maps.groups?.map.values() ?? [])]
    .flat()
    .filter((name) => !subGroups.has(groupKey(name)));
  if (missing.length > 0)
    logger.warn({ groups: missing.map(groupPath) }, 'groups of GWANJE_OIDC_GROUP_MAP do not exist: left out');
  const rules = rulesOfMaps(maps, subGroups);
  await db.transaction().execute(async (trx) => {
    // Of several login sites that start, the first writes.
    if (!(await replaceSignOnRules(trx, rules, 0, now()))) return;
    const detail = { source: 'environment', after: rules };
    await recordAudit(trx, { actor: null, action: 'signOnRules.update', outcome: 'done', detail });
    logger.info({ rules: rules.ruleList.length }, 'rules of single sign-on written from GWANJE_OIDC_*_MAP');
  });
}

/** The rules with which every user gets what the maps gave. */
export function rulesOfMaps(
  { roles, groups }: Maps,
  subGroups: ReadonlyMap<string, SubGroupId>,
): SignOnRules {
  const base = { match: 'exact' } as const;
  return SignOnRules.parse({
    ruleList: [
      ...(roles ? roleRules(roles.map).map((rule) => ({ ...base, ...rule, claim: roles.claim })) : []),
      ...(groups
        ? groupRules(groups.map, subGroups).map((rule) => ({ ...base, ...rule, claim: groups.claim }))
        : []),
    ],
    otherwise: roles ? otherwiseOf(roles.map.get('*')) : 'keep',
  });
}

/** The strongest role is first, because the first rule with a role decides. `*` stands for every user. */
function roleRules(map: RoleMap) {
  const least = map.get('*');
  const stronger = STRONGEST_FIRST.slice(0, least === undefined ? undefined : STRONGEST_FIRST.indexOf(least));
  return stronger.flatMap((role) =>
    [...map]
      .filter(([value, mapped]) => mapped === role && value !== '*')
      .map(([value]) => ({ value, role, grantedSubGroupIdList: [] })),
  );
}

function groupRules(map: GroupMap, subGroups: ReadonlyMap<string, SubGroupId>) {
  return [...map].map(([value, names]) => ({
    value,
    role: null,
    grantedSubGroupIdList: [...new Set(names.flatMap((name) => subGroups.get(groupKey(name)) ?? []))],
  }));
}

/** Nobody becomes a representative admin just by signing on. */
function otherwiseOf(role: RoleChoice | undefined): OtherwiseChoice {
  if (role === undefined) return 'refuse';
  return role === 2 ? 'user' : role === 3 ? 'groupAdmin' : 'totalAdmin';
}

async function findSubGroups(
  db: Kysely<Database>,
  names: readonly GroupName[],
): Promise<ReadonlyMap<string, SubGroupId>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom('subGroup')
    .innerJoin('metaGroup', 'metaGroup.metaGroupId', 'subGroup.metaGroupId')
    .select(['subGroup.subGroupId', 'subGroup.name as subGroupName', 'metaGroup.name as metaGroupName'])
    .where(
      'subGroup.nameKey',
      'in',
      names.map(({ subGroupName }) => nameKey(subGroupName)),
    )
    .execute();
  return new Map(rows.map((row) => [groupKey(row), SubGroupId.parse(row.subGroupId)]));
}
