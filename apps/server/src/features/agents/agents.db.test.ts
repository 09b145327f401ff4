import { hashToken } from '@gwanje/backend/identity/tokens';
import {
  checkClusterInsert,
  downloadManifest,
  listClusterTokens,
  revokeClusterToken,
} from '@gwanje/contract/clusters/clusters';
import { API_PREFIX, buildPath } from '@gwanje/contract/definition/endpoint';
import { SESSION_COOKIE } from '@gwanje/contract/users/session';
import { addRows, rowsOf } from '@gwanje/testkit/testing/rows';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { auditOf } from '../../testing/audit.ts';
import { describeWithOwnApp } from '../../testing/describe-with-app.ts';
import { addCluster, addClusterToken, addMetaGroup, addSubGroup, addUser } from '../../testing/world.ts';
import { AgentTunnel } from '../logs/agent-tunnel.ts';

describeWithOwnApp('the agents of a cluster', (app) => {
  /** A group admin who owns a group with one cluster. */
  async function groupAdminWithCluster(clusterName?: string) {
    const { db } = app();
    const { userNo, userId } = await addUser(db, { role: 3 });
    const subGroupId = await addSubGroup(db, await addMetaGroup(db, userNo));
    const hostId = await addCluster(db, subGroupId, clusterName);
    return { caller: await app().signIn(userId), userNo, userId, hostId };
  }

  async function download(
    userId: string,
    hostId: number,
    headers: Readonly<Record<string, string>> = {},
    query: Record<string, string> = {},
  ) {
    const answer = await app().app.inject({
      url: `${API_PREFIX}${buildPath(downloadManifest.path, { hostId })}`,
      query,
      headers: {
        cookie: `${SESSION_COOKIE}=${await app().newToken(userId)}`,
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
    });
    const objects = answer.statusCode === 200 ? objectsOf(answer.body) : [];
    const [token = '', nodeToken = ''] = objects
      .filter((object) => Reflect.get(object, 'kind') === 'Secret')
      .map((secret) => String(Reflect.get(Reflect.get(secret, 'stringData'), 'token')));
    return { answer, objects, token, nodeToken };
  }

  function objectsOf(yaml: string): object[] {
    return parseAllDocuments(yaml).map((document) => ('toJS' in document ? document.toJS() : {}));
  }

  describe('a manifest', () => {
    it('is sent with no-store and a new token for each role, of which the server stores only the hash', async () => {
      const { hostId, userId, userNo } = await groupAdminWithCluster('운영/서울 "1"');
      const { answer, objects, token, nodeToken } = await download(userId, hostId);
      expect(answer.statusCode).toBe(200);
      const fileName = new RegExp(
        `^attachment; filename="gwanje-agent-${hostId}.yaml"; filename\\*=UTF-8''gwanje-agent-[%A-F0-9_]+\\.yaml$`,
      );
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'application/yaml; charset=utf-8',
        'content-disposition': expect.stringMatching(fileName),
      });
      for (const one of [token, nodeToken]) expect(one).toMatch(/^gwj_[A-Za-z0-9_-]{43}$/);
      const annotations = { 'gwanje/cluster-id': String(hostId), 'gwanje/cluster-name': '운영/서울 "1"' };
      expect(objects[0]).toMatchObject({ kind: 'Namespace', metadata: { annotations } });
      expect(answer.body).toContain(app().origin);
      const rows = await rowsOf(app().db, 'clusterToken', { hostId }, '*', ['tokenId']);
      const issued = { createdBy: userNo, revokedAt: null, lastUsedAt: null };
      expect(rows).toMatchObject([
        { role: 'cluster', prefix: token.slice(0, 12), ...issued },
        { role: 'node', prefix: nodeToken.slice(0, 12), ...issued },
      ]);
      expect(rows.map(({ tokenHash }) => tokenHash)).toEqual([hashToken(token), hashToken(nodeToken)]);
    });

    it('has new tokens each time, and the audit log names the tokens but not their secrets', async () => {
      const { hostId, userId } = await groupAdminWithCluster();
      const key = { 'idempotency-key': 'the-same-key' };
      const first = await download(userId, hostId, key);
      const second = await download(userId, hostId, key);
      expect(first.token).not.toBe(second.token);
      const audited = await auditOf(app().db, 'cluster', hostId);
      expect(audited).toMatchObject(
        [first, second].map(({ token, nodeToken }) => {
          const tokenId = expect.any(Number);
          const ofRole = (role: string, secret: string) => ({ tokenId, role, prefix: secret.slice(0, 12) });
          const tokens = [ofRole('cluster', token), ofRole('node', nodeToken)];
          return { action: 'cluster.download', outcome: 'done', actorUserId: userId, detail: { tokens } };
        }),
      );
      const idempotencyRows = await app().db.selectFrom('idempotency').selectAll().execute();
      for (const token of [first, second].flatMap((one) => [one.token, one.nodeToken])) {
        expect(JSON.stringify(audited)).not.toContain(token);
        expect(JSON.stringify(idempotencyRows)).not.toContain(token);
      }
    });

    it.each([
      [{}, 'gwanje/agent:'],
      [
        { image: `registry.local:5000/ops/agent@sha256:${'a'.repeat(64)}` },
        'registry.local:5000/ops/agent@sha',
      ],
      [{ registry: 'registry.local:5000/gwanje' }, 'registry.local:5000/gwanje/agent:'],
    ])('uses the requested image: %j', async (query, image) => {
      const { hostId, userId } = await groupAdminWithCluster();
      const { objects } = await download(userId, hostId, {}, query);
      const workloads = objects.filter((object) => /Deployment|DaemonSet/.test(Reflect.get(object, 'kind')));
      expect(workloads).toHaveLength(2);
      for (const workload of workloads)
        expect(workload).toMatchObject({
          spec: { template: { spec: { containers: [{ image: expect.stringContaining(image) }] } } },
        });
    });

    it.each([
      { image: 'a b' },
      { image: 'agent:1"\nkind: Secret' },
      { image: '' },
      { registry: 'https://registry.local' },
      { registry: 'registry.local/', image: 'x' },
      { registry: 'registry.local', image: 'agent:1' },
      { namespace: 'Kube System' },
      { namespace: 'a'.repeat(64) },
      { proxy: 'http://user:secret@proxy.local:3128' },
      { proxy: 'socks5://proxy.local' },
      { kubeletInsecure: 'yes' },
      { logs: 'yes' },
      { other: '1' },
    ])('is refused for %j, and no token is issued', async (query) => {
      const { hostId, userId } = await groupAdminWithCluster();
      expect((await download(userId, hostId, {}, query)).answer.json()).toMatchObject({ code: 8002 });
      const tokens = app().db.selectFrom('clusterToken').selectAll().where('hostId', '=', hostId);
      expect(await tokens.execute()).toEqual([]);
    });

    it.each([
      [{ logs: 'Y' }, false, 'refused', ['missingLogRight']],
      [{ logs: 'Y' }, true, 'allowed', []],
      [{ logs: 'Y' }, null, 'unknown', []],
      [{}, false, 'notChosen', []],
      [{}, true, 'allowed', []],
    ])(
      'with %j and an agent whose right is %s makes logs %s in the check',
      async (query, mayReadLogs, ...expected) => {
        const { caller, hostId, userId } = await groupAdminWithCluster();
        await download(userId, hostId, {}, query);
        const tunnel = new AgentTunnel({ send: () => {}, close: () => {} }, 0);
        tunnel.receive(JSON.stringify({ type: 'hello', version: '0.1.0', mayReadLogs }));
        using _connected = app().services.logs.add(hostId, tunnel);
        const { logReading, findingList } = await caller.ok(checkClusterInsert, { params: { hostId } });
        const found = findingList.filter(({ finding }) => finding === 'missingLogRight');
        expect([logReading, found.map(({ finding }) => finding)]).toEqual(expected);
        for (const { nameList } of found) expect(nameList).toEqual(['get pods/log']);
      },
    );

    it.each(['cross-site', 'same-site', 'none'])(
      'is refused for a request with Sec-Fetch-Site: %s',
      async (site) => {
        const { hostId, userId } = await groupAdminWithCluster();
        const { answer } = await download(userId, hostId, { 'sec-fetch-site': site });
        expect(answer.json()).toMatchObject({ code: 8005 });
        expect(await rowsOf(app().db, 'clusterToken', { hostId })).toEqual([]);
        expect((await download(userId, hostId)).answer.statusCode).toBe(200);
      },
    );
  });

  describe('tokens', () => {
    it('are listed newest first, and revoked permanently', async () => {
      const { caller, hostId, userId } = await groupAdminWithCluster();
      await download(userId, hostId);
      app().clock.advance(1000);
      await download(userId, hostId);
      const params = { hostId };
      const { tokenList } = await caller.ok(listClusterTokens, { params });
      const createdAt = app().clock.now().toISOString();
      expect(tokenList).toMatchObject([
        { role: 'node', createdBy: userId, createdAt, lastUsedAt: null, revokedAt: null },
        { role: 'cluster', createdBy: userId, createdAt, lastUsedAt: null, revokedAt: null },
        { role: 'node', createdBy: userId, revokedAt: null },
        { role: 'cluster', createdBy: userId, revokedAt: null },
      ]);
      expect(JSON.stringify(tokenList)).not.toMatch(/gwj_[A-Za-z0-9_-]{9}/);
      const older = tokenList.at(-1);
      await caller.ok(revokeClusterToken, { params: { tokenId: older?.tokenId } });
      const revokedAt = app().clock.now().toISOString();
      app().clock.advance(1000);
      await caller.ok(revokeClusterToken, { params: { tokenId: older?.tokenId } });
      const after = await caller.ok(listClusterTokens, { params });
      expect(after.tokenList).toEqual([...tokenList.slice(0, -1), { ...older, revokedAt }]);
      const revocation = { action: 'cluster.revokeToken', targetId: String(hostId) };
      const audited = await rowsOf(app().db, 'audit', revocation, ['detail']);
      expect(audited).toMatchObject([{ detail: { tokenId: older?.tokenId, prefix: older?.prefix } }]);
    });

    it('are not found for a hidden cluster', async () => {
      const { caller } = await groupAdminWithCluster();
      const other = await groupAdminWithCluster();
      const tokenId = await addClusterToken(app().db, other.hostId);
      expect((await caller.call(listClusterTokens, { params: { hostId: other.hostId } })).code).toBe(8003);
      expect((await caller.call(revokeClusterToken, { params: { tokenId } })).code).toBe(8003);
      expect((await caller.call(revokeClusterToken, { params: { tokenId: 2_000_000_000 } })).code).toBe(8003);
      const { tokenList } = await other.caller.ok(listClusterTokens, { params: { hostId: other.hostId } });
      expect(tokenList).toMatchObject([{ tokenId, revokedAt: null }]);
    });
  });

  describe('the installation check', () => {
    it('reports each step as it is reached', async () => {
      const { caller, hostId, userId } = await groupAdminWithCluster();
      const { db, clock } = app();
      const params = { hostId };
      const steps = async () => {
        const { stepList, isComplete } = await caller.ok(checkClusterInsert, { params });
        return `${stepList.map(({ state, cnt }) => `${state} ${cnt}`).join(', ')}${isComplete ? ' complete' : ''}`;
      };
      expect(await steps()).toBe('waiting 0, waiting 0, waiting 0, waiting null');
      await download(userId, hostId);
      expect(await steps()).toBe('done 1, waiting 0, waiting 0, waiting null');
      const now = clock.now();
      const batches = { firstBatchAt: now, lastBatchAt: now, lastSampleAt: null };
      await addRows(db, 'clusterLive', { hostId, facts: '{}', ...batches });
      const problem = { problem: 'kubeletTls', detail: 'self-signed', since: now.toISOString() };
      const agents = [
        { agentId: 'cluster-1', role: 'cluster', clockSkewMs: 12, problems: '[]' },
        { agentId: 'node-a', role: 'node', clockSkewMs: -31_000, problems: JSON.stringify([problem]) },
      ];
      const sent = { version: '0.1.0', lastSeq: 1, recentBatches: '[]', lastBatchAt: now };
      const values = agents.map((agent) => ({ hostId, ...agent, ...sent }));
      await db.insertInto('agent').values(values).execute();
      await db.insertInto('refusal').values({ hostId, reason: 'tooLarge', cnt: 2, lastAt: now }).execute();
      expect(await steps()).toBe('done 1, done 2, waiting 0, waiting null');
      const objectId = 1_000_000 + hostId * 10;
      const seen = { hostId, namespace: 'shop', firstSeenAt: now, lastSeenAt: now, deletedAt: null };
      await addRows(db, 'object', [
        { ...seen, kind: 'pod', objectId, uid: 'a', name: 'a' },
        { ...seen, kind: 'container', objectId: objectId + 1, uid: 'a/app', name: 'app' },
        { ...seen, kind: 'pod', objectId: objectId + 2, uid: 'b', name: 'b', deletedAt: now },
      ]);
      expect(await steps()).toBe('done 1, done 2, done 1, failed null');
      await db.updateTable('clusterLive').set({ lastSampleAt: now }).where('hostId', '=', hostId).execute();
      expect(await steps()).toBe('done 1, done 2, done 1, done null complete');

      const answer = await caller.ok(checkClusterInsert, { params });
      expect(answer).toMatchObject({
        serverTime: now.toISOString(),
        agentList: [
          {
            agentId: 'node-a',
            role: 'node',
            isClockWrong: true,
            clockSkewMs: -31_000,
            problemList: [problem],
          },
          { agentId: 'cluster-1', role: 'cluster', isClockWrong: false, problemList: [] },
        ],
        refusalList: [{ reason: 'tooLarge', cnt: 2, at: now.toISOString() }],
      });
      clock.advance(5 * 60_000);
      expect(await steps()).toBe('done 1, failed 2, waiting 1, waiting null');
    });
  });
});
