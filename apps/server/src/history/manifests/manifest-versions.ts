import type { Db } from '@gwanje/backend/database/schema';
import { type ManifestChanges, manifestChanges } from '@gwanje/domain/mappings/manifests/changed-fields';
import { isMap, type Manifest } from '@gwanje/domain/mappings/manifests/manifest-values';
import { listManifestVersions, type VersionRange } from './manifest-repository.ts';

/** A version of the manifest of an object, with what it changed. */
export interface ChangedManifest {
  readonly objectId: number;
  readonly at: Date;
  readonly isCut: boolean;
  /** Null for the first version of the object. */
  readonly changes: ManifestChanges | null;
}

/** The newest versions of objects in a time range, newest first, with their changed fields. */
export async function listChangedManifests(db: Db, range: VersionRange): Promise<ChangedManifest[]> {
  const versions = await listManifestVersions(db, range);
  return versions.map(({ objectId, at, isCut, json, beforeJson }) => ({
    objectId,
    at,
    isCut,
    changes: beforeJson === null ? null : changesBetween(beforeJson, json),
  }));
}

export function changesBetween(before: string, after: string): ManifestChanges {
  return manifestChanges(parseManifest(before), parseManifest(after));
}

/** The server stores only JSON objects. */
function parseManifest(json: string): Manifest {
  const value: unknown = JSON.parse(json);
  if (!isMap(value)) throw new Error('a stored manifest is no JSON object');
  return value;
}
