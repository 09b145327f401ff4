import type { Db } from '@gwanje/backend/database/schema';
import { MAX_VERSIONS, type MissingManifest } from '@gwanje/contract/objects/manifests';
import {
  findFirstManifestAt,
  findManifest,
  hasManifests,
  type ManifestVersion,
} from '../../history/manifests/manifest-repository.ts';
import { changesBetween, listChangedManifests } from '../../history/manifests/manifest-versions.ts';
import type { Routes } from '../../platform/http/call.ts';
import { findSeenObject } from './object-repository.ts';

const NO_CHANGES = { list: [], moreCnt: 0 } as const;

/** Manifests of objects of any kind that the agent watches. Whoever sees the object sees its manifest. */
export const manifestRoutes = {
  async getManifest({ db, user, now, params: { objectId }, query }) {
    const { hostId } = await findSeenObject(db, user, objectId);
    const at = query.at === undefined ? undefined : new Date(query.at);
    const version = await findManifest(db, objectId, at);
    const firstAt = await findFirstManifestAt(db, objectId);
    return {
      serverTime: now.toISOString(),
      manifest: version ? storedManifest(version) : null,
      missing: version ? null : await missingReason(db, hostId, firstAt),
      firstAt: firstAt?.toISOString() ?? null,
    };
  },

  async listManifestVersions({ db, user, now, params: { objectId }, query: { from, to } }) {
    await findSeenObject(db, user, objectId);
    const versions = await listChangedManifests(db, {
      objectIds: [objectId],
      ...(from !== undefined && { from: new Date(from) }),
      ...(to !== undefined && { to: new Date(to) }),
      limit: MAX_VERSIONS + 1,
    });
    return {
      serverTime: now.toISOString(),
      isTruncated: versions.length > MAX_VERSIONS,
      versionList: versions.slice(0, MAX_VERSIONS).map(({ at, isCut, changes }) => ({
        at: at.toISOString(),
        isCut,
        isFirst: changes === null,
        changes: [...(changes?.list ?? [])],
        moreCnt: changes?.moreCnt ?? 0,
      })),
    };
  },

  async compareManifests({ db, user, now, params: { objectId }, query }) {
    await findSeenObject(db, user, objectId);
    const from = await findManifest(db, objectId, new Date(query.from));
    const to = await findManifest(db, objectId, new Date(query.to));
    const changes = from && to ? changesBetween(from.json, to.json) : NO_CHANGES;
    return {
      serverTime: now.toISOString(),
      from: from ? storedManifest(from) : null,
      to: to ? storedManifest(to) : null,
      changes: [...changes.list],
      moreCnt: changes.moreCnt,
    };
  },
} satisfies Routes<object>;

function storedManifest({ at, until, json, isCut }: ManifestVersion) {
  return { at: at.toISOString(), until: until?.toISOString() ?? null, json, isCut };
}

async function missingReason(db: Db, hostId: number, firstAt: Date | null): Promise<MissingManifest> {
  if (firstAt) return 'beforeFirst';
  return (await hasManifests(db, hostId)) ? 'notStored' : 'agentSendsNone';
}
