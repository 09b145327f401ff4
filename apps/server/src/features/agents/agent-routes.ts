import { AppError } from '@gwanje/contract/definition/errors';
import type { FastifyRequest } from 'fastify';
import type { LiveState } from '../../live/live-state.ts';
import type { Routes } from '../../platform/http/call.ts';
import { withIsoTimes } from '../../platform/store/iso-times.ts';
import { findCluster, listTokens } from './agent-repository.ts';
import { issueManifest, requireManaged, revokeToken } from './cluster-tokens.ts';
import { checkInstall } from './install-check.ts';

export const agentRoutes = {
  async checkClusterInsert({ db, user, live, settings, params: { hostId }, now }) {
    requireManaged(user, hostId, await findCluster(db, user, hostId));
    const { agentImage, publicUrl: serverUrl } = settings;
    return { ...(await checkInstall(db, live, hostId, now)), agentImage, serverUrl };
  },
  async downloadManifest(call) {
    const { hostId } = call.params;
    requireOwnSite(call.request);
    const { clusterName, yaml } = await issueManifest(call, hostId, call.settings, call.query);
    return {
      contentType: 'application/yaml; charset=utf-8',
      content: yaml,
      headers: { 'cache-control': 'no-store', 'content-disposition': attachment(hostId, clusterName) },
    };
  },
  async listClusterTokens({ db, user, params: { hostId } }) {
    requireManaged(user, hostId, await findCluster(db, user, hostId));
    return { tokenList: (await listTokens(db, hostId)).map(withIsoTimes) };
  },
  async revokeClusterToken(call) {
    await revokeToken(call, call.params.tokenId);
    return {};
  },
} satisfies Routes<{ live: LiveState; settings: { agentImage: string; publicUrl: string } }>;

/** This GET changes something: a link on another site must not issue tokens in the name of its visitor. */
function requireOwnSite(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') {
    throw new AppError('noPermission', { reason: 'cross-site request' });
  }
}

// Characters that some file system reads as a folder, a drive, a stream or a pattern.
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
