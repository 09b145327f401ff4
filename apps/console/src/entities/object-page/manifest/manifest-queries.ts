import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import type { ObjectId } from '@gwanje/contract/definition/fields';
import { compareManifests, getManifest, listManifestVersions } from '@gwanje/contract/objects/manifests';
import type { PageKind } from '@gwanje/kinds/registry';
import { call } from '#core/api/client.ts';
import { apiQuery } from '#core/api/query.ts';
import { isoOf, type Window, windowQuery } from '../charts/series-queries.ts';

const FRESH_MS = 10_000;

export type ManifestVersion = ResponseOf<typeof listManifestVersions>['versionList'][number];
export type ManifestAnswer = ResponseOf<typeof getManifest>;

/** The manifest at an instant; undefined: the newest one. */
export function manifestQuery(objectId: ObjectId, at: string | undefined) {
  return apiQuery(
    getManifest,
    { params: { objectId }, query: at === undefined ? {} : { at } },
    { staleMs: FRESH_MS },
  );
}

export function versionsQuery(objectId: ObjectId) {
  return apiQuery(listManifestVersions, { params: { objectId } }, { staleMs: FRESH_MS });
}

/** The versions that begin in the window. A manifest changes seldom, and mostly together with the state of its object. */
export function windowVersionsQuery(kind: PageKind, objectId: ObjectId, window: Window) {
  return windowQuery(
    listManifestVersions,
    { objectId },
    window,
    (range, signal) => call(listManifestVersions, { params: { objectId }, query: isoOf(range), signal }),
    { changesWith: [kind], everyIntervals: 2 },
  );
}

export function comparisonQuery(objectId: ObjectId, from: string, to: string) {
  return apiQuery(compareManifests, { params: { objectId }, query: { from, to } }, { staleMs: FRESH_MS });
}
