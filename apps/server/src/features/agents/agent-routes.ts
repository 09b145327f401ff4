import { inRegistry } from '@gwanje/contract/agent/image';
import type { downloadManifest } from '@gwanje/contract/clusters/clusters';
import type { QueryOf } from '@gwanje/contract/definition/endpoint';
import { AppError } from '@gwanje/contract/definition/errors';
import { requireRight, requireSeen } from '../../access/targets.ts';
import type { CallingUser } from '../../access/visibility-repository.ts';
import type { LiveState } from '../../live/live-state.ts';
import { clusterTokens } from '../../pipeline/receive/tokens/cluster-token.ts';
import type { Routes } from '../../platform/http/call.ts';
import { withIsoTimes } from '../../platform/store/iso-times.ts';
import { insertRow, updateRow } from '../../platform/store/row-repository.ts';
import * as repository from './agent-repository.ts';
import { checkInstall } from './install-check.ts';
import { manifestYaml } from './manifest.ts';

/** The connections of the cluster agents for logs. */
interface LogConnections {
  find(hostId: number): Promise<{ readonly mayReadLogs: boolean | null } | undefined>;
}

export const agentRoutes = {
  async checkClusterInsert({ db, user, live, logs, settings, params: { hostId }, now }) {
    requireManaged(user, hostId, await repository.findCluster(db, user, hostId));
    const { agentImage, publicUrl } = settings;
    const tunnel = await logs.find(hostId);
    const facts = { hostId, serverUrl: publicUrl, mayReadLogs: tunnel?.mayReadLogs ?? null };
    return { ...(await checkInstall(db, live, facts, now)), agentImage };
  },
  /** Issues a manifest with new tokens; earlier tokens stay valid until they are revoked. */
  async downloadManifest({ db, user, now, audit, settings, params: { hostId }, query }) {
    const { name: clusterName, claimKey: clusterKey } = requireManaged(
      user,
      hostId,
      await repository.lockCluster(db, user, hostId),
    );
    const issueToken = async (role: 'cluster' | 'node') => {
      const { token, tokenHash, prefix } = clusterTokens.make();
      const mayReadLogs = role === 'cluster' && query.logs === 'Y';
      const row = { hostId, role, tokenHash, prefix, mayReadLogs, createdBy: user.userNo, createdAt: now };
      return { token, issued: { tokenId: await insertRow(db, 'clusterToken', row), prefix, role } };
    };
    const cluster = await issueToken('cluster');
    const node = await issueToken('node');
    await audit('cluster.download', hostId, { tokens: [cluster.issued, node.issued] });
    const content = manifestYaml({
      hostId,
      clusterName,
      clusterKey,
      serverUrl: settings.publicUrl,
      clusterToken: cluster.token,
      nodeToken: node.token,
      image: imageOf(settings.agentImage, query),
      namespace: query.namespace ?? 'gwanje',
      proxy: query.proxy ?? '',
      isKubeletInsecure: query.kubeletInsecure === 'Y',
      mayReadLogs: query.logs === 'Y',
    });
    return {
      contentType: 'application/yaml; charset=utf-8',
      content,
      headers: { 'cache-control': 'no-store', 'content-disposition': attachment(hostId, clusterName) },
    };
  },
  async listClusterTokens({ db, user, params: { hostId } }) {
    requireManaged(user, hostId, await repository.findCluster(db, user, hostId));
    return { tokenList: (await repository.listTokens(db, hostId)).map(withIsoTimes) };
  },
  /** A second revocation changes nothing. */
  async revokeClusterToken({ db, user, now, audit, params: { tokenId } }) {
    const token = requireSeen('clusterToken', tokenId, await repository.lockToken(db, user, tokenId));
    requireRight(user, 'cluster.manage', token);
    if (token.revokedAt !== null) return;
    await updateRow(db, 'clusterToken', tokenId, { revokedAt: now });
    await audit('cluster.revokeToken', token.hostId, { tokenId, prefix: token.prefix, role: token.role });
  },
} satisfies Routes<{
  live: LiveState;
  logs: LogConnections;
  settings: { agentImage: string; publicUrl: string };
}>;

// Characters with a special meaning in file names on some system: folder, drive, stream or wildcard.
const NOT_IN_FILE_NAMES = /[\\/:*?"<>|%]|^\.+/g;

/** An attachment header: a plain name for old clients, and the cluster's own name for all others. */
export function attachment(hostId: number, clusterName: string): string {
  const own = `gwanje-agent-${clusterName.replace(NOT_IN_FILE_NAMES, '_')}.yaml`;
  return `attachment; filename="gwanje-agent-${hostId}.yaml"; filename*=UTF-8''${encodeExtended(own)}`;
}

/** Encodes by RFC 8187, which is stricter than URLs. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*!]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function requireManaged(
  user: CallingUser,
  hostId: number,
  found: repository.SeenCluster | undefined,
): repository.SeenCluster {
  const cluster = requireSeen('cluster', hostId, found);
  requireRight(user, 'cluster.manage', cluster);
  return cluster;
}

/** `registry` replaces the registry of the default image; `image` replaces the complete reference. */
function imageOf(defaultImage: string, { image, registry }: QueryOf<typeof downloadManifest>): string {
  if (image !== undefined && registry !== undefined)
    throw new AppError('invalidParameter', { field: 'registry', reason: 'withImage' });
  return image ?? (registry === undefined ? defaultImage : inRegistry(defaultImage, registry));
}
