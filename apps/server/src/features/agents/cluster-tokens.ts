import { inRegistry } from '@gwanje/contract/agent/image';
import type { downloadManifest } from '@gwanje/contract/clusters/clusters';
import type { QueryOf } from '@gwanje/contract/definition/endpoint';
import { AppError } from '@gwanje/contract/definition/errors';
import { requireRight, requireSeen } from '../../access/targets.ts';
import { clusterTokens } from '../../pipeline/receive/tokens/cluster-token.ts';
import type { Work } from '../../platform/http/call.ts';
import {
  insertToken,
  lockCluster,
  lockToken,
  type SeenCluster,
  setRevoked,
} from './agent-repository.ts';
import { manifestYaml } from './manifest.ts';
import { NAMESPACE } from './manifest-objects.ts';

type Actor = Work['user'];

export function requireManaged(user: Actor, hostId: number, found: SeenCluster | undefined): SeenCluster {
  const cluster = requireSeen('cluster', hostId, found);
  requireRight(user, 'cluster.manage', cluster);
  return cluster;
}

/** Issues a manifest with a new token; earlier tokens stay valid until they are revoked. */
export async function issueManifest(
  { db, user, now, audit }: Work,
  hostId: number,
  settings: { readonly publicUrl: string; readonly agentImage: string },
  options: QueryOf<typeof downloadManifest> = {},
): Promise<{ readonly clusterName: string; readonly yaml: string }> {
  const { name: clusterName } = requireManaged(user, hostId, await lockCluster(db, user, hostId));
  const { token, tokenHash, prefix } = clusterTokens.make();
  const tokenId = await insertToken(db, {
    hostId,
    tokenHash,
    prefix,
    createdBy: user.userNo,
    createdAt: now,
  });
  await audit('cluster.download', hostId, { tokenId, prefix });
  const { publicUrl: serverUrl } = settings;
  const yaml = manifestYaml({
    hostId,
    clusterName,
    serverUrl,
    token,
    image: imageOf(settings.agentImage, options),
    namespace: options.namespace ?? NAMESPACE,
    isKubeletInsecure: options.kubeletInsecure === 'Y',
  });
  return { clusterName, yaml };
}

/** A registry replaces the location of the default image; an image replaces all of it. */
function imageOf(usual: string, { image, registry }: QueryOf<typeof downloadManifest>): string {
  if (image !== undefined && registry !== undefined)
    throw new AppError('invalidParameter', { field: 'registry', reason: 'withImage' });
  return image ?? (registry === undefined ? usual : inRegistry(usual, registry));
}

/** A second revocation changes nothing. */
export async function revokeToken({ db, user, now, audit }: Work, tokenId: number): Promise<void> {
  const token = requireSeen('clusterToken', tokenId, await lockToken(db, user, tokenId));
  requireRight(user, 'cluster.manage', token);
  if (token.revokedAt !== null) return;
  await setRevoked(db, tokenId, now);
  await audit('cluster.revokeToken', token.hostId, { tokenId, prefix: token.prefix });
}
