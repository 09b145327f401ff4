import {
  ImageName,
  inRegistry,
  NamespaceName,
  ProxyAddress,
  RegistryName,
} from '@gwanje/contract/agent/image';
import type { downloadManifest } from '@gwanje/contract/clusters/clusters';
import type { z } from 'zod';
import type { FieldErrors } from '#components/forms/field-errors.ts';
import type { PlainKey } from '#core/i18n/i18n.ts';

export type ManifestField = 'registry' | 'image' | 'namespace' | 'proxy';

export const EMPTY_OPTIONS = {
  registry: '',
  image: '',
  namespace: '',
  proxy: '',
  isKubeletInsecure: false,
  mayReadLogs: false,
};
export type ManifestDraft = Readonly<typeof EMPTY_OPTIONS>;
export const DEFAULT_NAMESPACE = 'gwanje';

type ManifestQuery = z.input<(typeof downloadManifest)['query']>;

const SCHEMAS = {
  registry: [RegistryName, 'clusters.registryError'],
  image: [ImageName, 'clusters.imageError'],
  namespace: [NamespaceName, 'clusters.namespaceError'],
  proxy: [ProxyAddress, 'clusters.proxyError'],
} as const satisfies Record<ManifestField, readonly [z.ZodType, PlainKey]>;

const FIELDS = ['registry', 'image', 'namespace', 'proxy'] as const;

export function manifestErrors(draft: ManifestDraft): FieldErrors<ManifestField> {
  const errors: Partial<Record<ManifestField, PlainKey>> = {};
  for (const field of FIELDS) {
    const [schema, error] = SCHEMAS[field];
    const text = draft[field].trim();
    if (text !== '' && !schema.safeParse(text).success) errors[field] = error;
  }
  if (draft.registry.trim() !== '' && draft.image.trim() !== '') errors.image ??= 'clusters.imageOrRegistry';
  return errors;
}

/** The query of the manifest's request. Empty fields add no parameter. */
export function manifestQuery(draft: ManifestDraft): ManifestQuery {
  const query: Partial<Record<ManifestField, string>> = {};
  for (const field of FIELDS) if (draft[field].trim() !== '') query[field] = draft[field].trim();
  return {
    ...query,
    ...(draft.isKubeletInsecure && { kubeletInsecure: 'Y' }),
    ...(draft.mayReadLogs && { logs: 'Y' }),
  };
}

/** The image name in the manifest. */
export function shownImage({ image, registry }: ManifestDraft, defaultImage: string): string {
  if (image.trim() !== '') return image.trim();
  return registry.trim() === '' ? defaultImage : inRegistry(defaultImage, registry.trim());
}
