import { listClusterNames } from '@gwanje/contract/clusters/clusters';
import { API_PREFIX } from '@gwanje/contract/definition/endpoint';
import { SESSION_COOKIE } from '@gwanje/contract/users/session';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startTestApp } from '../../testing/test-app.ts';

const SUB_GROUPS = 1500;

it('accepts a selection of 1,500 groups in the query and a group cookie of 11 kB', async () => {
  await using test = await startTestApp();
  await sql`
    insert into sub_group (meta_group_id, name, name_key)
    select 1, 'group ' || n, 'group ' || n from generate_series(1, ${SUB_GROUPS}) n`.execute(test.db);
  const rows = await test.db.selectFrom('subGroup').select('subGroupId').execute();
  const selection = rows.map((row) => row.subGroupId).join(',');
  const address = await test.app.listen({ host: '127.0.0.1', port: 0 });
  const answer = await fetch(`${address}${API_PREFIX}${listClusterNames.path}?subGroupIdList=${selection}`, {
    headers: {
      cookie: `${SESSION_COOKIE}=${await test.newToken('key')}; gwanje_groups=${'x'.repeat(11_000)}`,
    },
  });
  expect(await answer.json()).toMatchObject({ code: 200, data: { clusterList: [{}, {}, {}] } });
});
